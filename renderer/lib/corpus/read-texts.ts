import { strings } from '../i18n/strings.ts';
import { readJsonTexts } from './read-json-texts.ts';
import type { ReadTexts, TextItem, TextsKind } from './text-column.ts';
import { eachLine } from './text-lines.ts';

export interface ReadTextsOptions {
  kind: 'auto' | TextsKind;
  /** The column with the texts; default, or where there is no such column: the one that looks most like it. */
  column?: string | undefined;
}

/** Blank lines and other things that are left out are told so many times at most. */
const mostProblems = 200;

/**
 * Reads texts from what a person pasted or dropped. Nothing is thrown: what can not be understood is a problem with its
 * line, and the rest is kept.
 */
export async function readTexts(text: string, { kind, column }: ReadTextsOptions): Promise<ReadTexts> {
  const plain = text.replace(/^\uFEFF/, '');
  const read = await readAs(plain, kind === 'auto' ? null : kind, column);
  const { problems } = read;
  if (problems.length <= mostProblems) return read;
  const more = {
    line: problems[mostProblems]?.line ?? 0,
    message: strings().texts.reading.more(problems.length - mostProblems),
  };
  return { ...read, problems: [...problems.slice(0, mostProblems), more] };
}

async function readAs(text: string, kind: TextsKind | null, column: string | undefined): Promise<ReadTexts> {
  if (kind === 'lines') return readLines(text);
  if (kind === 'jsonl' || (kind === null && looksLikeJson(text))) return readJsonTexts(text, column);
  // A table needs a separator in its first line; without one the reader of tables need not be fetched.
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

/** One list, or a first line that is an object or a string of its own. */
function looksLikeJson(text: string): boolean {
  const first = firstLine(text).trim();
  if (first.startsWith('[')) return true;
  if (!/^[{"]/.test(first)) return false;
  try {
    JSON.parse(first);
    return true;
  } catch {
    return false;
  }
}
