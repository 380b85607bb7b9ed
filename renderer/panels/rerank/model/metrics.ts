/**
 * Normalised discounted cumulative gain of an order with yes-or-no relevance: 1 when everything relevant stands first.
 * `null` while nothing is marked as relevant. `order` and `relevant` hold places of the original list.
 */
export function ndcg(order: readonly number[], relevant: ReadonlySet<number>): number | null {
  if (relevant.size === 0) return null;
  const gainAt = (rank: number) => 1 / Math.log2(rank + 2);
  const gained = order.reduce((sum, place, rank) => sum + (relevant.has(place) ? gainAt(rank) : 0), 0);
  const best = Array.from({ length: relevant.size }, (_, rank) => gainAt(rank)).reduce((sum, gain) => sum + gain, 0);
  return gained / best;
}

/** One divided by the rank of the first relevant place; 0 when none is in the order, `null` while nothing is marked. */
export function reciprocalRank(order: readonly number[], relevant: ReadonlySet<number>): number | null {
  if (relevant.size === 0) return null;
  const first = order.findIndex((place) => relevant.has(place));
  return first < 0 ? 0 : 1 / (first + 1);
}
