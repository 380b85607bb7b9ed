import { innerFormulas } from './unseen.ts';

/** One value of a table. `null` is an empty cell; only text is guarded, so pass numbers as numbers. */
export type CsvCell = string | number | boolean | null;

/**
 * Returns a table as CSV (RFC 4180): commas, CRLF after every line, quotes where needed. Text that a spreadsheet would
 * evaluate as a formula is prefixed with an apostrophe, because texts, models and sentences are untrusted: also where a
 * cell would begin if the table is opened with semicolons or tabs between cells, as in many countries.
 */
export const toCsv = (rows: readonly (readonly CsvCell[])[]): string => rows.map(csvLine).join('');

/** Returns one line of `toCsv`, including its CRLF, for tables too long to be a single string. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(written).join(',')}\r\n`;

/** The first characters that make Excel, LibreOffice or Google Sheets evaluate a cell, full-width forms included. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

function written(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const value = cell.replace(innerFormulas, "$1$2'");
  if (formulaStart.test(value)) return quoted(`'${value}`);
  return /[",;\t\r\n']/.test(value) ? quoted(value) : value;
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
