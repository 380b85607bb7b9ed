import { useEffect, useState } from 'react';
import { isObject, parseJson } from '#shared/protocol/json.ts';
import { formatNumber } from '../i18n/format.ts';
import { strings } from '../i18n/strings.ts';
import { inTurns, pauses } from './pauses.ts';
import { looksLikeTable, readTable } from './read-table.ts';
import {
  createProblems,
  maxColumns,
  type Problems,
  type ReadTexts,
  type TextItem,
  type TextsKind,
  takeText,
  textColumn,
} from './text-column.ts';

export interface ReadTextsOptions {
  kind: 'auto' | TextsKind;
  /** The column with the texts. Default, also when there is no such column: the most likely one. */
  column?: string | undefined;
}

/**
 * Reads texts from what the user pasted or dropped. Never throws: what cannot be parsed is a problem with its line
 * number, and the rest is kept.
 */
export async function readTexts(text: string, { kind, column }: ReadTextsOptions): Promise<ReadTexts> {
  const plain = text.replace(/^\uFEFF/, '');
  return readAs(plain, kind === 'auto' ? null : kind, column);
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
  if (kind === 'csv' || (kind === null && /[,;\t|]/.test(firstLine(text)))) {
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

interface TextRecord {
  fields: Record<string, string>;
  line: number;
}

/** Reads JSON values, one per line or all in one list: strings are texts, objects are rows. */
export async function readJsonTexts(text: string, asked: string | undefined): Promise<ReadTexts> {
  const problems = createProblems();
  const rows = listIn(text) ?? (await valuesByLine(text, problems));
  const columns = new Set<string>();
  const records: TextRecord[] = [];
  let isCut = false;
  await inTurns(rows, ({ value, line }) => {
    if (typeof value === 'string') records.push({ line, fields: { text: value } });
    else if (isObject(value)) records.push({ line, fields: plainFields(value, line, problems) });
    else {
      problems.add(line, words().notText(nameOf(value)));
      return;
    }
    for (const name of Object.keys(records.at(-1)?.fields ?? {}))
      if (columns.size < maxColumns) columns.add(name);
      else if (!columns.has(name)) isCut = true;
  });
  if (isCut) problems.add(1, words().someColumns(formatNumber(maxColumns)));
  const names = [...columns];
  const column = textColumn(
    names,
    records.map(({ fields }) => fields),
    asked,
  );
  const items: ReadTexts['items'] = [];
  await inTurns(records, ({ fields, line }) => {
    const taken = takeText(fields, column ?? '', line);
    if ('item' in taken) items.push(taken.item);
    else problems.add(taken.problem.line, taken.problem.message);
  });
  return { kind: 'jsonl', columns: names, column, items, problems: problems.all() };
}

/** Returns the entries of a text that is one JSON list, else `null`. */
function listIn(text: string): Row[] | null {
  const list = text.trimStart().startsWith('[') ? parseJson(text) : null;
  return Array.isArray(list) ? list.map((value: unknown, at) => ({ value, line: at + 1 })) : null;
}

async function valuesByLine(text: string, problems: Problems): Promise<Row[]> {
  const rows: Row[] = [];
  await eachLine(text, (line, number) => {
    if (line.trim() === '') return;
    const value = parseJson(line);
    if (value === undefined) problems.add(number, words().notJson);
    else rows.push({ value, line: number });
  });
  return rows;
}

/** Writes values that are not text as JSON, so that nothing of a row is lost; `null` means that there is no value. */
function plainFields(record: object, line: number, problems: Problems): Record<string, string> {
  const plain = (name: string, value: unknown): string => {
    if (typeof value === 'string') return value;
    if (value === null) return '';
    try {
      return JSON.stringify(value);
    } catch {
      // It was parsed without recursion, but cannot be written so.
      problems.add(line, words().tooDeep(name));
      return '';
    }
  };
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, plain(name, value)]));
}

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
