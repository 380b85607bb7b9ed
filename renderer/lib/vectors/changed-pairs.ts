import type { FloatRows } from './float-file.ts';
import { type Nearest, product } from './nearest.ts';

/** Two texts that are neighbors in one model and not in the other. */
export interface ChangedPair {
  row: number;
  other: number;
  /** Rank of `other` among the neighbors of `row`, from 1, in each model. */
  ranks: [first: number, second: number];
  cosines: [first: number, second: number];
}

/** Difference between the two ranks of a pair. */
export const movedBy = ({ ranks: [first, second] }: Pick<ChangedPair, 'ranks'>): number => Math.abs(first - second);

export interface NeighborhoodChange {
  /** For each row the share of its nearest rows that both models agree on, from 0 to 1. */
  kept: Float32Array;
  /** Those with the largest change first. */
  pairs: ChangedPair[];
}

/** Nearest rows of each row that are compared: the k of the neighbor overlap. */
export const neighborCount = 15;
/** Rows whose pairs are ranked among all others: those that changed most. */
const rowsLookedAt = 150;
/** Neighbors of a row that are compared. */
const depth = 3;

/**
 * Compares two models on the same texts: how much of each neighborhood is shared, and the pairs whose rank changed
 * most.
 */
export function changedPairs(
  rows: readonly [FloatRows, FloatRows],
  nearest: readonly [Nearest, Nearest],
  count: number,
): NeighborhoodChange {
  const texts = Math.min(rows[0].rows, rows[1].rows);
  const kept = new Float32Array(texts);
  const size = Math.min(nearest[0].count, nearest[1].count);
  for (let row = 0; row < texts; row++) {
    const first = new Set(neighborsOf(nearest[0], row, size));
    const common = neighborsOf(nearest[1], row, size).filter((other) => first.has(other)).length;
    kept[row] = size === 0 ? 1 : common / size;
  }
  const changed = Array.from(kept, (share, row) => ({ share, row }))
    .filter(({ share }) => share < 1)
    .sort((one, other) => one.share - other.share)
    .slice(0, rowsLookedAt);
  const pairs = changed.flatMap(({ row }) => pairsOf(row, rows, nearest));
  return { kept, pairs: withoutTwins(pairs).slice(0, count) };
}

function neighborsOf({ rows, count }: Nearest, row: number, size: number): number[] {
  return Array.from(rows.subarray(row * count, row * count + size));
}

function pairsOf(
  row: number,
  rows: readonly [FloatRows, FloatRows],
  nearest: readonly [Nearest, Nearest],
): ChangedPair[] {
  const near = new Set([...neighborsOf(nearest[0], row, depth), ...neighborsOf(nearest[1], row, depth)]);
  if (near.size === 0) return [];
  const scores = [scoresOf(rows[0], row), scoresOf(rows[1], row)] as const;
  const of = (other: number) => ({ row, other, ranks: ranksIn(scores, row, other), cosines: cosinesIn(scores, other) });
  return [...near].map(of).filter(({ ranks }) => ranks[0] !== ranks[1]);
}

function scoresOf(rows: FloatRows, row: number): Float32Array {
  const scores = new Float32Array(rows.rows);
  for (let other = 0; other < rows.rows; other++) scores[other] = product(rows, row, other);
  return scores;
}

type Scores = readonly [Float32Array, Float32Array];

const cosinesIn = ([first, second]: Scores, other: number): [number, number] => [
  first[other] as number,
  second[other] as number,
];

function ranksIn(scores: Scores, row: number, other: number): [number, number] {
  const rankIn = (list: Float32Array) => {
    const own = list[other] as number;
    let rank = 1;
    for (let at = 0; at < list.length; at++) if (at !== row && at !== other && (list[at] as number) > own) rank += 1;
    return rank;
  };
  return [rankIn(scores[0]), rankIn(scores[1])];
}

/** Sorts by largest change, ties by the nearer one; a pair that was found from both of its ends is listed once. */
function withoutTwins(pairs: readonly ChangedPair[]): ChangedPair[] {
  const seen = new Set<string>();
  return pairs
    .toSorted((one, other) => movedBy(other) - movedBy(one) || Math.min(...one.ranks) - Math.min(...other.ranks))
    .filter(({ row, other }) => {
      const key = row < other ? `${row} ${other}` : `${other} ${row}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}
