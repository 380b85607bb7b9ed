import { qidOf, queriesOf, withEachQuery, withQuery } from './queries.ts';
import { filled, type RankDocument, type RankQuery, type RankSet } from './rank-set.ts';

/** One line of a file with relevance judgments. */
export interface Judgment {
  qid: string;
  docid: string;
  /** 0 or less: judged, and not relevant. */
  grade: number;
}

/** What became of imported judgments. */
export interface Matching {
  /** Belong to a query and a document of the set. */
  matched: number;
  /** Belong to a query of the set, and to a document that is not in it. Relevant ones are kept and count as missed. */
  unknownDocuments: number;
  /** Belong to no query of the set, and are not kept. */
  unknownQueries: number;
}

/** Returns the id of a document in judgments and run files: its own, else its place from 1. */
export const docidOf = ({ docid }: { docid?: string }, at: number): string => docid ?? String(at + 1);

/**
 * Adds judgments to the queries they belong to. A later grade of the same document replaces an earlier one. Marks become
 * graded where a grade is above 1.
 */
export function withJudgments(set: RankSet, judgments: readonly Judgment[]): { set: RankSet; matching: Matching } {
  const documentIds = idsByDocid(set.documents);
  const queryIds = new Map(queriesOf(set).map((query, at) => [qidOf(query, at), query.queryId]));
  const found = new Map<number, Judgment[]>();
  const matching: Matching = { matched: 0, unknownDocuments: 0, unknownQueries: 0 };
  for (const judgment of judgments) {
    const queryId = queryIds.get(judgment.qid);
    if (queryId === undefined) {
      matching.unknownQueries += 1;
      continue;
    }
    matching[documentIds.has(judgment.docid) ? 'matched' : 'unknownDocuments'] += 1;
    const known = found.get(queryId);
    if (known) known.push(judgment);
    else found.set(queryId, [judgment]);
  }
  let next = set;
  for (const [queryId, some] of found) next = withQuery(next, queryId, (query) => withGrades(query, some, documentIds));
  const isGraded = [...found.values()].some((some) => some.some(({ grade }) => grade > 1));
  return { set: { ...next, graded: next.graded || isGraded }, matching };
}

function withGrades(
  query: RankQuery,
  judgments: readonly Judgment[],
  documentIds: ReadonlyMap<string, number>,
): RankQuery {
  const grades = { ...query.grades };
  const unmatched = { ...query.unmatched };
  for (const { docid, grade } of judgments) {
    const id = documentIds.get(docid);
    const [all, key]: [Record<string, number>, string | number] = id === undefined ? [unmatched, docid] : [grades, id];
    if (grade > 0) all[key] = grade;
    else delete all[key];
  }
  return { ...query, grades, unmatched };
}

function idsByDocid(documents: readonly RankDocument[]): Map<string, number> {
  const ids = new Map<string, number>();
  // As they are sent: blank documents have no place.
  for (const [at, document] of filled(documents).entries()) {
    const docid = docidOf(document, at);
    if (!ids.has(docid)) ids.set(docid, document.id);
  }
  return ids;
}

export interface NewDocument {
  text: string;
  docid?: string | undefined;
}

/**
 * Adds documents after the existing ones, or replaces those. Judgments follow the ids of documents: one that is replaced
 * under the same id keeps its grades, and one that was missing takes them.
 */
export function withDocuments(set: RankSet, added: readonly NewDocument[], mode: 'add' | 'replace'): RankSet {
  const fresh = added.map(({ text, docid }, at): RankDocument => {
    const id = set.nextId + at;
    return docid === undefined ? { id, text } : { id, text, docid };
  });
  const documents = [...(mode === 'add' ? filled(set.documents) : []), ...fresh];
  const next = { ...set, documents, nextId: set.nextId + added.length };
  const newIds = new Map(fresh.flatMap(({ id, docid }) => (docid === undefined ? [] : [[docid, id] as const])));
  if (newIds.size === 0) return next;
  const kept = new Set(documents.map(({ id }) => id));
  const gone = set.documents.filter(({ id, docid }) => docid !== undefined && !kept.has(id));
  return withEachQuery(next, (query) => {
    const moved = gone.flatMap(({ id, docid = '' }) =>
      query.grades[id] === undefined ? [] : [[docid, query.grades[id]] as const],
    );
    const open = [...Object.entries(query.unmatched), ...moved];
    if (open.length === 0) return query;
    const taken = open.map(([docid, grade]) => ({ qid: '', docid, grade }));
    return withGrades({ ...query, unmatched: {} }, taken, newIds);
  });
}
