import type { Outcome } from './rank-set.ts';

/** One order of the documents: those it ranks, best first, then the ones it left out. */
export interface Order {
  kind: 'given' | 'retrieved' | 'ranked';
  /** Which call it is of; `null` for the given and the retrieved order. */
  call: number | null;
  /** Every place, each once. */
  places: number[];
  /** How many of `places` it really ranks. */
  ranked: number;
  /** Where each place stands, from 1; `null` for one that was left out. By place. */
  rankOf: (number | null)[];
  /** Raw scores by place. */
  scores: (number | null)[];
  /** The row each place stands in, from 0, those that were left out included. By place. */
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

/** The order of a call; `null` while it has none. */
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

/** Every order there is, from the given one to the last. */
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
 * How long the bar of a score is, 0 to 1. Scores that are all between 0 and 1 are lengths themselves, and so are cosines;
 * others, such as logits, are spread between the lowest and the highest, with a little left for the lowest.
 */
export function barOf(score: number, { kind, range }: Pick<Order, 'kind' | 'range'>): number {
  if (kind === 'retrieved') return Math.min(1, Math.max(0, score));
  if (!range) return 0;
  const { low, high } = range;
  if (low >= 0 && high <= 1) return score;
  return high === low ? 1 : 0.02 + 0.98 * ((score - low) / (high - low));
}

/** Places gained from one order to another; `null` when one of them left the document out. */
export function movedBy(from: Order, to: Order, place: number): number | null {
  const [before, after] = [from.rankOf[place], to.rankOf[place]];
  return before == null || after == null ? null : before - after;
}

export interface Disagreement {
  place: number;
  ranks: [number | null, number | null];
  /** Places between the two; one that was left out counts as the first place behind the last. */
  apart: number;
}

/** Documents on which two orders differ, most of all first. */
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

/** Places that reach a threshold. */
export const reach = (order: Order, threshold: number | null): number =>
  order.scores.filter((score) => score !== null && (threshold === null || score >= threshold)).length;

/** Distance between the lowest score that stays and the highest that does not; `null` when there is no such pair. */
export function gapAround({ scores }: Order, threshold: number | null): number | null {
  if (threshold === null) return null;
  const known = scores.filter((score) => score !== null);
  const kept = known.filter((score) => score >= threshold);
  const left = known.filter((score) => score < threshold);
  return kept.length === 0 || left.length === 0 ? null : Math.min(...kept) - Math.max(...left);
}

/** Rows that are worth folding: fewer take no more room than the line that stands for them. */
const fewestFolded = 4;

/**
 * The row behind the last one that either order ranks, from which on both only list what they left out; `null` where there
 * are too few of those to fold.
 */
export function foldAt(left: Order, right: Order | null): number | null {
  const ranked = Math.max(left.ranked, right?.ranked ?? 0);
  return left.places.length - ranked >= fewestFolded ? ranked : null;
}
