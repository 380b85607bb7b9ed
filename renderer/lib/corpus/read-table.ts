import Papa from 'papaparse';
import { strings } from '../strings.ts';
import type { ReadTexts, TextsProblem } from './read-texts.ts';
import { takeText, textColumn } from './text-column.ts';

const words = () => strings().texts.reading;

/** Rows looked at to tell a table from prose. */
const sampleRows = 20;

/** A table: a head of short, different names, and rows that nearly all have as many cells. */
export function looksLikeTable(text: string): boolean {
  const { data } = Papa.parse<string[]>(text, { preview: sampleRows + 1, skipEmptyLines: true });
  const [head = [], ...rows] = data;
  const names = head.map((name) => name.trim());
  if (names.length < 2 || rows.length < 1) return false;
  if (new Set(names).size < names.length || names.some((name) => name === '' || name.length > 40)) return false;
  const alike = rows.filter(({ length }) => length === names.length).length;
  return alike >= rows.length * 0.8;
}

/** Reads a table whose first row names its columns; comma, semicolon, tab or bar, whichever fits. */
export function readTable(text: string, asked: string | undefined): ReadTexts {
  const problems: TextsProblem[] = [];
  const rows: { fields: Record<string, string>; line: number }[] = [];
  let columns: string[] | null = null;
  let consumed = 0;
  let line = 1;
  Papa.parse<string[]>(text, {
    step({ data: cells, errors, meta }) {
      const began = line;
      line += countLines(text, consumed, meta.cursor);
      consumed = meta.cursor;
      for (const { code } of errors)
        if (code !== 'UndetectableDelimiter') problems.push({ line: began, message: wordsFor(code) });
      if (cells.every((cell) => cell.trim() === '')) return;
      if (columns === null) {
        columns = nameColumns(cells);
        return;
      }
      if (cells.length !== columns.length)
        problems.push({ line: began, message: words().cells(cells.length, columns.length) });
      rows.push({ line: began, fields: Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])) });
    },
  });
  const names = columns ?? [];
  const column = textColumn(
    names,
    rows.map(({ fields }) => fields),
    asked,
  );
  const items: ReadTexts['items'] = [];
  for (const row of rows) {
    const taken = takeText(row.fields, column ?? '', row.line);
    if ('item' in taken) items.push(taken.item);
    else problems.push(taken.problem);
  }
  if (names.length > 0 && rows.length === 0) problems.push({ line: 1, message: words().noRows });
  return { kind: 'csv', columns: names, column, items, problems: problems.sort((one, other) => one.line - other.line) };
}

/** Each column has a name of its own, so that no cell hides another. */
function nameColumns(head: readonly string[]): string[] {
  const names: string[] = [];
  for (const [at, cell] of head.entries()) {
    const name = cell.trim() || words().column(at + 1);
    let unique = name;
    for (let count = 2; names.includes(unique); count++) unique = `${name} ${count}`;
    names.push(unique);
  }
  return names;
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

const wordsFor = (code: string) => (code === 'MissingQuotes' ? words().openQuote : words().strayQuote);
