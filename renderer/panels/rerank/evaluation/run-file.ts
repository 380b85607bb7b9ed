import { type CsvCell, toCsv } from '#shared/csv.ts';
import { docidOf } from '../model/judgments.ts';
import { meanMetrics, metricsOf } from '../model/mean-metrics.ts';
import type { Metrics } from '../model/metrics.ts';
import type { Order } from '../model/orders.ts';
import { qidOf, queriesOf } from '../model/queries.ts';
import type { Outcome, RankSet } from '../model/rank-set.ts';

/** The tag of the local baseline in run files, and its name in tables. Exports are in English. */
export const baselineTag = 'bm25-local-baseline';
const baselineName = 'BM25 (local baseline)';

/** Fields of a run file are separated by white space, so ids and tags have none. */
const field = (text: string): string => text.trim().replace(/\s+/g, '_') || '_';

/**
 * Returns a TREC run file, `qid Q0 docid rank score tag`, of every query that has this order. Documents that were left
 * out are not in it. Where a gateway returns no scores they count down, because trec_eval sorts by score.
 */
export function runFile(set: RankSet, orderOf: (outcome: Outcome) => Order | null, tag: string): string {
  const lines = queriesOf(set).flatMap((query, nth) => {
    const { outcome } = query;
    const order = outcome && orderOf(outcome);
    if (!order) return [];
    return order.places.slice(0, order.ranked).map((place, at) => {
      const docid = docidOf(outcome.documents[place] ?? {}, place);
      const score = order.scores[place] ?? order.ranked - at;
      return `${field(qidOf(query, nth))} Q0 ${field(docid)} ${at + 1} ${score} ${field(tag)}`;
    });
  });
  return lines.map((line) => `${line}\n`).join('');
}

/**
 * Returns the metrics of every query as CSV, and their means under the id `all`, as trec_eval names it. Queries without a
 * relevant document are not in it.
 *
 * @param baseline returns the BM25 order of an outcome; `null` while it is off.
 */
export function metricsCsv(set: RankSet, baseline: (outcome: Outcome) => Order | null): string {
  const { cutoff: k } = set;
  const head = [
    'query_id',
    'query',
    'order',
    `ndcg@${k}`,
    'mrr',
    'map',
    `recall@${k}`,
    `p@${k}`,
    'first_relevant_rank',
  ];
  const row = (id: string, text: string, order: string, metrics: Metrics | null | undefined): CsvCell[][] =>
    metrics
      ? [[id, text, order, metrics.ndcg, metrics.mrr, metrics.map, metrics.recall, metrics.precision, metrics.first]]
      : [];
  const rows = queriesOf(set).flatMap((query, nth) => {
    const { given, bm25, ranked } = metricsOf(set, query, baseline);
    const id = qidOf(query, nth);
    const text = query.outcome?.query ?? query.query;
    return [
      ...row(id, text, 'original order', given),
      ...row(id, text, baselineName, bm25),
      ...ranked.flatMap((metrics, at) => row(id, text, query.outcome?.calls[at]?.model ?? '', metrics)),
    ];
  });
  const names = { given: 'original order', bm25: baselineName, ranked: '' };
  const means = meanMetrics(set, baseline).rows.flatMap(({ kind, model, metrics }) =>
    row('all', '', model ?? names[kind], metrics),
  );
  return toCsv([head, ...rows, ...means]);
}
