import { expect, test } from 'vitest';
import { evaluate, findSums, formatNumber } from '#demo/language/arithmetic.ts';

test.each([
  ['12 * (3 + 4)', 84],
  ['2 + 3 * 4', 14],
  ['2 ^ 3 ^ 2', 512],
  ['-2 ^ 2', -4],
  ['10 - 4 - 3', 3],
  ['7 % 4', 3],
  ['6 × 7', 42],
  ['9 ÷ 2', 4.5],
  ['1 / 0', null],
  ['2 +', undefined],
  ['(1 + 2', undefined],
  ['1 2', undefined],
])('%s', (expression, value) => {
  expect(evaluate(expression)).toBe(value);
});

test('sums are found in running text, dates and plain numbers are not', () => {
  expect(findSums('What is 12 * (3 + 4), and 2^10?').map(({ expression, value }) => [expression, value])).toEqual([
    ['12 * (3 + 4)', 84],
    ['2^10', 1024],
  ]);
  expect(findSums('On 2026-01-31 at 12.30 we met 4 people in room 5')).toEqual([]);
});

test('results have no floating point noise', () => {
  expect(formatNumber(0.1 + 0.2)).toBe('0.3');
});
