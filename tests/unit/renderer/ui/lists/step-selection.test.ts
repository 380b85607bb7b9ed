import { expect, test } from 'vitest';
import { stepSelection } from '../../../../../renderer/ui/lists/step-selection.ts';

test('arrows stop at the ends', () => {
  expect(stepSelection('ArrowDown', 2, 4, 10)).toBe(3);
  expect(stepSelection('ArrowDown', 3, 4, 10)).toBe(3);
  expect(stepSelection('ArrowUp', 0, 4, 10)).toBe(0);
});

test('without a selection the first step goes to the nearest end', () => {
  expect(stepSelection('ArrowDown', -1, 4, 10)).toBe(0);
  expect(stepSelection('ArrowUp', -1, 4, 10)).toBe(3);
});

test('page keys, Home and End', () => {
  expect(stepSelection('PageDown', 5, 100, 10)).toBe(15);
  expect(stepSelection('PageDown', 95, 100, 10)).toBe(99);
  expect(stepSelection('PageUp', 5, 100, 10)).toBe(0);
  expect(stepSelection('Home', 50, 100, 10)).toBe(0);
  expect(stepSelection('End', 50, 100, 10)).toBe(99);
});

test('captions are skipped, and at an edge the search reverses', () => {
  const isCaption = (index: number) => index === 0 || index === 3;
  expect(stepSelection('ArrowDown', 2, 6, 10, isCaption)).toBe(4);
  expect(stepSelection('ArrowUp', 4, 6, 10, isCaption)).toBe(2);
  expect(stepSelection('Home', 4, 6, 10, isCaption)).toBe(1);
  expect(stepSelection('ArrowUp', 1, 6, 10, isCaption)).toBe(1);
  expect(stepSelection('End', 1, 4, 10, isCaption)).toBe(2);
});

test('other keys and empty lists move nothing', () => {
  expect(stepSelection('a', 0, 4, 10)).toBeNull();
  expect(stepSelection('ArrowDown', -1, 0, 10)).toBeNull();
  expect(stepSelection('ArrowDown', -1, 2, 10, () => true)).toBeNull();
});
