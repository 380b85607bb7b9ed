import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type DiffRow,
  diffLines,
  diffWords,
  foldRows,
  normalizeJson,
} from '../../../../../renderer/lib/diff/diff-text.ts';
import { compareHeaders } from '../../../../../renderer/panels/wire/compare/compare-exchanges.ts';

const textOf = (rows: readonly DiffRow[], side: 'left' | 'right') =>
  rows.flatMap((row) => (row[side] ? [row[side].text] : [])).join('\n');

test('a changed line is shown beside what it became, and a new one has no left side', () => {
  const { rows, removed, added } = diffLines('a\nb\nc', 'a\nB\nb2\nc');
  expect(rows).toEqual([
    { kind: 'same', left: { line: 1, text: 'a' }, right: { line: 1, text: 'a' } },
    { kind: 'changed', left: { line: 2, text: 'b' }, right: { line: 2, text: 'B' } },
    { kind: 'changed', left: null, right: { line: 3, text: 'b2' } },
    { kind: 'same', left: { line: 3, text: 'c' }, right: { line: 4, text: 'c' } },
  ]);
  expect([removed, added]).toEqual([1, 2]);
});

test('both texts can be read from the rows, whatever they are, with their line numbers', () => {
  const text = fc
    .array(fc.constantFrom('', 'a', 'b', 'c', '{"x": 1}'), { maxLength: 12 })
    .map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (left, right) => {
      const { rows } = diffLines(left, right);
      expect(textOf(rows, 'left')).toBe(left);
      expect(textOf(rows, 'right')).toBe(right);
      for (const side of ['left', 'right'] as const) {
        const numbers = rows.flatMap((row) => (row[side] ? [row[side].line] : []));
        expect(numbers).toEqual(numbers.map((_line, index) => index + 1));
      }
    }),
  );
});

test('within a changed line only the changed words are marked', () => {
  const { left, right } = diffWords('  "model": "gpt-4.1-mni",', '  "model": "gpt-4.1-mini",');
  expect(left.filter(({ isOwn }) => isOwn).map(({ text }) => text)).toEqual(['mni']);
  expect(right.filter(({ isOwn }) => isOwn).map(({ text }) => text)).toEqual(['mini']);
});

test('lines with nothing in common differ as a whole, and so do very long ones', () => {
  expect(diffWords('alpha beta', 'one two three').left).toEqual([{ text: 'alpha beta', isOwn: true }]);
  const long = 'x'.repeat(5000);
  expect(diffWords(long, `${long}y`).right).toEqual([{ text: `${long}y`, isOwn: true }]);
});

test('texts without common lines finish in time and are shown side by side', () => {
  const many = (letter: string) => Array.from({ length: 60_000 }, (_, index) => `${letter}${index}`).join('\n');
  const diff = diffLines(many('l'), many('r'));
  expect(diff.rows).toHaveLength(60_000);
  expect(diff).toMatchObject({ removed: 60_000, added: 60_000 });
});

test('long equal ranges are folded, three lines stay around a change', () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
  const { rows } = diffLines(lines.join('\n'), lines.with(20, 'other').join('\n'));
  const shown = foldRows(rows, new Set());
  expect(shown.map((item) => (item.kind === 'fold' ? item.count : item.row.left?.line))).toEqual([
    17, 18, 19, 20, 21, 22, 23, 24, 16,
  ]);
  expect(foldRows(rows, new Set([0]))).toHaveLength(rows.length - 16 + 1);
});

test('JSON is compared by content, not by formatting', () => {
  expect(normalizeJson('{"b":1,"a":[{"d":2,"c":3}]}', true)).toBe(
    normalizeJson('{ "a": [ { "c": 3, "d": 2 } ], "b": 1 }', true),
  );
  expect(normalizeJson('{"b":1,"a":2}', false)).toBe('{\n  "b": 1,\n  "a": 2\n}');
  expect(normalizeJson('data: {}', false)).toBeNull();
});

test('headers are compared by case-insensitive name, with their duplicates', () => {
  expect(
    compareHeaders(
      [
        ['Content-Type', 'application/json'],
        ['set-cookie', 'a'],
        ['set-cookie', 'b'],
        ['x-only-left', '1'],
      ],
      [
        ['content-type', 'application/json'],
        ['set-cookie', 'b'],
        ['x-only-right', '2'],
      ],
    ),
  ).toEqual([
    { name: 'Content-Type', left: ['application/json'], right: ['application/json'], what: 'same' },
    { name: 'set-cookie', left: ['a', 'b'], right: ['b'], what: 'changed' },
    { name: 'x-only-left', left: ['1'], right: null, what: 'removed' },
    { name: 'x-only-right', left: null, right: ['2'], what: 'added' },
  ]);
});
