import { givenOrder, type Order, rankedOrder } from './orders.ts';
import { queriesOf } from './queries.ts';
import type { Outcome, RankQuery, RankSet } from './rank-set.ts';

/**
 * How good an order is, by the judgments of a query, as trec_eval defines each measure: unjudged documents count as not
 * relevant, and relevant documents that were not ranked count as missed.
 */
export interface Metrics {
  /** `ndcg_cut`: discounted gain of the first k, the gain being the grade, divided by the best possible. 0 to 1. */
  ndcg: number;
  /** `recip_rank`: one divided by the rank of the first relevant document; 0 when none was ranked. */
  mrr: number;
  /** `map`: the precision at the rank of each relevant document, averaged over all of them. */
  map: number;
  /** `recall`: share of the relevant documents that is among the first k. */
  recall: number;
  /** `P`: share of the first k that is relevant; k also where fewer were ranked. */
  precision: number;
  /** Rank of the first relevant document; `null` when none was ranked. Not a measure of trec_eval. */
  first: number | null;
}

/** The judgments of one query. */
export interface Judged {
  /** 0 for a document that is not relevant or not judged, by document index. */
  gradeOf: (place: number) => number;
  /** Grades of all relevant documents, also of those that are not in the list. */
  grades: readonly number[];
}

/**
 * Measures an order at k.
 *
 * @param ranked document indexes, best first.
 * @returns `null` without a relevant document, or for k below 1.
 */
export function evaluate(ranked: readonly number[], { gradeOf, grades }: Judged, k: number): Metrics | null {
  if (grades.length === 0 || k < 1) return null;
  const gains = ranked.map((place) => Math.max(0, gradeOf(place)));
  const ideal = grades.toSorted((one, other) => other - one).slice(0, k);
  const hits = gains.flatMap((gain, at) => (gain > 0 ? [at + 1] : []));
  const hitsInTop = hits.filter((rank) => rank <= k).length;
  const [first = null] = hits;
  return {
    ndcg: discounted(gains.slice(0, k)) / discounted(ideal),
    mrr: first === null ? 0 : 1 / first,
    map: hits.reduce((sum, rank, at) => sum + (at + 1) / rank, 0) / grades.length,
    recall: hitsInTop / grades.length,
    precision: hitsInTop / k,
    first,
  };
}

const discounted = (gains: readonly number[]): number =>
  gains.reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0);

/** Returns the judgments of a query for the documents of one of its outcomes. */
export function judgedIn(
  { graded }: Pick<RankSet, 'graded'>,
  { grades, unmatched }: Pick<RankQuery, 'grades' | 'unmatched'>,
  { documents }: Pick<Outcome, 'documents'>,
): Judged {
  const counted = (grade: number) => (graded ? grade : Math.min(1, grade));
  const gradeOf = (place: number) => counted(grades[documents[place]?.id ?? 0] ?? 0);
  const all = [...documents.map((_, place) => gradeOf(place)), ...Object.values(unmatched).map(counted)];
  return { gradeOf, grades: all.filter((grade) => grade > 0) };
}

/** Returns the mean of each measure over queries; `null` without any. The first rank is averaged over those that have one. */
export function meanOf(all: readonly Metrics[]): Metrics | null {
  if (all.length === 0) return null;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const firsts = all.flatMap(({ first }) => first ?? []);
  return {
    ndcg: mean(all.map(({ ndcg }) => ndcg)),
    mrr: mean(all.map(({ mrr }) => mrr)),
    map: mean(all.map(({ map }) => map)),
    recall: mean(all.map(({ recall }) => recall)),
    precision: mean(all.map(({ precision }) => precision)),
    first: firsts.length === 0 ? null : mean(firsts),
  };
}

/** The mean metrics of one kind of order over several queries. */
interface MeanRow {
  id: string;
  kind: 'given' | 'bm25' | 'ranked';
  /** The model of a ranking. */
  model: string | null;
  metrics: Metrics;
}

/** The metrics of one query's orders; `null` where there is no order or no relevant document. */
export interface QueryMetrics {
  query: RankQuery;
  given: Metrics | null;
  bm25: Metrics | null;
  /** By model. */
  ranked: (Metrics | null)[];
}

/** @param baseline returns the BM25 order of an outcome; `null` while it is off or not computed. */
export function metricsOf(set: RankSet, query: RankQuery, baseline: (outcome: Outcome) => Order | null): QueryMetrics {
  const { outcome } = query;
  if (!outcome) return { query, given: null, bm25: null, ranked: [] };
  const judged = judgedIn(set, query, outcome);
  const measure = (order: Order | null) => order && evaluate(order.places.slice(0, order.ranked), judged, set.cutoff);
  return {
    query,
    given: measure(givenOrder(outcome)),
    bm25: judged.grades.length > 0 ? measure(baseline(outcome)) : null,
    ranked: outcome.calls.map((_, at) => measure(rankedOrder(outcome, at))),
  };
}

/**
 * Averages the metrics over the queries that have relevant documents and a ranking of every model of the newest run, so
 * that all means are over the same queries.
 */
export function meanMetrics(
  set: RankSet,
  baseline: (outcome: Outcome) => Order | null,
): { rows: MeanRow[]; measured: number } {
  const outcomes = queriesOf(set).flatMap(({ outcome }) => outcome ?? []);
  const newest = outcomes.toSorted((one, other) => other.startedAt - one.startedAt)[0];
  const models = newest?.calls.map(({ model }) => model) ?? [];
  const measured = queriesOf(set)
    .filter(({ outcome }) => outcome && models.every((model, at) => outcome.calls[at]?.model === model))
    .map((query) => metricsOf(set, query, baseline))
    .filter(({ ranked }) => ranked.length > 0 && ranked.slice(0, models.length).every((metrics) => metrics !== null));
  const orders: (Omit<MeanRow, 'metrics'> & { of: (one: QueryMetrics) => Metrics | null })[] = [
    { id: 'given', kind: 'given', model: null, of: ({ given }) => given },
    { id: 'bm25', kind: 'bm25', model: null, of: ({ bm25 }) => bm25 },
    ...models.map((model, at) => ({
      id: `ranked ${at}`,
      kind: 'ranked' as const,
      model,
      of: ({ ranked }: QueryMetrics) => ranked[at] ?? null,
    })),
  ];
  const rows = orders.flatMap(({ of, ...order }) => {
    const known = measured.map(of).filter((metrics) => metrics !== null);
    const metrics = known.length === measured.length ? meanOf(known) : null;
    return metrics ? [{ ...order, metrics }] : [];
  });
  return { measured: measured.length, rows };
}
