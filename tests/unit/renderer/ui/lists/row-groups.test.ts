import { expect, test } from 'vitest';
import { rowsWithin } from '../../../../../renderer/ui/lists/row-groups.tsx';

test('a reader who comes near the end of the drawn rows gets more of them', () => {
  expect(rowsWithin(100, -200)).toBe(200);
  expect(rowsWithin(100, 0)).toBe(200);
});

test('a reader who drags the scrollbar gets all rows down to there at once', () => {
  expect(rowsWithin(100, 51 * 2000)).toBe(2200);
});
