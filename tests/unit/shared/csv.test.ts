import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { type CsvCell, csvLine, toCsv } from '../../../shared/csv.ts';

const cellOf = (value: CsvCell) => csvLine([value]).slice(0, -2);

test.each([
  '=1+1',
  '+1',
  '-1',
  '-2+3*cmd',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\nx',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '=cmd|"x"!A1',
])('writes text that begins like the formula %j after an apostrophe, in quotes', (text) => {
  expect(cellOf(text)).toBe(`"'${text.replaceAll('"', '""')}"`);
});

test.each(['\u00a0', '\ufeff', '\u200b\u200b', '\u3000', '\u202e', '  '])(
  'a formula behind %j is no formula',
  (unseen) => {
    expect(cellOf(`${unseen}=1+1`)).toContain(`${unseen}'=1+1`);
    expect(cellOf(`a;${unseen}=1+1`)).toContain(`;${unseen}'=1+1`);
  },
);

test.each([
  ['plain', 'plain'],
  ['a=b', 'a=b'],
  ['', ''],
  ['a, b', '"a, b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ["it's", '"it\'s"'],
  [-2.5, '-2.5'],
  [1e21, '1e+21'],
  [0, '0'],
  [false, 'false'],
  [null, ''],
] as const)('writes %j as %j', (value, written) => {
  expect(cellOf(value)).toBe(written);
});

test('ends every line with CRLF', () => {
  expect(
    toCsv([
      ['a', 'b'],
      [1, null],
    ]),
  ).toBe('a,b\r\n1,\r\n');
  expect(toCsv([])).toBe('');
});

test('any text survives a round trip, except for the apostrophe before a formula', () => {
  const text = fc.string({ unit: fc.constantFrom('=', '-', '"', ',', '\r', '\n', "'", 'x', ' ', '😀') });
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), (rows) => {
      const { data } = Papa.parse<string[]>(toCsv(rows), { delimiter: ',', newline: '\r\n' });
      // Also at the start of each line of a text: with another separator, that is where a cell begins.
      const guarded = (cell: string) => cell.replace(/(^|[\r\n])( *)(?=[=-])/g, "$1$2'");
      const expected = rows.map((row) =>
        row.map((cell) => (/^[\r\n]/.test(cell) ? `'${guarded(cell)}` : guarded(cell))),
      );
      expect(data).toEqual([...expected, ['']]);
    }),
  );
});

/** Splits a line as a program does for which another character separates cells: quotes count only at the start of one. */
const cellsOf = (text: string, separator: string) =>
  text.split(/\r?\n/).flatMap((line) => line.split(separator).map((cell) => cell.replace(/^ *"?/, '')));

test.each([';', '\t'])('no cell is a formula for a program that separates cells by %j', (separator) => {
  const texts = [
    'a;=1+1',
    'a\t=1+1',
    'x;  @SUM(A1)',
    'first\n=HYPERLINK("https://evil.example")',
    'a;-1;+2',
    ' =1+1',
    'a;"=1+1"',
    '"\n=1+1',
    'a;\t=1+1',
  ];
  const lines = toCsv(texts.map((text) => ['plain', text, text]));
  expect(cellsOf(lines, separator).filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
});
