import { expect, test, vi } from 'vitest';
import { startRun } from '../../../../../renderer/lib/runs/live-run.ts';
import { handFrames } from './hand-frames.ts';

/** Parts that arrive when the test pushes them. */
function handParts<P>() {
  const waiting: ((step: IteratorResult<P>) => void)[] = [];
  const early: IteratorResult<P>[] = [];
  let fail: ((error: Error) => void) | undefined;
  const give = (step: IteratorResult<P>) => {
    const reader = waiting.shift();
    if (reader) reader(step);
    else early.push(step);
  };
  const parts: AsyncIterable<P> = {
    [Symbol.asyncIterator]: () => ({
      next: () =>
        new Promise((resolve, reject) => {
          const step = early.shift();
          if (step) resolve(step);
          else waiting.push(resolve);
          fail = reject;
        }),
    }),
  };
  return {
    parts,
    push: (value: P) => give({ done: false, value }),
    end: () => give({ done: true, value: undefined }),
    fail: (error: Error) => fail?.(error),
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));
const sum = (state: number, part: number) => state + part;

test('a run is written once per frame, whatever arrives, and continues without a reader', async () => {
  const screen = handFrames();
  const hand = handParts<number>();
  const run = startRun(hand.parts, 0, sum, { panel: 'chat', schedule: screen.schedule });
  const writes = vi.fn();
  const leave = run.subscribe(writes);
  for (let at = 0; at < 500; at += 1) hand.push(1);
  await settle();
  expect(writes).not.toHaveBeenCalled();
  screen.frame();
  expect(writes).toHaveBeenCalledTimes(1);
  expect(run.getState()).toMatchObject({ status: 'running', state: 500 });
  leave();
  hand.push(1);
  await settle();
  screen.frame();
  expect(run.getState().state).toBe(501);
});

test('the end is delivered after the last parts, without waiting for a frame', async () => {
  const screen = handFrames();
  const hand = handParts<number>();
  const run = startRun(hand.parts, 0, sum, { panel: 'chat', schedule: screen.schedule });
  hand.push(7);
  hand.end();
  await settle();
  expect(run.getState()).toMatchObject({ status: 'done', state: 7 });
});

test('a run whose reader fails keeps everything it had', async () => {
  const screen = handFrames();
  const hand = handParts<number>();
  const run = startRun(hand.parts, 0, sum, { panel: 'chat', schedule: screen.schedule });
  hand.push(3);
  await settle();
  const error = new Error('line');
  hand.fail(error);
  await settle();
  expect(run.getState()).toEqual({ status: 'failed', state: 3, error });
});
