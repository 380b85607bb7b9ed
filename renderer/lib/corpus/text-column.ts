import { strings } from '../i18n/strings.ts';

/** How the texts are written down: one a line, a table with a head, or JSON (one value a line, or one list). */
export type TextsKind = 'lines' | 'csv' | 'jsonl';

/** One text with what stood beside it. */
export interface TextItem {
  text: string;
  /** Where it begins, from 1; in a JSON list its place there. */
  line: number;
  /** Every column of its row by name, the text's own included; empty for plain lines. */
  fields: Record<string, string>;
}

export interface TextsProblem {
  line: number;
  /** What is wrong there and what became of it, in a sentence. */
  message: string;
}

export interface ReadTexts {
  /** The kind it was read as. */
  kind: TextsKind;
  /** Names of columns that hold text, in their order; empty for plain lines. */
  columns: string[];
  /** The column that was taken, `null` for plain lines. */
  column: string | null;
  items: TextItem[];
  problems: TextsProblem[];
}

/** Names under which texts usually stand. */
const usual = /^(text|content|input|document|body|sentence|passage|message|question|description|comment|review)s?$/i;

/**
 * The column that most likely holds the texts: the one that was asked for, else one with a usual name, else the one with
 * the longest values.
 */
export function textColumn(
  columns: readonly string[],
  rows: readonly Record<string, string>[],
  asked: string | undefined,
): string | null {
  if (asked !== undefined && columns.includes(asked)) return asked;
  const named = columns.find((name) => usual.test(name.trim()));
  if (named !== undefined) return named;
  const sample = rows.slice(0, 200);
  const lengths = columns.map((name) => sample.reduce((sum, row) => sum + (row[name]?.length ?? 0), 0));
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  return columns[lengths.indexOf(longest)] ?? null;
}

/** The text of a row in a column, or `null` with the reason why there is none. */
export function takeText(
  fields: Record<string, string>,
  column: string,
  line: number,
): { item: TextItem } | { problem: { line: number; message: string } } {
  const text = fields[column]?.trim() ?? '';
  return text === ''
    ? { problem: { line, message: strings().texts.reading.emptyCell(column) } }
    : { item: { text, line, fields } };
}
