import { expect, test } from 'vitest';
import { readPrompt } from '#demo/language/prompt-reading.ts';
import { growth } from '../../../../support/growth.ts';

test('requests are read from the words', () => {
  const requests = (text: string) => [...readPrompt(text).requests].sort();
  expect(requests('Compare cats and dogs in a table')).toEqual(['table']);
  expect(requests('Write a Python script')).toEqual(['code']);
  expect(requests('Explain entropy?')).toEqual(['question']);
  expect(requests('5 tips for rain')).toEqual(['list']);
});

test('numbers to count to and sums are found', () => {
  expect(readPrompt('Please count slowly to 30').countTo).toBe(30);
  expect(readPrompt('2 + 2').sums).toEqual([{ expression: '2 + 2', value: 4 }]);
});

test('topics are the words that carry meaning, most used first', () => {
  expect(readPrompt('The cat and the dog saw the cat').topics).toEqual([
    { word: 'cat', times: 2, place: 2 },
    { word: 'dog', times: 1, place: 5 },
    { word: 'saw', times: 1, place: 6 },
  ]);
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
