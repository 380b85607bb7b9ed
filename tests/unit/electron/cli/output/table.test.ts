import { expect, test } from 'vitest';
import { fitText, tableOf, widthOf } from '../../../../../electron/cli/output/table.ts';

const rows = [
  ['name', 'text', 'n'],
  ['short', 'a long text that does not fit', '1'],
];

test('without a width, nothing is cut', () => {
  expect(tableOf(rows)).toBe('name   text                           n\nshort  a long text that does not fit  1\n');
});

test('the widest column is cut to fit, with an ellipsis', () => {
  expect(tableOf(rows, 24)).toBe('name   text            n\nshort  a long text t…  1\n');
});

test.each([10, 20, 30, 44, 80])('no line is wider than %i columns', (columns) => {
  const wide = [...rows, ['中文名称很长很长', '😀'.repeat(30), '22']];
  for (const line of tableOf(wide, columns).trimEnd().split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(columns);
});

test('wide characters count twice', () => {
  expect([widthOf('中a'), fitText('中文字', 5), fitText('abc', 3)]).toEqual([3, '中文…', 'abc']);
});

test.each([
  ['e\u0301', 1],
  ['👩‍👩‍👧', 2],
  ['🇩🇪', 2],
  ['☎️', 2],
  ['☎', 1],
  ['𠀀', 2],
  ['नि', 1],
  ['\u0301', 0],
  ['1️⃣', 2],
])('%s is as wide as a terminal draws it', (text, columns) => {
  expect(widthOf(text)).toBe(columns);
});

test('a text is not cut inside a character of several parts', () => {
  expect([fitText('👩‍👩‍👧👩‍👩‍👧', 3), fitText('ae\u0301bc', 3)]).toEqual(['👩‍👩‍👧…', 'ae\u0301…']);
});
