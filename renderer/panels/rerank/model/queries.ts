import { emptyQuery, isRunning, type Outcome, type RankQuery, type RankSet, stateOf } from './rank-set.ts';

/** Returns every query of a set, in order. */
export const queriesOf = (set: RankSet): RankQuery[] => [...set.before, openQuery(set), ...set.after];

/** Returns the open query of a set without the fields of the set. */
function openQuery(set: RankSet): RankQuery {
  const { queryId, qid, query, grades, unmatched, outcome, previous } = set;
  return { queryId, qid, query, grades, unmatched, outcome, previous };
}

export const countQueries = ({ before, after }: RankSet): number => before.length + 1 + after.length;

/** Returns the set with these queries, of which the one with this id, else the first, is open. */
function withQueries(set: RankSet, queries: readonly RankQuery[], openId: number): RankSet {
  const at = Math.max(
    0,
    queries.findIndex(({ queryId }) => queryId === openId),
  );
  return { ...set, before: queries.slice(0, at), ...queries[at], after: queries.slice(at + 1) };
}

/** Opens a query of the set. */
export const withOpenQuery = (set: RankSet, queryId: number): RankSet =>
  set.queryId === queryId ? set : withQueries(set, queriesOf(set), queryId);

/** Opens the query this many places further; at the ends it stays. */
export const withQueryBeside = (set: RankSet, by: 1 | -1): RankSet => {
  const beside = by === 1 ? set.after[0] : set.before.at(-1);
  return beside ? withOpenQuery(set, beside.queryId) : set;
};

/** Changes one query, open or not. */
export function withQuery(set: RankSet, queryId: number, change: (query: RankQuery) => RankQuery): RankSet {
  if (set.queryId === queryId) return { ...set, ...change(openQuery(set)) };
  const changeIn = (queries: readonly RankQuery[]) =>
    queries.map((query) => (query.queryId === queryId ? change(query) : query));
  return set.before.some((query) => query.queryId === queryId)
    ? { ...set, before: changeIn(set.before) }
    : { ...set, after: changeIn(set.after) };
}

/** Changes every query. */
export const withEachQuery = (set: RankSet, change: (query: RankQuery) => RankQuery): RankSet => ({
  ...set,
  ...change(openQuery(set)),
  before: set.before.map(change),
  after: set.after.map(change),
});

/** A query without text and results, which takes no place in the list. */
const isEmpty = ({ query, outcome, previous }: RankQuery): boolean =>
  query.trim() === '' && outcome === null && previous === null;

/** Adds queries after the existing ones, or replaces those. The open query stays open while it is in the list. */
export function withAddedQueries(
  set: RankSet,
  added: readonly { query: string; qid?: string | undefined }[],
  mode: 'add' | 'replace',
): RankSet {
  if (added.length === 0) return set;
  const kept = mode === 'add' ? queriesOf(set).filter((query) => !isEmpty(query)) : [];
  const fresh = added.map(({ query, qid }, at) => emptyQuery(set.nextQueryId + at, query, qid));
  return withQueries({ ...set, nextQueryId: set.nextQueryId + added.length }, [...kept, ...fresh], set.queryId);
}

/** Removes a query; the last one is emptied instead. The one after it is opened. */
export function withoutQuery(set: RankSet, queryId: number): RankSet {
  const all = queriesOf(set);
  const at = all.findIndex((query) => query.queryId === queryId);
  const left = all.toSpliced(at, 1);
  if (left.length === 0) return { ...set, ...emptyQuery(set.nextQueryId), nextQueryId: set.nextQueryId + 1 };
  const next = left[Math.min(at, left.length - 1)];
  return withQueries(set, left, set.queryId === queryId ? (next?.queryId ?? 0) : set.queryId);
}

/** Returns the id of a query in judgments and run files: its own, else its place from 1. */
export const qidOf = ({ qid }: Pick<RankQuery, 'qid'>, at: number): string => qid || String(at + 1);

/** Whether any query of the set has requests in progress. */
export const isSetRunning = (set: RankSet): boolean => queriesOf(set).some(({ outcome }) => isRunning(outcome));

/** Returns the worst state over all queries of a set. */
export function stateOfSet(set: RankSet): ReturnType<typeof stateOf> {
  const states = queriesOf(set).map(({ outcome }) => stateOf(outcome));
  return (
    (['running', 'failed', 'interrupted', 'cancelled', 'done'] as const).find((state) => states.includes(state)) ??
    'idle'
  );
}

/** Whether a query has text and no complete result: it failed, was stopped, or was never ranked. */
export const isUnranked = ({ query, outcome }: RankQuery): boolean =>
  query.trim() !== '' && stateOf(outcome) !== 'done' && !isRunning(outcome);

/** Whether requests of a query were made and did not end well. */
export const isFailed = ({ outcome }: Pick<RankQuery, 'outcome'>): boolean =>
  outcome !== null && !['done', 'running', 'idle'].includes(stateOf(outcome));

/** Returns the number of queries that have ended and of those that were started in the newest run. */
export function progressOf(set: RankSet): { ended: number; all: number } {
  const states = queriesOf(set).flatMap(({ outcome }) => (outcome ? stateOf(outcome) : []));
  return { ended: states.filter((state) => state !== 'running').length, all: states.length };
}

/** Returns the best score of the first model of an outcome; `null` while there is none. */
export const topScore = (outcome: Outcome | null): number | null => outcome?.calls[0]?.results[0]?.score ?? null;

/** Whether any query of the set has a relevant document. */
export const hasJudgments = (set: RankSet): boolean =>
  queriesOf(set).some(({ grades, unmatched }) =>
    [...Object.values(grades), ...Object.values(unmatched)].some((grade) => grade > 0),
  );
