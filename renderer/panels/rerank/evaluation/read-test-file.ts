import { asObject, type JsonObject, parseJson } from '#shared/protocol/json.ts';
import { eachLine } from '../../../lib/corpus/read-texts.ts';
import type { TextsProblem } from '../../../lib/corpus/text-column.ts';
import { strings } from '../../../lib/i18n/strings.ts';
import type { Judgment } from '../model/judgments.ts';

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

export interface ReadJudgments {
  /** `trec`: `qid 0 docid rel`. `beir`: a table with the columns query-id, corpus-id and score. */
  format: 'trec' | 'beir';
  judgments: Judgment[];
  problems: TextsProblem[];
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
  const seen = new Map<string, number>();
  let hasTitles = false;
  const problems = await readFilledLines(text, (line, number, problem) => {
    const value = objectIn(line);
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

/** The columns of BEIR's table of judgments, with which its first line begins. */
const beirColumns = ['query-id', 'corpus-id', 'score'] as const;

const trecLine = /^\S+\s+\S+\s+\S+\s+-?\d+$/;

/** Lines by which the format is recognized. */
const sampleLines = 10;

/** Returns the format of a text with judgments, by its first lines; `null` when it is something else. */
export function judgmentFormat(text: string): ReadJudgments['format'] | null {
  const start = text.slice(0, 8000).replace(/^\uFEFF/, '');
  const all = start.split(/\r\n|\n|\r/).map((line) => line.trim());
  // The last line of the sample may be cut.
  const lines = (all.length > 1 && start.length < text.length ? all.slice(0, -1) : all).filter((line) => line !== '');
  const cells = lines[0]?.split('\t').map((cell) => cell.trim().toLowerCase()) ?? [];
  if (beirColumns.every((name) => cells.includes(name))) return 'beir';
  const sample = lines.slice(0, sampleLines);
  const alike = sample.filter((line) => trecLine.test(line)).length;
  return alike > 0 && alike * 2 >= sample.length ? 'trec' : null;
}

/**
 * Reads relevance judgments. Never throws: a line that cannot be read is a problem with its number, and the rest is
 * kept. Of several grades for the same query and document the first is used, and the others are problems.
 */
export async function readJudgments(text: string, format: ReadJudgments['format']): Promise<ReadJudgments> {
  const judgments: Judgment[] = [];
  const seen = new Map<string, number>();
  let columns: string[] | null = null;
  const problems = await readFilledLines(text, (line, number, problem) => {
    const cells = (format === 'beir' ? line.split('\t') : line.trim().split(/\s+/)).map((cell) => cell.trim());
    if (format === 'beir' && columns === null) {
      columns = cells.map((cell) => cell.toLowerCase());
      return;
    }
    const expected = format === 'beir' ? (columns?.length ?? 0) : 4;
    if (cells.length !== expected) return problem(words().columns(cells.length, expected));
    const [qid = '', docid = '', score = ''] =
      format === 'beir'
        ? beirColumns.map((name) => cells[columns?.indexOf(name) ?? -1])
        : [cells[0], cells[2], cells[3]];
    const grade = Number(score);
    if (qid === '' || docid === '') return problem(words().noId);
    if (score === '' || !Number.isInteger(grade)) return problem(words().grade(score));
    const key = `${qid}\t${docid}`;
    const before = seen.get(key);
    if (before !== undefined) return problem(words().again(docid, qid, before));
    seen.set(key, number);
    judgments.push({ qid, docid, grade });
  });
  return { format, judgments, problems };
}

/** Reads the lines of a text that are not blank, and returns the problems that `read` reported of them. */
async function readFilledLines(
  text: string,
  read: (line: string, number: number, problem: (message: string) => void) => void,
): Promise<TextsProblem[]> {
  const problems: TextsProblem[] = [];
  await eachLine(text.replace(/^\uFEFF/, ''), (line, number) => {
    if (line.trim() !== '') read(line, number, (message) => void problems.push({ line: number, message }));
  });
  return problems;
}

const plain = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

const objectIn = (line: string): JsonObject | null => asObject(parseJson(line));
