import { useEffect, useState } from 'react';
import { isObject, parseJson } from '#shared/protocol/json.ts';
import { strings } from '../i18n/strings.ts';
import { pauses } from './pauses.ts';
import {
  type ReadTexts,
  type TextItem,
  type TextsKind,
  type TextsProblem,
  takeText,
  textColumn,
} from './text-column.ts';

export interface ReadTextsOptions {
  kind: 'auto' | TextsKind;
  /** The column with the texts. Default, also when there is no such column: the most likely one. */
  column?: string | undefined;
}

/** Blank lines and other skipped entries are reported this many times at most. */
const maxProblems = 200;

/**
 * Reads texts from what the user pasted or dropped. Never throws: what cannot be parsed is a problem with its line
 * number, and the rest is kept.
 */
export async function readTexts(text: string, { kind, column }: ReadTextsOptions): Promise<ReadTexts> {
  const plain = text.replace(/^\uFEFF/, '');
  const read = await readAs(plain, kind === 'auto' ? null : kind, column);
  const { problems } = read;
  if (problems.length <= maxProblems) return read;
  const more = {
    line: problems[maxProblems]?.line ?? 0,
    message: strings().texts.reading.more(problems.length - maxProblems),
  };
  return { ...read, problems: [...problems.slice(0, maxProblems), more] };
}

/** Returns what a text contains; `null` until it has been read, and for an empty one. */
export function useReadTexts(
  text: string,
  kind: 'auto' | TextsKind = 'auto',
  column: string | null = null,
): ReadTexts | null {
  const [read, setRead] = useState<ReadTexts | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void readTexts(text, { kind, column: column ?? undefined }).then((found) => {
      if (isCurrent) setRead(text.trim() === '' ? null : found);
    });
    return () => {
      isCurrent = false;
    };
  }, [text, kind, column]);
  return read;
}

async function readAs(text: string, kind: TextsKind | null, column: string | undefined): Promise<ReadTexts> {
  if (kind === 'lines') return readLines(text);
  if (kind === 'jsonl' || (kind === null && looksLikeJson(text))) return readJsonTexts(text, column);
  // A table needs a delimiter in its first line; without one the table reader need not be fetched.
  if (kind === 'csv' || (kind === null && /[,;\t|]/.test(firstLine(text)))) {
    const { looksLikeTable, readTable } = await import('./read-table.ts');
    if (kind === 'csv' || looksLikeTable(text)) return readTable(text, column);
  }
  return readLines(text);
}

async function readLines(text: string): Promise<ReadTexts> {
  const items: TextItem[] = [];
  await eachLine(text, (line, number) => {
    const trimmed = line.trim();
    if (trimmed !== '') items.push({ text: trimmed, line: number, fields: {} });
  });
  return { kind: 'lines', columns: [], column: null, items, problems: [] };
}

const firstLine = (text: string) => /\S.*/.exec(text)?.[0] ?? '';

/** Returns whether the text is one list, or has a first line that is an object or a string of its own. */
function looksLikeJson(text: string): boolean {
  const first = firstLine(text).trim();
  return first.startsWith('[') || (/^[{"]/.test(first) && parseJson(first) !== undefined);
}

const words = () => strings().texts.reading;

interface Row {
  value: unknown;
  line: number;
}

/** Reads JSON values, one per line or all in one list: strings are texts, objects are rows. */
export async function readJsonTexts(text: string, asked: string | undefined): Promise<ReadTexts> {
  const problems: TextsProblem[] = [];
  const rows = listIn(text) ?? (await valuesByLine(text, problems));
  const records = rows.flatMap(({ value, line }) => {
    if (typeof value === 'string') return [{ line, fields: { text: value } as Record<string, string> }];
    if (isObject(value)) return [{ line, fields: plainFields(value) }];
    problems.push({ line, message: words().notText(nameOf(value)) });
    return [];
  });
  const columns = [...new Set(records.flatMap(({ fields }) => Object.keys(fields)))];
  const column = textColumn(
    columns,
    records.map(({ fields }) => fields),
    asked,
  );
  const items: ReadTexts['items'] = [];
  for (const { fields, line } of records) {
    const taken = takeText(fields, column ?? '', line);
    if ('item' in taken) items.push(taken.item);
    else problems.push(taken.problem);
  }
  return { kind: 'jsonl', columns, column, items, problems: problems.sort((one, other) => one.line - other.line) };
}

/** Returns the entries of a text that is one JSON list, else `null`. */
function listIn(text: string): Row[] | null {
  const list = text.trimStart().startsWith('[') ? parseJson(text) : null;
  return Array.isArray(list) ? list.map((value: unknown, at) => ({ value, line: at + 1 })) : null;
}

async function valuesByLine(text: string, problems: TextsProblem[]): Promise<Row[]> {
  const rows: Row[] = [];
  await eachLine(text, (line, number) => {
    if (line.trim() === '') return;
    const value = parseJson(line);
    if (value === undefined) problems.push({ line: number, message: words().notJson });
    else rows.push({ value, line: number });
  });
  return rows;
}

/** Writes values that are not text as JSON, so that nothing of a row is lost; `null` means that there is no value. */
const plainFields = (record: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value),
    ]),
  );

const nameOf = (value: unknown) => {
  const { list, number, boolean } = words().values;
  return value === null ? 'null' : Array.isArray(value) ? list : typeof value === 'number' ? number : boolean;
};

/**
 * Calls `take` with each line and its number from 1, for any line ending. Never blocks the page, however many there
 * are.
 */
export async function eachLine(text: string, take: (line: string, number: number) => void): Promise<void> {
  const pause = pauses();
  const end = /\r\n|\n|\r/g;
  let from = 0;
  for (let number = 1; from <= text.length; number += 1) {
    const found = end.exec(text);
    take(text.slice(from, found?.index), number);
    if (!found) return;
    from = end.lastIndex;
    if (number % 1000 === 0) await pause();
  }
}
