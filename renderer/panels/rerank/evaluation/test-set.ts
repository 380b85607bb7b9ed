import { asObject, type JsonObject, parseJson } from '#shared/protocol/json.ts';
import { eachLine } from '../../../lib/corpus/read-texts.ts';
import type { TextsProblem } from '../../../lib/corpus/text-column.ts';
import { strings } from '../../../lib/i18n/strings.ts';
import { type Judgment, type Matching, withDocuments, withJudgments } from '../model/judgments.ts';
import { queriesOf, withAddedQueries } from '../model/queries.ts';
import type { RankSet } from '../model/rank-set.ts';

/** One query or document of a JSONL file: `_id` and `text`, for documents often with a `title`. */
export interface Entry {
  id: string;
  text: string;
  title: string;
}

interface ReadEntries {
  entries: Entry[];
  problems: TextsProblem[];
  /** What they are, by the name of the file and by their fields. */
  role: 'queries' | 'documents';
}

interface ReadJudgments {
  /** `trec`: `qid 0 docid rel`. `beir`: a table with the columns query-id, corpus-id and score. */
  format: 'trec' | 'beir';
  judgments: Judgment[];
  problems: TextsProblem[];
}

const words = () => strings().rerank.evaluation.problems;

/** Whether the first line of a text is an object with an id and a text, as in BEIR's queries.jsonl and corpus.jsonl. */
function looksLikeEntries(text: string): boolean {
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

type Role = 'documents' | 'queries' | 'judgments';

/** One file of a test set, as it was read. */
export type TestFile = { name: string; problems: TextsProblem[] } & (
  | { role: 'judgments'; read: ReadJudgments }
  | { role: 'documents' | 'queries'; entries: Entry[] }
);

/** Whether a text is a file of a test set rather than plain texts. */
export const isTestFile = (text: string): boolean => judgmentFormat(text) !== null || looksLikeEntries(text);

/** Reads one file of a test set; `null` when it is none. */
export async function readTestFile(name: string, text: string): Promise<TestFile | null> {
  const format = judgmentFormat(text);
  if (format) {
    const read = await readJudgments(text, format);
    return { name, role: 'judgments', read, problems: read.problems };
  }
  return looksLikeEntries(text) ? { name, ...(await readEntries(text, name)) } : null;
}

/** What an import adds, and what it leaves out. */
export interface ImportReport {
  documents: number;
  queries: number;
  /** Documents and queries that are left out, because the set has their id. */
  known: number;
  /** `null` without judgments. */
  matching: Matching | null;
}

/**
 * Adds the files to a set: documents, then queries, then judgments, which refer to both.
 *
 * @param replaces existing documents or queries give way to imported ones.
 */
export function withTestSet(
  set: RankSet,
  files: readonly TestFile[],
  replaces: boolean,
): { set: RankSet; report: ImportReport } {
  const mode = replaces ? 'replace' : 'add';
  const entriesOf = (role: Role) =>
    files.flatMap((file) => (file.role === role && 'entries' in file ? file.entries : []));
  const documentIds = new Set(replaces ? [] : set.documents.flatMap(({ docid }) => docid ?? []));
  const queryIds = new Set(replaces ? [] : queriesOf(set).flatMap(({ qid }) => qid || []));
  const [documents, queries] = [fresh(entriesOf('documents'), documentIds), fresh(entriesOf('queries'), queryIds)];
  let next = set;
  if (documents.added.length > 0)
    next = withDocuments(
      next,
      documents.added.map(({ id, text, title }) => ({ text: `${title} ${text}`.trim(), docid: id })),
      mode,
    );
  if (queries.added.length > 0)
    next = withAddedQueries(
      next,
      queries.added.map(({ id, text }) => ({ query: text, qid: id })),
      mode,
    );
  const judgments = files.flatMap((file) => (file.role === 'judgments' ? file.read.judgments : []));
  const judged = judgments.length > 0 ? withJudgments(next, judgments) : null;
  return {
    set: judged ? { ...judged.set, baseline: true } : next,
    report: {
      documents: documents.added.length,
      queries: queries.added.length,
      known: documents.known + queries.known,
      matching: judged?.matching ?? null,
    },
  };
}

/** Separates entries whose id is known already; several files may contain the same one. */
function fresh(entries: readonly Entry[], knownIds: ReadonlySet<string>): { added: Entry[]; known: number } {
  const seen = new Set(knownIds);
  const added = entries.filter(({ id }) => {
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew;
  });
  return { added, known: entries.length - added.length };
}
