import { expect, test } from 'vitest';
import { readPrompt } from '../../../../../../electron/demo/media/images/prompt-words.ts';

const wanted = (prompt: string) => readPrompt(prompt).things.map(({ thing, count }) => [thing, count]);

test('two words for one thing are one thing, with the number and the plural in the prompt', () => {
  expect(wanted('City skyline at night')).toEqual([['tower', 1]]);
  expect(wanted('pine trees and 2 cabins')).toEqual([
    ['tree', 3],
    ['house', 2],
  ]);
});

test('a boat is on water unless the prompt names another place', () => {
  expect(readPrompt('a paper boat at dawn').ground).toBe('sea');
  expect(readPrompt('a boat on the beach').ground).toBe('sand');
  expect(readPrompt('a fox at dawn').ground).toBe('grass');
});
