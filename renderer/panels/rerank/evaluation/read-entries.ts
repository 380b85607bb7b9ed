import { eachLine } from '../../../lib/corpus/read-texts.ts';
import type { TextsProblem } from '../../../lib/corpus/text-column.ts';
import { strings } from '../../../lib/i18n/strings.ts';

/** One query or document of a JSONL file: `_id` and `text`, for documents often with a `title`. */
export interface Entry {
  id: string;
  text: string;
  title: string;
}

export interface ReadEntries {
  entries: Entry[];
  problems: TextsProblem[];
  /** What they are, by the name of the file and by their fields. */
  role: 'queries' | 'documents';
}

const words = () => strings().rerank.evaluation.problems;

/** Whether the first line of a text is an object with an id and a text, as in BEIR's queries.jsonl and corpus.jsonl. */
export function looksLikeEntries(text: string): boolean {
  const first = /\S.*/.exec(text.slice(0, 1_000_000))?.[0].trim() ?? '';
  if (!first.startsWith('{')) return false;
  const entry = objectIn(first);
  return entry !== null && entry._id !== undefined && typeof entry.text === 'string';
}

/**
 * Reads queries or documents from JSONL. Never throws: a line that cannot be read is a problem with its number, and the
 * rest is kept. The first of several entries with one id is used.
 */
export async function readEntries(text: string, fileName: string): Promise<ReadEntries> {
  const entries: Entry[] = [];
  const problems: TextsProblem[] = [];
  const seen = new Map<string, number>();
  let hasTitles = false;
  await eachLine(text.replace(/^\uFEFF/, ''), (line, number) => {
    if (line.trim() === '') return;
    const value = objectIn(line);
    const problem = (message: string) => problems.push({ line: number, message });
    if (!value) return problem(words().notObject);
    const id = plain(value._id);
    const body = plain(value.text);
    const title = plain(value.title);
    if ('title' in value) hasTitles = true;
    if (id === '') return problem(words().missing('_id'));
    // A document may consist of its title alone.
    if (body === '' && title === '') return problem(words().missing('text'));
    const before = seen.get(id);
    if (before !== undefined) return problem(words().twice(id, before));
    seen.set(id, number);
    entries.push({ id, text: body, title });
  });
  const isQueries = /quer|topic/i.test(fileName) || (!hasTitles && !/corpus|doc|passage/i.test(fileName));
  return { entries, problems, role: isQueries ? 'queries' : 'documents' };
}

const plain = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

function objectIn(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
