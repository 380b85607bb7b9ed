import { useStrings } from '../../../lib/i18n/strings.ts';
import { evaluate, judgedIn } from '../model/metrics.ts';
import { gapAround, type Order, ordersOf } from '../model/orders.ts';
import type { Outcome } from '../model/rank-set.ts';
import { useSet } from '../rerank.ts';
import { MetricsTable } from './metrics-table.tsx';
import s from './result.module.css';

interface MeasuresBarProps {
  outcome: Outcome;
  /** The BM25 order; `null` while it is off or not computed. */
  baseline: Order | null;
}

/** The metrics of every order by the judgments of its query, from the original one to the last model. */
export function MeasuresBar({ outcome, baseline }: MeasuresBarProps) {
  const t = useStrings().rerank.measures;
  const set = useSet();
  const judged = judgedIn(set, set, outcome);
  const [given, ...others] = ordersOf(outcome);
  const orders = [given, baseline, ...others].filter((order) => order != null);
  if (others.length === 0) return null;
  const nameOf = ({ kind, call }: Order) => (kind === 'ranked' ? (outcome.calls[call ?? 0]?.model ?? '') : t[kind]);
  const rows = orders.flatMap((order) => {
    const metrics = evaluate(order.places.slice(0, order.ranked), judged, set.cutoff);
    const gap = order.call === null ? null : gapAround(order, set.thresholds[order.call === 1 ? 1 : 0]);
    const id = `${order.kind} ${order.call}`;
    return metrics ? [{ id, name: nameOf(order), metrics, gap, isLocal: order.kind === 'bm25' }] : [];
  });
  const main = rows.find(({ id }) => id.startsWith('ranked')) ?? rows.at(-1);
  if (!main) return <p className={s.tick}>{t.tick}</p>;
  const missed = Object.values(set.unmatched).filter((grade) => grade > 0).length;
  return <MetricsTable rows={rows} main={main} k={set.cutoff} note={missed > 0 ? t.missed(missed) : undefined} />;
}
