import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { tip } from '../../../ui/controls/tip.ts';
import { Figure } from '../../../ui/layout/figure.tsx';
import { evaluate, judgedIn, type Metrics } from '../model/metrics.ts';
import { gapAround, type Order, ordersOf } from '../model/orders.ts';
import type { Outcome } from '../model/rank-set.ts';
import { useSet } from '../store.ts';
import s from './metrics-table.module.css';

/** One order with its metrics. */
interface MetricsRow {
  id: string;
  name: string;
  metrics: Metrics;
  /** Difference between the scores around the threshold; `null` without one. */
  gap?: number | null | undefined;
  /** It was computed here, not by a model. */
  isLocal?: boolean | undefined;
}

interface MetricsTableProps {
  /** From the original order to the last model. The others are compared with the first. */
  rows: readonly MetricsRow[];
  /** The row whose NDCG is the result. */
  main: MetricsRow;
  k: number;
  /** What the figures are means of, or what is missing in them. */
  note?: string | undefined;
}

const measures = ['ndcg', 'mrr', 'map', 'recall', 'precision', 'first', 'gap'] as const;
type Measure = (typeof measures)[number];

const read = ({ metrics, gap }: MetricsRow, measure: Measure): number | null =>
  measure === 'gap' ? (gap ?? null) : metrics[measure];

/** Of ranks the lower one is better; a gap is not judged. */
const isBetter = (measure: Measure, value: number, base: number): boolean =>
  measure !== 'gap' && (measure === 'first' ? value < base : value > base);

/** The metrics of several orders; the NDCG of one of them as the result. */
export function MetricsTable({ rows, main, k, note }: MetricsTableProps) {
  const t = useStrings().rerank.measures;
  const atCutoff = (words: string | ((k: number) => string)) => (typeof words === 'string' ? words : words(k));
  const shown = measures.filter((measure) => measure !== 'gap' || rows.some(({ gap }) => gap != null));
  return (
    <section className={s.metrics} aria-label={t.label}>
      <div className={s.main} {...tip(t.formulas.ndcg(k), { side: 'top' })}>
        <span className="hint">{t.ndcg(k)}</span>
        <Figure>{formatMetric('ndcg', main.metrics.ndcg)}</Figure>
        <span className={`cut-text ${s.of}`} title={main.name}>
          {main.name}
        </span>
      </div>
      <div className={s.scroll}>
        <table className={s.table}>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{t.order}</span>
              </th>
              {shown.map((measure) => {
                const formula = atCutoff(t.formulas[measure]);
                return (
                  <th key={measure} scope="col" aria-description={formula} {...tip(formula, { side: 'top' })}>
                    {atCutoff(t[measure])}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row" className={classes(row.isLocal && s.local)} title={row.name}>
                  {row.name}
                </th>
                {shown.map((measure) => {
                  const value = read(row, measure);
                  const base = rows[0] && read(rows[0], measure);
                  const better = row !== rows[0] && value !== null && base != null && isBetter(measure, value, base);
                  return (
                    <td
                      key={measure}
                      className={classes(better && s.better)}
                      title={value === null ? undefined : String(value)}
                    >
                      {value === null ? (measure === 'gap' ? '' : t.none) : formatMetric(measure, value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
        {note !== undefined && <p className={s.note}>{note}</p>}
      </div>
    </section>
  );
}

/** Rounds to three decimals, a mean rank to one; a whole rank has none. */
const formatMetric = (measure: Measure, value: number): string =>
  measure !== 'first' ? value.toFixed(3) : Number.isInteger(value) ? String(value) : value.toFixed(1);

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
