import { expect, test } from 'vitest';
import { groupOptions } from '../../../../../renderer/ui/fields/group-options.ts';
import { matchOptions } from '../../../../../renderer/ui/fields/match-options.ts';

const models = [
  { label: 'text-embedding-3-small', hint: 'vectors' },
  { label: 'gpt-4.1-mini', keywords: 'cheap' },
  { label: 'qwen3-mini' },
  { label: 'mini-lm' },
];
const labels = (query: string) => matchOptions(models, query).map((model) => model.label);

test('an empty query keeps everything in its order', () => {
  expect(labels('  ')).toEqual(models.map((model) => model.label));
});

test('a label that starts with the query comes first, the rest keeps its order', () => {
  expect(labels('MINI')).toEqual(['mini-lm', 'gpt-4.1-mini', 'qwen3-mini']);
});

test('every word must be found, in any order, also in hints and keywords', () => {
  expect(labels('small text')).toEqual(['text-embedding-3-small']);
  expect(labels('vectors')).toEqual(['text-embedding-3-small']);
  expect(labels('cheap gpt')).toEqual(['gpt-4.1-mini']);
  expect(labels('gpt qwen')).toEqual([]);
});

test('options stand under their group in the order of first appearance', () => {
  const grouped = groupOptions([{ group: 'b', id: 1 }, { id: 2 }, { group: 'a', id: 3 }, { group: 'b', id: 4 }]);
  expect(grouped.map(({ group, options }) => [group, options.map((option) => option.id)])).toEqual([
    ['b', [1, 4]],
    ['', [2]],
    ['a', [3]],
  ]);
});
