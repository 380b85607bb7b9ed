import type { TextsProblem } from '../../../lib/corpus/text-column.ts';
import { type Matching, withDocuments, withJudgments } from '../model/judgments.ts';
import { queriesOf, withAddedQueries } from '../model/queries.ts';
import type { RankSet } from '../model/rank-set.ts';
import {
  type Entry,
  judgmentFormat,
  looksLikeEntries,
  type ReadJudgments,
  readEntries,
  readJudgments,
} from './read-test-file.ts';

export type Role = 'documents' | 'queries' | 'judgments';

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
