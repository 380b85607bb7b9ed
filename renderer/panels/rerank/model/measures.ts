/** What an order is worth, as far as the person marked what is relevant. */
export interface Measures {
  /** Normalised discounted cumulative gain of the first k, 0 to 1. */
  ndcg: number;
  /** One divided by the rank of the first relevant document; 0 when none was ranked. */
  mrr: number;
  /** Share of relevant documents among the first k. */
  precision: number;
  /** Rank of the first relevant document. */
  first: number | null;
}

/**
 * Measures an order at k. What an order left out is missed and not forgiven: the best possible order is always made of
 * all marked documents.
 *
 * @param ranked places, best first. @param gradeOf 0 for not relevant, by place. @param grades of all marked documents.
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

/** Exponential gain, as search engines measure it: for yes and no it is the plain count. */
const gain = (grades: readonly number[]): number =>
  grades.reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
