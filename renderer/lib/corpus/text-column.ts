import { strings } from '../i18n/strings.ts';

/** The format of the texts: one per line, a table with a header row, or JSON (one value per line, or one list). */
export type TextsKind = 'lines' | 'csv' | 'jsonl';

/** One text with the other cells of its row. */
export interface TextItem {
  text: string;
  /** The line it begins on, from 1; in a JSON list its place there. */
  line: number;
  /** Every column of its row by name, including the text's own; empty for plain lines. */
  fields: Record<string, string>;
}

export interface TextsProblem {
  line: number;
  /** What is wrong there and how it was handled, in a sentence. */
  message: string;
}

export interface ReadTexts {
  /** The kind it was read as. */
  kind: TextsKind;
  /** Names of columns that contain text, in their order; empty for plain lines. */
  columns: string[];
  /** The column that was used, `null` for plain lines. */
  column: string | null;
  items: TextItem[];
  problems: TextsProblem[];
}

/** Columns that are read. Text with more is not a table that a user could look at. */
export const maxColumns = 1000;

/** Usual names of a text column. */
const usual = /^(text|content|input|document|body|sentence|passage|message|question|description|comment|review)s?$/i;

/**
 * Returns the column that most likely contains the texts: the requested one, else one with a usual name, else the one
 * with the longest values.
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

/** Returns the text of a row in a column, or `null` with the reason why there is none. */
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

/** Skipped entries are reported this many times at most. */
const maxProblems = 200;

/** Collects what is wrong with a text: as many problems as are shown, and the number of all others. */
export interface Problems {
  add(line: number, message: string): void;
  /** Returns the first of them in the order of their lines, and how many more there are. */
  all(): TextsProblem[];
}

export function createProblems(): Problems {
  let found: TextsProblem[] = [];
  let dropped = 0;
  const cut = (most: number) => {
    if (found.length <= most) return;
    found.sort((one, other) => one.line - other.line);
    dropped += found.length - maxProblems;
    found = found.slice(0, maxProblems);
  };
  return {
    add(line, message) {
      found.push({ line, message });
      cut(10 * maxProblems);
    },
    all() {
      found.sort((one, other) => one.line - other.line);
      cut(maxProblems);
      const last = found.at(-1)?.line ?? 0;
      return dropped === 0 ? found : [...found, { line: last, message: strings().texts.reading.more(dropped) }];
    },
  };
}
