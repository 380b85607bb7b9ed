import { expect, test } from 'vitest';
import { readPrompt } from '#demo/language/prompt-reading.ts';
import { growth } from '../../../../support/growth.ts';

test('wishes are read from the words', () => {
  const wishes = (text: string) => [...readPrompt(text).requests].sort();
  expect(wishes('Compare cats and dogs in a table')).toEqual(['table']);
  expect(wishes('Write a Python script')).toEqual(['code']);
  expect(wishes('Explain entropy with a formula?')).toEqual(['math', 'question']);
  expect(wishes('5 tips for rain')).toEqual(['list']);
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

test('languages are asked for by name or by writing them', () => {
  expect(readPrompt('Greet me in Dutch').language).toBe('dutch');
  expect(readPrompt('Auf Deutsch bitte').language).toBe('german');
  expect(readPrompt('En français').language).toBe('french');
  expect(readPrompt('你好吗').language).toBe('chinese');
  expect(readPrompt('Hello').language).toBeNull();
});

test('a prompt without letters is read in steps with its length', () => {
  expect(
    growth(
      4_000,
      (size) => '€'.repeat(size),
      (text) => readPrompt(text),
    ),
  ).toBeLessThan(24);
});
