import { expect, test } from 'vitest';
import {
  addStep,
  isBlank,
  type MaskStep,
  mergeOldest,
  noSteps,
  readSteps,
  redo,
  undo,
  undoSteps,
  visibleSteps,
} from '../../../../../renderer/panels/images/mask/mask-strokes.ts';
import { changedOutside } from '../../../../../renderer/panels/images/stage/before-after.tsx';
import { file } from './order.ts';

const stroke = (x: number): MaskStep => ({ do: 'paint', size: 8, points: [[x, x]] });

test('every step can be undone and redone, however many there are', () => {
  const steps = Array.from({ length: undoSteps + 20 }, (_, index) => stroke(index));
  const full = steps.reduce(addStep, noSteps);
  let back = full;
  for (const _ of steps) back = undo(back);
  expect(back.done).toEqual([]);
  let forth = back;
  for (const _ of steps) forth = redo(forth);
  expect(forth).toEqual(full);
  expect(undo(noSteps)).toBe(noSteps);
});

test('a new step discards the redo steps', () => {
  const steps = addStep(undo(addStep(addStep(noSteps, stroke(1)), stroke(2))), stroke(3));
  expect(steps).toEqual({ done: [stroke(1), stroke(3)], undone: [] });
});

test('a mask is blank before anything is painted, and after it was cleared', () => {
  expect(isBlank(noSteps)).toBe(true);
  const painted = addStep(noSteps, stroke(1));
  expect(isBlank(painted)).toBe(false);
  const cleared = addStep(painted, { do: 'clear' });
  expect(isBlank(cleared)).toBe(true);
  expect(isBlank(addStep(cleared, { do: 'invert' }))).toBe(false);
  expect(visibleSteps([stroke(1), { do: 'clear' }, stroke(2)])).toEqual([stroke(2)]);
  const area = (erase: boolean): MaskStep => ({ do: 'area', points: [[0, 0]], erase });
  const erased: MaskStep = { do: 'erase', size: 4, points: [[0, 0]] };
  expect(isBlank([area(true), erased].reduce(addStep, noSteps))).toBe(true);
  expect(isBlank([area(true), area(false)].reduce(addStep, noSteps))).toBe(false);
});

test('the oldest steps can be merged into an image, and the newest stay steps', () => {
  const steps = [stroke(1), stroke(2), stroke(3)].reduce(addStep, noSteps);
  expect(mergeOldest(steps, file('m'), 1).done).toEqual([{ do: 'load', file: file('m') }, stroke(3)]);
});

test('a stored mask is read, and unreadable parts are left out', () => {
  const done: MaskStep[] = [
    { do: 'area', points: [[1, 2]], erase: false },
    { do: 'fill', at: [1, 2], tolerance: 24, erase: true },
    { do: 'invert' },
  ];
  expect(readSteps({ done, undone: [] })).toEqual({ done, undone: [] });
  expect(readSteps({ done: [{ do: 'area' }, { do: 'fill', at: [1, 2] }] }).done).toEqual([]);
  expect(readSteps({ done: [stroke(1), { do: 'fly' }, null, { do: 'paint' }], undone: 'x' })).toEqual({
    done: [stroke(1)],
    undone: [],
  });
  // Earlier versions could soften the edge of a mask: it opens with a hard one.
  expect(readSteps({ done: [stroke(1), { do: 'feather', radius: 8 }, { do: 'invert' }] }).done).toEqual([
    stroke(1),
    { do: 'invert' },
  ]);
  expect(readSteps(null)).toEqual(noSteps);
});

test('pixels count as changed where the mask protects them, by more than the threshold', () => {
  const before = new Uint8ClampedArray([10, 10, 10, 255, 10, 10, 10, 255, 10, 10, 10, 255, 10, 10, 10, 255]);
  const after = new Uint8ClampedArray([10, 10, 10, 255, 18, 10, 10, 255, 19, 10, 10, 255, 200, 10, 10, 255]);
  const mask = new Uint8ClampedArray([0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 0]);
  const marks = new Uint8Array(4);
  expect(changedOutside(before, after, mask, marks)).toEqual({ protectedPixels: 3, changedPixels: 1, share: 1 / 3 });
  expect([...marks]).toEqual([0, 0, 1, 0]);
  expect(changedOutside(before, after, null)).toMatchObject({ protectedPixels: 4, changedPixels: 2 });
  expect(changedOutside(before, after, new Uint8ClampedArray(16)).share).toBe(0);
});
