import { evaluate, judgedIn, type Metrics, meanOf } from './metrics.ts';
import { givenOrder, type Order, rankedOrder } from './orders.ts';
import { queriesOf } from './queries.ts';
import type { Outcome, RankQuery, RankSet } from './rank-set.ts';

/** The mean metrics of one kind of order over several queries. */
export interface MeanRow {
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
