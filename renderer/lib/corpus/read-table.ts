import Papa from 'papaparse';
import { strings } from '../strings.ts';
import type { ReadTexts, TextsProblem } from './read-texts.ts';
import { takeText, textColumn } from './text-column.ts';

const words = () => strings().texts.reading;

/** Rows looked at to tell a table from prose, and what parts its cells. */
const sampleRows = 20;
const separators = [',', ';', '\t', '|'];

/** A table: a head of short, different names, and rows that nearly all have as many cells. */
export function looksLikeTable(text: string): boolean {
  const { head, rows, alike } = sampleOf(text, separatorOf(text));
  const names = head.map((name) => name.trim());
  if (names.length < 2 || rows < 1) return false;
  if (new Set(names).size < names.length || names.some((name) => name === '' || name.length > 40)) return false;
  return alike >= rows * 0.8;
}

/** What parts the cells: by it the head has several, and most rows have as many as the head. */
function separatorOf(text: string): string {
  const likelihood = (separator: string) => {
    const { head, rows, alike } = sampleOf(text, separator);
    return head.length < 2 ? 0 : (1 + alike) / (1 + rows) + head.length / 10_000;
  };
  return separators.toSorted((one, other) => likelihood(other) - likelihood(one))[0] ?? ',';
}

function sampleOf(text: string, delimiter: string): { head: string[]; rows: number; alike: number } {
  const { data } = Papa.parse<string[]>(text, { delimiter, preview: sampleRows + 1, skipEmptyLines: true });
  const [head = [], ...rows] = data;
  return { head, rows: rows.length, alike: rows.filter(({ length }) => length === head.length).length };
}

/** Reads a table whose first row names its columns; comma, semicolon, tab or bar, whichever fits. */
export function readTable(text: string, asked: string | undefined): ReadTexts {
  const problems: TextsProblem[] = [];
  const rows: { fields: Record<string, string>; line: number }[] = [];
  let columns: string[] | null = null;
  for (const { cells, line, quotes } of tableRows(text, separatorOf(text))) {
    if (quotes) problems.push({ line, message: quotes === 'open' ? words().openQuote : words().strayQuote });
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (columns === null) {
      columns = nameColumns(cells);
      continue;
    }
    if (cells.length !== columns.length) problems.push({ line, message: words().cells(cells.length, columns.length) });
    rows.push({ line, fields: Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])) });
  }
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

interface TableRow {
  cells: string[];
  line: number;
  /** Quotation marks that are wrong in it: one that is never closed, or one inside of a cell. */
  quotes: 'open' | 'stray' | null;
}

/** Characters that are read a second time at most because of quotation marks that are never closed. */
const mostReadAgain = 100_000_000;

/**
 * The rows of a table. A quotation mark that takes the lines below it into its cell, and is not closed as one should be,
 * stands for itself: its line is taken as it is, so that one wrong mark does not hide the rest of the table.
 */
function tableRows(text: string, delimiter: string): TableRow[] {
  const rows: TableRow[] = [];
  let line = 1;
  let from = 0;
  let readAgain = 0;
  while (from < text.length) {
    let next = text.length;
    let consumed = from;
    Papa.parse<string[]>(text.slice(from), {
      delimiter,
      step({ data, errors, meta }, parser) {
        const [began, end] = [consumed, from + meta.cursor];
        const isOpen = errors.some(({ code }) => code === 'MissingQuotes');
        const lineEnd = errors.length > 0 ? endOfLine(text, began) : end;
        if (lineEnd < end && readAgain < mostReadAgain) {
          rows.push({ cells: plainCells(text.slice(began, lineEnd), delimiter), line, quotes: 'open' });
          readAgain += end - lineEnd;
          line += 1;
          next = lineEnd;
          parser.abort();
          return;
        }
        rows.push({ cells: data, line, quotes: isOpen ? 'open' : errors.length > 0 ? 'stray' : null });
        line += countLines(text, began, end);
        consumed = end;
      },
    });
    from = next;
  }
  return rows;
}

/** The place behind the end of the line that begins here. */
function endOfLine(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  return found < 0 ? text.length : found + 1;
}

/** The cells of one line in which quotation marks mean nothing; a lone one before a cell is left out. */
const plainCells = (line: string, delimiter: string): string[] =>
  line
    .replace(/\r?\n$/, '')
    .split(delimiter)
    .map((cell) => cell.replace(/^"(?=[^"]*$)/, ''));

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
