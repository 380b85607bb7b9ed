import { expect, test } from 'vitest';
import type { PresetTarget } from '../../../../../renderer/lib/saved/composer-target.ts';
import { insertText, isSlash } from '../../../../../renderer/lib/saved/composer-target.ts';
import { pickerRows, shownPrompts } from '../../../../../renderer/lib/saved/prompt-picker.tsx';
import type { PromptRow } from '../../../../../shared/contract/prompts.ts';

const prompt = (name: string): PromptRow => ({
  id: name,
  name,
  excerpt: '',
  variables: [],
  preset: null,
  revision: 1,
  updatedAt: 0,
});
const preset = (name: string, scope: string) => ({ id: name, name, scope, values: {}, revision: 1 });
const target: PresetTarget = { scope: 'chat chat', settings: {}, prefix: 'chat:', onChange: () => undefined };

test('the list has the found prompts, then the presets of the composer that fit the query', () => {
  const presets = [preset('Precise', 'chat chat'), preset('Creative', 'chat chat'), preset('Precise', 'video strict')];
  const names = (query: string) =>
    pickerRows([prompt('a')], presets, [target], query).map(({ kind, name }) => [kind, name]);
  expect(names('')).toEqual([
    ['prompt', 'a'],
    ['preset', 'Precise'],
    ['preset', 'Creative'],
  ]);
  expect(names('PREC')).toEqual([
    ['prompt', 'a'],
    ['preset', 'Precise'],
  ]);
});

test('of a large library only the first prompts are drawn', () => {
  const many = Array.from({ length: shownPrompts + 5 }, (_, at) => prompt(String(at)));
  expect(pickerRows(many, [], [], '')).toHaveLength(shownPrompts);
});

test('a prompt replaces the selection, and the cursor is behind it', () => {
  expect(insertText('one two three', 'X', { selectionStart: 4, selectionEnd: 7 })).toEqual({
    text: 'one X three',
    cursor: 5,
  });
  expect(insertText('one', 'X', null)).toEqual({ text: 'oneX', cursor: 4 });
  expect(insertText('', 'Hello', { selectionStart: 9, selectionEnd: 9 })).toEqual({ text: 'Hello', cursor: 5 });
});

test('a slash, and what its key types in Chinese, open the list; nothing else does', () => {
  expect(['/', '、', '//', 'a', '', '/a'].map(isSlash)).toEqual([true, true, false, false, false, false]);
});
