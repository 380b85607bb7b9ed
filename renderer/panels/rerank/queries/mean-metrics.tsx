import { useStrings } from '../../../lib/i18n/strings.ts';
import { meanMetrics } from '../model/mean-metrics.ts';
import type { Order } from '../model/orders.ts';
import { countQueries } from '../model/queries.ts';
import type { Outcome } from '../model/rank-set.ts';
import { useSet } from '../rerank.ts';
import { MetricsTable } from '../result/metrics-table.tsx';

/** The metrics of the models and the baseline, averaged over the queries that have judgments and rankings. */
export function MeanMetrics({ baseline }: { baseline: (outcome: Outcome) => Order | null }) {
  const t = useStrings().rerank.measures;
  const set = useSet();
  const { rows, measured } = meanMetrics(set, baseline);
  const named = rows.map((row) => ({
    id: row.id,
    name: row.model ?? t[row.kind === 'ranked' ? 'order' : row.kind],
    metrics: row.metrics,
    isLocal: row.kind === 'bm25',
  }));
  const main = named.find(({ id }) => id.startsWith('ranked'));
  if (!main) return null;
  return <MetricsTable rows={named} main={main} k={set.cutoff} note={t.mean(measured, countQueries(set))} />;
}
