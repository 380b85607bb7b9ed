import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineIndex } from '../../../../../renderer/ui/code/line-index.ts';

function rowsOf(text: string, columns = 80, known?: LineIndex): string[] {
  const index = new LineIndex(text, columns, known);
  while (!index.isComplete) index.advance(7);
  return Array.from({ length: index.rows }, (_, row) => index.row(row));
}

test('rows are lines without their line ends', () => {
  expect(rowsOf('a\nbb\r\n\nc')).toEqual(['a', 'bb', '', 'c']);
  expect(rowsOf('a\n')).toEqual(['a', '']);
  expect(rowsOf('')).toEqual(['']);
});

test('a long line continues in further rows, and says so', () => {
  const index = new LineIndex(`${'x'.repeat(25)}\ny`, 10);
  index.advance(1000);
  expect(index.rows).toBe(4);
  expect([0, 1, 2, 3].map((row) => index.continues(row))).toEqual([false, true, true, false]);
  expect(index.row(2)).toBe('xxxxx');
});

test('the end of the text follows the last row', () => {
  const index = new LineIndex('a\nbc', 80);
  index.advance(100);
  expect([index.start(0), index.start(1), index.start(2)]).toEqual([0, 2, 4]);
});

test('wide characters take two columns, and a surrogate pair is never split', () => {
  expect(rowsOf('漢字漢字漢字', 4)).toEqual(['漢字', '漢字', '漢字']);
  expect(rowsOf('a😀😀😀', 4)).toEqual(['a😀', '😀😀']);
  expect(rowsOf('aaa😀b', 4)).toEqual(['aaa', '😀b']);
});

test('while a text is being read, only rows that cannot change are shown', () => {
  const index = new LineIndex(`${'a'.repeat(50)}\nb\nc`, 80);
  index.advance(10);
  expect(index.isComplete).toBe(false);
  const early = Array.from({ length: index.rows }, (_, row) => index.row(row));
  index.advance(1000);
  expect(early).toEqual(Array.from({ length: early.length }, (_, row) => index.row(row)));
});

test('one line of ten million characters is read in slices', () => {
  const index = new LineIndex('x'.repeat(10_000_000), 2000);
  index.advance(1_000_000);
  expect(index.isComplete).toBe(false);
  expect(index.rows).toBeLessThanOrEqual(501);
  while (!index.isComplete) index.advance(4_000_000);
  expect(index.rows).toBe(5000);
});

test('reading in slices, growing and reading at once give the same rows', () => {
  const text = fc
    .array(fc.constantFrom('a', 'bb', '\n', '\r\n', 'x'.repeat(30), '漢', '😀', '\t'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.nat(200), fc.integer({ min: 4, max: 40 }), (whole, cut, columns) => {
      const first = new LineIndex(whole.slice(0, cut), columns);
      first.advance(5);
      const atOnce = new LineIndex(whole, columns);
      atOnce.advance(whole.length + 1);
      const rows = Array.from({ length: atOnce.rows }, (_, row) => atOnce.row(row));
      expect(rowsOf(whole, columns, first)).toEqual(rows);
      for (let row = 0; row < atOnce.rows; row += 1) expect(atOnce.rowAt(atOnce.start(row))).toBe(row);
    }),
  );
});
