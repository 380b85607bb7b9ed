import { expect, test } from 'vitest';
import { evaluate, findSums, formatNumber, readPrompt } from '#demo/language/prompt-reading.ts';
import { growth } from '../../../../support/growth.ts';

test('numbers to count to and sums are found', () => {
  expect(readPrompt('Please count slowly to 30').countTo).toBe(30);
  expect(readPrompt('2 + 2').sums).toEqual([{ expression: '2 + 2', value: 4 }]);
});

test('subjects are the longer words, each once', () => {
  expect(readPrompt('The kettle and the horse saw the kettle').subjects).toEqual(['kettle', 'horse']);
});

test('Chinese is requested by name or by writing it', () => {
  expect(readPrompt('Greet me in Chinese').requestsChinese).toBe(true);
  expect(readPrompt('你好吗').requestsChinese).toBe(true);
  expect(readPrompt('Hello').requestsChinese).toBe(false);
});

test('a prompt without letters is read in steps linear in its length', () => {
  expect(
    growth(
      4_000,
      (size) => '€'.repeat(size),
      (text) => readPrompt(text),
    ),
  ).toBeLessThan(24);
});

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
