import { expect, test } from 'vitest';
import type { TextItem } from '../../../../../../renderer/lib/corpus/text-column.ts';
import { columnColoring, maxGroups, scaleSteps } from '../../../../../../renderer/panels/embeddings/lab/coloring.tsx';

const words = { other: 'Other values', none: 'No value' };
const rows = (values: readonly string[]): TextItem[] =>
  values.map((value, at) => ({ text: `text ${at}`, line: at + 1, fields: { label: value } }));
const colored = (values: readonly string[]) => columnColoring(rows(values), 'label', words);

test('a column of words makes groups, the most frequent first, with their counts', () => {
  const { groups, of, scale } = colored(['b', 'a', 'b', ' a ', 'b', '']);
  expect(groups).toEqual([
    { name: 'b', count: 3, isRest: false },
    { name: 'a', count: 2, isRest: false },
    { name: 'No value', count: 1, isRest: true },
  ]);
  expect([...(of ?? [])]).toEqual([0, 1, 0, 1, 0, 2]);
  expect(scale).toBeNull();
});

test('values too rare for a mark of their own are one group, and no text is lost', () => {
  const values = Array.from({ length: 40 }, (_, at) => `kind ${at % 25}`);
  const { groups } = colored(values);
  expect(groups).toHaveLength(maxGroups);
  expect(groups.at(-1)).toMatchObject({ name: 'Other values', isRest: true });
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(40);
  expect(colored(values.slice(0, maxGroups)).groups.some(({ isRest }) => isRest)).toBe(false);
});

test('a column of numbers makes a scale from the lowest to the highest', () => {
  const { scale, of, groups } = colored(['0.5', '1e1', '-2', 'n/a', ...Array.from({ length: 20 }, () => '4')]);
  expect(scale).toEqual({ low: -2, high: 10, without: 1 });
  expect(groups).toEqual([]);
  expect([of?.[2], of?.[1], of?.[3]]).toEqual([0, scaleSteps - 1, scaleSteps]);
  expect(of?.[4]).toBe(scaleSteps / 2);
});

test('a few whole numbers are grades in their order, more of them a scale', () => {
  expect(colored(['3', '1', '3', '10', '2']).groups.map(({ name }) => name)).toEqual(['1', '2', '3', '10']);
  expect(colored(Array.from({ length: 11 }, (_, at) => String(at))).scale).toEqual({ low: 0, high: 10, without: 0 });
  expect(colored(['7', '7']).scale).toBeNull();
  expect(colored(['0.5', '0.5']).scale).toEqual({ low: 0.5, high: 0.5, without: 0 });
});

test('a column that no row has is without values', () => {
  expect(columnColoring(rows(['a']), 'gone', words).groups).toEqual([{ name: 'No value', count: 1, isRest: true }]);
});
