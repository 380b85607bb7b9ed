import { expect, test } from 'vitest';
import { countWords, mergeTexts } from '../../../../../renderer/lib/diff/diff-text.ts';

const side = (left: string, right: string, by: 'words' | 'lines', without: 'added' | 'removed') =>
  mergeTexts(left, right, by)
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

test('merged texts contain both texts in full', () => {
  const [left, right] = ['The cat sat on a mat.', 'The dog sat, on a mat today.'];
  expect(side(left, right, 'words', 'added')).toBe(left);
  expect(side(left, right, 'words', 'removed')).toBe(right);
  expect(side('a\nb', 'a\nc', 'lines', 'added')).toBe('a\nb\n');
});

test('words that were added and removed are counted', () => {
  expect(countWords(mergeTexts('one two three', 'one four five three', 'words'))).toEqual({ added: 2, removed: 1 });
});
