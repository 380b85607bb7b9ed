import Papa from 'papaparse';
import { formatNumber } from '../i18n/format.ts';
import { strings } from '../i18n/strings.ts';
import { inTurns, pauses } from './pauses.ts';
import { createProblems, maxColumns, type ReadTexts, takeText, textColumn } from './text-column.ts';

const words = () => strings().texts.reading;

/** Rows and characters sampled to tell a table from prose, and to find its delimiter. */
const sampleRows = 20;
const sampleChars = 256 * 1024;
const separators = [',', ';', '\t', '|'];

/**
 * Returns whether the text is a table: a header row of short, distinct names, and rows that nearly all have as many
 * cells.
 */
export function looksLikeTable(text: string): boolean {
  const { head, rows, alike } = sampleOf(text, separatorOf(text));
  const names = head.map((name) => name.trim());
  if (names.length < 2 || rows < 1) return false;
  if (new Set(names).size < names.length || names.some((name) => name === '' || name.length > 40)) return false;
  return alike >= rows * 0.8;
}

/** Returns the delimiter: with it the header has several cells, and most rows have as many as the header. */
function separatorOf(text: string): string {
  const likelihood = (separator: string) => {
    const { head, rows, alike } = sampleOf(text, separator);
    return head.length < 2 ? 0 : (1 + alike) / (1 + rows) + head.length / 10_000;
  };
  const judged = separators.map((separator) => ({ separator, likelihood: likelihood(separator) }));
  return judged.reduce((best, one) => (one.likelihood > best.likelihood ? one : best)).separator;
}

function sampleOf(text: string, delimiter: string): { head: string[]; rows: number; alike: number } {
  const sample = text.slice(0, sampleChars);
  const { data } = Papa.parse<string[]>(sample, { delimiter, preview: sampleRows + 1, skipEmptyLines: true });
  const [head = [], ...rows] = data;
  return { head, rows: rows.length, alike: rows.filter(({ length }) => length === head.length).length };
}

/**
 * Reads a table whose first row names its columns; comma, semicolon, tab or bar, whichever fits. Never blocks the page,
 * however long the table is.
 */
export async function readTable(text: string, asked: string | undefined): Promise<ReadTexts> {
  const pause = pauses();
  const problems = createProblems();
  const rows: { fields: Record<string, string>; line: number }[] = [];
  let headCells = 0;
  let columns: string[] | null = null;
  for (const some of tableRows(text, separatorOf(text))) {
    for (const { cells, line, quotes } of some) {
      if (quotes) problems.add(line, quotes === 'open' ? words().openQuote : words().strayQuote);
      if (cells.every((cell) => cell.trim() === '')) continue;
      if (columns === null) {
        headCells = cells.length;
        columns = nameColumns(cells.slice(0, maxColumns));
        if (headCells > maxColumns)
          problems.add(line, words().columns(formatNumber(maxColumns), formatNumber(headCells)));
        continue;
      }
      if (cells.length !== headCells) problems.add(line, words().cells(cells.length, headCells));
      rows.push({ line, fields: Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])) });
    }
    await pause();
  }
  const names = columns ?? [];
  const column = textColumn(
    names,
    rows.map(({ fields }) => fields),
    asked,
  );
  const items: ReadTexts['items'] = [];
  await inTurns(rows, ({ fields, line }) => {
    const taken = takeText(fields, column ?? '', line);
    if ('item' in taken) items.push(taken.item);
    else problems.add(taken.problem.line, taken.problem.message);
  });
  if (names.length > 0 && rows.length === 0) problems.add(1, words().noRows);
  return { kind: 'csv', columns: names, column, items, problems: problems.all() };
}

/** Gives each column a unique name, so that no cell hides another. */
function nameColumns(head: readonly string[]): string[] {
  const names = new Set<string>();
  const counts = new Map<string, number>();
  for (const [at, cell] of head.entries()) {
    const name = cell.trim() || words().column(at + 1);
    let unique = name;
    let count = counts.get(name) ?? 2;
    for (; names.has(unique); count++) unique = `${name} ${count}`;
    counts.set(name, count);
    names.add(unique);
  }
  return [...names];
}

interface TableRow {
  cells: string[];
  line: number;
  /** Wrong quotation marks in it: one that is never closed, or one inside a cell. */
  quotes: 'open' | 'stray' | null;
}

/**
 * Characters that are read at a time, and the most that a cell may take before its quotation mark counts as never
 * closed.
 */
const windowChars = 256 * 1024;
const longestCell = 4 * 1024 * 1024;
/**
 * Maximum characters that are read a second time because of quotation marks that are never closed; after that, every
 * line is read on its own.
 */
const maxRereadChars = 100_000_000;

/**
 * Yields the rows of a table in batches. A quotation mark that takes the lines below it into its cell and is not closed
 * properly is literal: its line is taken as it is, so that one wrong mark does not hide the rest of the table.
 */
function* tableRows(text: string, delimiter: string): Generator<TableRow[]> {
  const { linebreak: newline } = Papa.parse(text.slice(0, sampleChars), { delimiter, preview: 1 }).meta;
  let line = 1;
  let from = 0;
  let readAgain = 0;
  let size = windowChars;
  while (from < text.length) {
    const isAlone = readAgain >= maxRereadChars;
    const until = isAlone ? endOfLine(text, from) : Math.min(text.length, from + size);
    const mayGoOn = !isAlone && until < text.length;
    const rows: TableRow[] = [];
    let consumed = from;
    let isCut = false;
    Papa.parse<string[]>(text.slice(from, until), {
      delimiter,
      newline: newline as '\n',
      step({ data, errors, meta }, parser) {
        const [began, end] = [consumed, Math.min(until, from + meta.cursor)];
        const lineEnd = errors.length > 0 ? endOfLine(text, began) : end;
        if (mayGoOn && end === until && (size < longestCell || lineEnd >= end)) {
          // The last row of a window is read again in the next one, because more of it may follow.
          isCut = true;
          parser.abort();
          return;
        }
        if (lineEnd < end) {
          rows.push({ cells: plainCells(text.slice(began, lineEnd), delimiter), line, quotes: 'open' });
          readAgain += end - from;
          line += 1;
          consumed = lineEnd;
          parser.abort();
          return;
        }
        const isOpen = errors.some(({ code }) => code === 'MissingQuotes');
        rows.push({ cells: data, line, quotes: isOpen ? 'open' : errors.length > 0 ? 'stray' : null });
        line += countLines(text, began, end);
        consumed = end;
      },
    });
    size = isCut && consumed === from ? 2 * size : windowChars;
    from = !isCut && rows.length === 0 ? until : consumed;
    yield rows;
  }
}

/** Returns the place after the end of the line that begins here. */
function endOfLine(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  return found < 0 ? text.length : found + 1;
}

/** Splits a line in which quotation marks mean nothing; a lone one before a cell is dropped. */
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
