import { expect, test } from 'vitest';
import { readPrompt } from '../../../../../../electron/demo/media/images/prompt-words.ts';

const wanted = (prompt: string) => readPrompt(prompt).things.map(({ thing, count }) => [thing, count]);

test('a word for many of a thing asks for many', () => {
  expect(wanted('City skyline at night')).toEqual([['tower', 7]]);
  expect(wanted('a cabin in the forest')).toEqual([
    ['house', 1],
    ['tree', 9],
  ]);
});

test('things have their own shape where one is known', () => {
  expect(wanted('A lighthouse on a rock')).toEqual([['lighthouse', 1]]);
  expect(wanted('two mugs and a teapot on a wooden table')).toEqual([
    ['cup', 2],
    ['teapot', 1],
    ['table', 1],
  ]);
});

test('a boat is on water unless the prompt names another place', () => {
  expect(readPrompt('a paper boat at dawn').ground).toBe('sea');
  expect(readPrompt('a boat on the beach').ground).toBe('sand');
  expect(readPrompt('a fox at dawn').ground).toBe('grass');
});
