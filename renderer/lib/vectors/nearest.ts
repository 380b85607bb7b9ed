import { dotAt } from './dot-at.ts';
import type { FloatRows } from './float-file.ts';

/** For each row its nearest others, `count` of them one after the other, the nearest first. */
export interface Nearest {
  count: number;
  rows: Uint32Array;
  /** Cosines; `-2` where a row has fewer neighbours. */
  cosines: Float32Array;
}

/** Multiplications that are done in full; beyond them the reduced rows choose the candidates. */
const fullWork = 1.5e9;
/** Candidates for each neighbour that is wanted. */
const candidatesEach = 3;
const rowsAtOnce = 128;

/**
 * The nearest rows to every row, by cosine. Up to some 1,400 rows of 1,536 values all pairs are compared; beyond that the
 * candidates come from the reduced rows, and their cosines are exact.
 *
 * @param rows of length 1. @param reduced the same rows in fewer dimensions.
 * @param breathe called between pieces of the work with the share done, from 0 to 1.
 */
export async function allNearest(
  rows: FloatRows,
  reduced: FloatRows,
  wanted: number,
  breathe: (share: number) => Promise<void>,
): Promise<Nearest> {
  const count = Math.max(0, Math.min(wanted, rows.rows - 1));
  const isFull = (rows.rows * rows.rows * rows.dimensions) / 2 <= fullWork;
  const found: Nearest = {
    count,
    rows: new Uint32Array(rows.rows * count),
    cosines: new Float32Array(rows.rows * count).fill(-2),
  };
  const scores = new Float32Array(rows.rows);
  const halves = Float32Array.from({ length: rows.rows }, (_, row) => product(reduced, row, row) / 2);
  for (let row = 0; row < rows.rows; row++) {
    if (row % rowsAtOnce === 0) await breathe(row / rows.rows);
    let best: Ranked[];
    if (isFull) {
      scoreAll(rows, row, scores);
      best = topOf(scores, count, row);
    } else {
      scoreByDistance(reduced, halves, row, scores);
      best = topOf(scores, count * candidatesEach, row)
        .map(({ row: other }) => ({ row: other, score: product(rows, row, other) }))
        .sort((one, other) => other.score - one.score)
        .slice(0, count);
    }
    for (const [at, { row: other, score }] of best.entries()) {
      found.rows[row * count + at] = other;
      found.cosines[row * count + at] = score;
    }
  }
  return found;
}

export interface Ranked {
  row: number;
  score: number;
}

/** The rows nearest to a vector of length 1, by cosine, all of them compared. */
export function nearestTo(rows: FloatRows, vector: Float32Array, count: number, except = -1): Ranked[] {
  const { dimensions, values } = rows;
  const scores = new Float32Array(rows.rows);
  for (let row = 0; row < rows.rows; row++) scores[row] = dotAt(values, row * dimensions, vector, 0, dimensions);
  return topOf(scores, count, except);
}

/** The product of two rows; their cosine where they are of length 1. */
export const product = ({ dimensions, values }: FloatRows, one: number, other: number): number =>
  dotAt(values, one * dimensions, values, other * dimensions, dimensions);

function scoreAll({ rows, dimensions, values }: FloatRows, row: number, scores: Float32Array): void {
  const from = row * dimensions;
  for (let other = 0; other < rows; other++)
    scores[other] = dotAt(values, from, values, other * dimensions, dimensions);
}

/** The greater the nearer: half the squared distance, without what is the same for all, below zero. */
function scoreByDistance(
  { rows, dimensions, values }: FloatRows,
  halves: Float32Array,
  row: number,
  scores: Float32Array,
) {
  const from = row * dimensions;
  for (let other = 0; other < rows; other++)
    scores[other] = dotAt(values, from, values, other * dimensions, dimensions) - (halves[other] as number);
}

/** The greatest scores in order; a short sorted list is kept while all are looked at once. */
function topOf(scores: Float32Array, count: number, except: number): Ranked[] {
  const best: Ranked[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < scores.length; row++) {
    const score = scores[row] as number;
    if (row === except || (best.length >= count && score <= least)) continue;
    let at = best.length;
    while (at > 0 && (best[at - 1] as Ranked).score < score) at -= 1;
    best.splice(at, 0, { row, score });
    if (best.length > count) best.pop();
    least = best.at(-1)?.score ?? least;
  }
  return best;
}
