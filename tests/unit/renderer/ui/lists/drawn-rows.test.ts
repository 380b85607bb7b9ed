import { expect, test } from 'vitest';
import { drawnRows } from '../../../../../renderer/ui/lists/drawn-rows.ts';

const view = { startIndex: 50, endIndex: 54, count: 100 };
const ends = (rows: readonly number[]) => [rows[0], rows.at(-1), rows.length];

test('at rest, as many rows are drawn on each side', () => {
  expect(ends(drawnRows(view, 4, null))).toEqual([46, 58, 13]);
});

test('while scrolling, most rows are drawn in the direction of the scroll', () => {
  expect(ends(drawnRows(view, 4, 'forward'))).toEqual([49, 64, 16]);
  expect(ends(drawnRows(view, 4, 'backward'))).toEqual([40, 55, 16]);
});

test('no row is drawn beyond the ends of the list', () => {
  expect(ends(drawnRows({ startIndex: 0, endIndex: 2, count: 4 }, 4, 'forward'))).toEqual([0, 3, 4]);
  expect(ends(drawnRows({ startIndex: 0, endIndex: 0, count: 1 }, 4, null))).toEqual([0, 0, 1]);
});

test('rows that are kept are drawn once, in their place, wherever they are', () => {
  expect(drawnRows({ startIndex: 5, endIndex: 6, count: 20 }, 1, null, [15, 6, 0, 15, -1, 20])).toEqual([
    0, 4, 5, 6, 7, 15,
  ]);
});
