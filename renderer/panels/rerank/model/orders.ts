import { formatNumber } from '../../../lib/i18n/format.ts';
import type { Outcome } from './rank-set.ts';

/** One order of the documents: those it ranks, best first, then the ones it left out. */
export interface Order {
  kind: 'given' | 'retrieved' | 'bm25' | 'ranked';
  /** The call it belongs to; `null` for the other orders. */
  call: number | null;
  /** Every document index, each once. */
  places: number[];
  /** How many of `places` are actually ranked. */
  ranked: number;
  /** Rank of each document, from 1; `null` for one that was left out. By document index. */
  rankOf: (number | null)[];
  /** Raw scores by document index. */
  scores: (number | null)[];
  /** The row of each document, from 0, including those left out. By document index. */
  rowOf: number[];
  /** Lowest and highest score; `null` when there is none. */
  range: ScoreRange | null;
}

export interface ScoreRange {
  low: number;
  high: number;
}

function orderOf(
  kind: Order['kind'],
  call: number | null,
  count: number,
  ranked: readonly number[],
  scores: (number | null)[] = Array.from({ length: count }, () => null),
): Order {
  const rankOf: (number | null)[] = Array.from({ length: count }, () => null);
  for (const [at, place] of ranked.entries()) rankOf[place] = at + 1;
  const left = Array.from({ length: count }, (_, place) => place).filter((place) => rankOf[place] === null);
  const places = [...ranked, ...left];
  const rowOf: number[] = [];
  for (const [row, place] of places.entries()) rowOf[place] = row;
  return {
    kind,
    call,
    places,
    rowOf,
    ranked: ranked.length,
    rankOf,
    scores,
    range: rangeOf(scores),
  };
}

export const givenOrder = ({ documents }: Outcome): Order =>
  orderOf(
    'given',
    null,
    documents.length,
    documents.map((_, place) => place),
  );

export function retrievedOrder({ documents, retrieval }: Outcome): Order | null {
  if (!retrieval || retrieval.taken.length === 0) return null;
  return orderOf('retrieved', null, documents.length, retrieval.taken, retrieval.cosines);
}

/** Returns the order by BM25 scores, given by document index. A document in which no term matches is left out. */
export function bm25Order({ documents }: Outcome, scores: readonly number[]): Order {
  const ranked = documents
    .map((_, place) => place)
    .filter((place) => (scores[place] ?? 0) > 0)
    .sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other);
  const known = documents.map((_, place) => ((scores[place] ?? 0) > 0 ? (scores[place] ?? 0) : null));
  return orderOf('bm25', null, documents.length, ranked, known);
}

/** Returns the order of a call; `null` while it has none. */
export function rankedOrder({ documents, calls }: Outcome, call: number): Order | null {
  const results = calls[call]?.results ?? [];
  if (results.length === 0) return null;
  const scores: (number | null)[] = Array.from({ length: documents.length }, () => null);
  for (const { place, score } of results) scores[place] = score;
  return orderOf(
    'ranked',
    call,
    documents.length,
    results.map(({ place }) => place),
    scores,
  );
}

/** Returns every order there is, from the original one to the last. */
export const ordersOf = (outcome: Outcome): Order[] =>
  [givenOrder(outcome), retrievedOrder(outcome), ...outcome.calls.map((_, call) => rankedOrder(outcome, call))].filter(
    (order) => order !== null,
  );

function rangeOf(scores: readonly (number | null)[]): ScoreRange | null {
  const known = scores.filter((score) => score !== null);
  if (known.length === 0) return null;
  return {
    low: known.reduce((least, score) => Math.min(least, score), Number.POSITIVE_INFINITY),
    high: known.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY),
  };
}

/**
 * Returns the length of a score's bar, 0 to 1. Scores that are all between 0 and 1 are used as they are, and so are
 * cosines; others, such as logits, are scaled between the lowest and the highest, with a minimum length for the lowest.
 */
export function barOf(score: number, { kind, range }: Pick<Order, 'kind' | 'range'>): number {
  if (kind === 'retrieved') return Math.min(1, Math.max(0, score));
  if (!range) return 0;
  const { low, high } = range;
  if (low >= 0 && high <= 1) return score;
  return high === low ? 1 : 0.02 + 0.98 * ((score - low) / (high - low));
}

/** Three decimals for small scores, fewer for large ones; the full number is in the tooltip. */
export const scoreText = (score: number): string =>
  Math.abs(score) < 10 ? score.toFixed(3) : Math.abs(score) < 1000 ? score.toFixed(1) : formatNumber(Math.round(score));

/** Returns the ranks gained from one order to another; `null` when one of them left the document out. */
export function movedBy(from: Order, to: Order, place: number): number | null {
  const [before, after] = [from.rankOf[place], to.rankOf[place]];
  return before == null || after == null ? null : before - after;
}

export interface Disagreement {
  place: number;
  ranks: [number | null, number | null];
  /** Difference between the two ranks; a document that was left out counts as the rank after the last. */
  apart: number;
}

/** Returns the documents on which two orders differ, largest difference first. */
export function disagreements(one: Order, other: Order): Disagreement[] {
  const rank = (order: Order, place: number) => order.rankOf[place] ?? order.ranked + 1;
  return one.places
    .filter((place) => one.rankOf[place] != null || other.rankOf[place] != null)
    .map(
      (place): Disagreement => ({
        place,
        ranks: [one.rankOf[place] ?? null, other.rankOf[place] ?? null],
        apart: Math.abs(rank(one, place) - rank(other, place)),
      }),
    )
    .filter(({ apart }) => apart > 0)
    .sort((first, second) => second.apart - first.apart || first.place - second.place);
}

/** Returns how many documents reach a threshold. */
export const reach = (order: Order, threshold: number | null): number =>
  order.scores.filter((score) => score !== null && (threshold === null || score >= threshold)).length;

/**
 * Returns the difference between the lowest score that passes and the highest that does not; `null` when there is no
 * such pair.
 */
export function gapAround({ scores }: Order, threshold: number | null): number | null {
  if (threshold === null) return null;
  const known = scores.filter((score) => score !== null);
  const kept = known.filter((score) => score >= threshold);
  const left = known.filter((score) => score < threshold);
  return kept.length === 0 || left.length === 0 ? null : Math.min(...kept) - Math.max(...left);
}

/** Fewer rows are not folded: they need no more room than the line that would replace them. */
const minFoldedRows = 4;

/**
 * Returns the row after the last one that either order ranks, from which both list only what they left out; `null`
 * where there are too few of those to fold.
 */
export function foldAt(left: Order, right: Order | null): number | null {
  const ranked = Math.max(left.ranked, right?.ranked ?? 0);
  return left.places.length - ranked >= minFoldedRows ? ranked : null;
}

/** About a hundred steps, each a power of ten. */
export const stepFor = (width: number): number => 10 ** Math.floor(Math.log10(width / 50));

/** Removes the floating-point error that slider steps accumulate. */
export const rounded = (value: number): number => Number(value.toPrecision(8));
