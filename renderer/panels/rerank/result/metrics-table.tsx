import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { tip } from '../../../ui/controls/tip.ts';
import { Figure } from '../../../ui/layout/figure.tsx';
import type { Metrics } from '../model/metrics.ts';
import s from './metrics-table.module.css';

/** One order with its metrics. */
export interface MetricsRow {
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

interface Column {
  id: string;
  label: string;
  formula: string;
  read: (row: MetricsRow) => number | null;
  digits: number;
  isBetter: (value: number, base: number) => boolean;
}

const higher = (value: number, base: number) => value > base;
const lower = (value: number, base: number) => value < base;

/** The metrics of several orders; the NDCG of one of them as the result. */
export function MetricsTable({ rows, main, k, note }: MetricsTableProps) {
  const t = useStrings().rerank.measures;
  const { formulas } = t;
  const columns: Column[] = [
    {
      id: 'ndcg',
      label: t.ndcg(k),
      formula: formulas.ndcg(k),
      read: ({ metrics }) => metrics.ndcg,
      digits: 3,
      isBetter: higher,
    },
    { id: 'mrr', label: t.mrr, formula: formulas.mrr, read: ({ metrics }) => metrics.mrr, digits: 3, isBetter: higher },
    { id: 'map', label: t.map, formula: formulas.map, read: ({ metrics }) => metrics.map, digits: 3, isBetter: higher },
    {
      id: 'recall',
      label: t.recall(k),
      formula: formulas.recall(k),
      read: ({ metrics }) => metrics.recall,
      digits: 3,
      isBetter: higher,
    },
    {
      id: 'precision',
      label: t.precision(k),
      formula: formulas.precision(k),
      read: ({ metrics }) => metrics.precision,
      digits: 3,
      isBetter: higher,
    },
    {
      id: 'first',
      label: t.first,
      formula: formulas.first,
      read: ({ metrics }) => metrics.first,
      digits: 1,
      isBetter: lower,
    },
    {
      id: 'gap',
      label: t.gap,
      formula: formulas.gap,
      read: ({ gap }) => gap ?? null,
      digits: 3,
      isBetter: () => false,
    },
  ];
  const shown = columns.filter(({ id }) => id !== 'gap' || rows.some(({ gap }) => gap != null));
  return (
    <section className={s.metrics} aria-label={t.label}>
      <div className={s.main} {...tip(formulas.ndcg(k), { side: 'top' })}>
        <span className={s.label}>{t.ndcg(k)}</span>
        <Figure>{formatMetric(main.metrics.ndcg, 3)}</Figure>
        <span className={s.of} title={main.name}>
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
              {shown.map(({ id, label, formula }) => (
                <th key={id} scope="col" aria-description={formula} {...tip(formula, { side: 'top' })}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row" className={classes(row.isLocal && s.local)} title={row.name}>
                  {row.name}
                </th>
                {shown.map(({ id, read, digits, isBetter }) => {
                  const value = read(row);
                  const base = rows[0] && read(rows[0]);
                  const better = row !== rows[0] && value !== null && base != null && isBetter(value, base);
                  return (
                    <td
                      key={id}
                      className={classes(better && s.better)}
                      title={value === null ? undefined : String(value)}
                    >
                      {value === null ? (id === 'gap' ? '' : t.none) : formatMetric(value, digits)}
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

/** Rounds to this many decimals; a whole rank has none. */
const formatMetric = (value: number, digits: number): string =>
  digits === 1 && Number.isInteger(value) ? String(value) : value.toFixed(digits);
