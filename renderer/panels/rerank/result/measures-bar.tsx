import { ArrowRight } from 'lucide-react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Figure } from '../../../ui/layout/figure.tsx';
import { gapAround, type Order, ordersOf } from '../model/orders.ts';
import type { Outcome } from '../model/rank-set.ts';
import { useSet } from '../rerank.ts';
import s from './result.module.css';

/** The measures of every order by the user's relevance marks, from the original one to the last model. */
export function MeasuresBar({ outcome }: { outcome: Outcome }) {
  const t = useStrings().rerank.measures;
  const { grades, graded, cutoff, thresholds } = useSet();
  const gradeOf = (place: number) => {
    const grade = grades[outcome.documents[place]?.id ?? 0] ?? 0;
    return graded ? grade : Math.min(1, grade);
  };
  const marked = outcome.documents.map((_, place) => gradeOf(place)).filter((grade) => grade > 0);
  const orders = ordersOf(outcome);
  const nameOf = ({ kind, call }: Order) =>
    kind !== 'ranked' ? t[kind] : outcome.calls.length > 1 ? ('AB'[call ?? 0] ?? '') : '';
  const measured = orders.flatMap((order) => {
    const values = measure(order.places.slice(0, order.ranked), gradeOf, marked, cutoff);
    return values ? { order, name: nameOf(order), values } : [];
  });
  if (orders.length < 2) return null;
  if (measured.length === 0) return <p className={s.tick}>{t.tick}</p>;
  const gaps = orders
    .filter(({ call }) => call !== null)
    .flatMap((order) => {
      const gap = gapAround(order, thresholds[order.call === 1 ? 1 : 0]);
      return gap === null ? [] : { gap, call: order.call };
    });
  const cells: { label: string; read: (values: Measures) => number | null; digits: number; higher: boolean }[] = [
    { label: t.ndcg(cutoff), read: ({ ndcg }) => ndcg, digits: 2, higher: true },
    { label: t.mrr, read: ({ mrr }) => mrr, digits: 2, higher: true },
    { label: t.precision(cutoff), read: ({ precision }) => precision, digits: 2, higher: true },
    { label: t.first, read: ({ first }) => first, digits: 0, higher: false },
  ];
  return (
    <section className={s.measures} aria-label={t.label}>
      {cells.map(({ label, read, digits, higher }) => {
        const base = measured[0] && read(measured[0].values);
        return (
          <dl key={label} className={s.measure}>
            <dt>{label}</dt>
            {measured.map(({ order, name, values }, at) => {
              const value = read(values);
              const isBetter = value !== null && base != null && (higher ? value > base : value < base);
              return (
                <dd key={`${order.kind} ${order.call}`} className={classes(isBetter && s.better)}>
                  {at > 0 && (
                    <span className={s.arrow}>
                      <Icon of={ArrowRight} size="xs" />
                    </span>
                  )}
                  {name && <small>{name}</small>}
                  <Figure>{value === null ? t.none : value.toFixed(digits)}</Figure>
                </dd>
              );
            })}
          </dl>
        );
      })}
      {gaps.length > 0 && (
        <dl className={s.measure}>
          <dt>{t.gap}</dt>
          {gaps.map(({ gap, call }) => (
            <dd key={call}>
              <Figure>{gap.toPrecision(3)}</Figure>
            </dd>
          ))}
        </dl>
      )}
    </section>
  );
}

/** The measures of an order, based on the documents the user marked as relevant. */
interface Measures {
  /** Normalized discounted cumulative gain of the first k, 0 to 1. */
  ndcg: number;
  /** One divided by the rank of the first relevant document; 0 when none was ranked. */
  mrr: number;
  /** Share of relevant documents among the first k. */
  precision: number;
  /** Rank of the first relevant document. */
  first: number | null;
}

/**
 * Measures an order at k. Relevant documents an order left out count against it: the ideal order always contains all
 * marked documents.
 *
 * @param ranked document indexes, best first.
 * @param gradeOf 0 for not relevant, by document index.
 * @param grades of all marked documents.
 * @returns `null` while nothing is marked, or for k below 1.
 */
export function measure(
  ranked: readonly number[],
  gradeOf: (place: number) => number,
  grades: readonly number[],
  k: number,
): Measures | null {
  if (grades.length === 0 || k < 1) return null;
  const top = ranked.slice(0, k).map(gradeOf);
  const best = grades.toSorted((one, other) => other - one).slice(0, k);
  const at = ranked.findIndex((place) => gradeOf(place) > 0);
  return {
    ndcg: gain(top) / gain(best),
    mrr: at < 0 ? 0 : 1 / (at + 1),
    precision: top.filter((grade) => grade > 0).length / k,
    first: at < 0 ? null : at + 1,
  };
}

/** Exponential gain, as search engines measure it; for binary relevance it is the plain count. */
const gain = (grades: readonly number[]): number =>
  grades.reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
