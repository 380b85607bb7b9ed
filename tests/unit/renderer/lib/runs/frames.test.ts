import { expect, test } from 'vitest';
import { perFrame } from '../../../../../renderer/lib/runs/frames.ts';
import { handFrames } from './hand-frames.ts';

test('however many values arrive, each frame paints once and in order', () => {
  const screen = handFrames();
  const painted: number[][] = [];
  const queue = perFrame<number>((batch) => painted.push(batch), screen.schedule);
  for (let value = 1; value <= 1000; value += 1) queue.push(value);
  expect(painted).toEqual([]);
  screen.frame();
  queue.push(1001);
  screen.frame();
  expect(painted.map((batch) => batch.length)).toEqual([1000, 1]);
  expect(painted.flat()).toEqual(Array.from({ length: 1001 }, (_, at) => at + 1));
});

test('a flush paints pending values at once and cancels the frame', () => {
  const screen = handFrames();
  const painted: string[][] = [];
  const queue = perFrame<string>((batch) => painted.push(batch), screen.schedule);
  queue.push('a');
  queue.flush();
  expect(painted).toEqual([['a']]);
  expect(screen.isDue()).toBe(false);
  queue.flush();
  expect(painted).toHaveLength(1);
});
