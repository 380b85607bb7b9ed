import { dotAt } from './cosine.ts';
import { type FloatRows, rowOf } from './float-file.ts';

/** For each row its `count` nearest other rows, one after the other, the nearest first. */
export interface Nearest {
  count: number;
  rows: Uint32Array;
  /** Cosines; `-2` where a row has fewer neighbors. */
  cosines: Float32Array;
}

/** Maximum multiplications for the exact search; beyond it the reduced rows select the candidates. */
const fullWork = 1.5e9;
/** Candidates per requested neighbor. */
const candidatesEach = 3;
const rowsAtOnce = 128;

/**
 * Finds the nearest rows to every row, by cosine. Up to some 1,400 rows of 1,536 values all pairs are compared; beyond
 * that the candidates come from the reduced rows, and their cosines are exact.
 *
 * @param rows of length 1. @param reduced the same rows in fewer dimensions.
 * @param onStep called between steps of the work with the share done, from 0 to 1.
 */
export async function allNearest(
  rows: FloatRows,
  reduced: FloatRows,
  wanted: number,
  onStep: (share: number) => Promise<void>,
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
    if (row % rowsAtOnce === 0) await onStep(row / rows.rows);
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

/** Finds the rows nearest to a vector of length 1, by cosine, all of them compared. */
export function nearestTo(rows: FloatRows, vector: Float32Array, count: number, except = -1): Ranked[] {
  const { dimensions, values } = rows;
  const scores = new Float32Array(rows.rows);
  for (let row = 0; row < rows.rows; row++) scores[row] = dotAt(values, row * dimensions, vector, 0, dimensions);
  return topOf(scores, count, except);
}

/** Dot product of two rows; their cosine where they have length 1. */
export const product = ({ dimensions, values }: FloatRows, one: number, other: number): number =>
  dotAt(values, one * dimensions, values, other * dimensions, dimensions);

function scoreAll({ rows, dimensions, values }: FloatRows, row: number, scores: Float32Array): void {
  const from = row * dimensions;
  for (let other = 0; other < rows; other++)
    scores[other] = dotAt(values, from, values, other * dimensions, dimensions);
}

/** Higher is nearer: negative half of the squared distance, without the term that is the same for all. */
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

/** Returns the highest scores in order, in one pass with a short sorted list. */
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

/** Cosines between the given rows of length 1, row by row. */
export function cosineMatrix(rows: FloatRows, places: readonly number[]): Float32Array {
  const size = places.length;
  const matrix = new Float32Array(size * size);
  for (const [at, place] of places.entries()) {
    const isZero = rowOf(rows, place).every((value) => value === 0);
    for (let other = at; other < size; other++) {
      const score = isZero ? 0 : Math.min(1, product(rows, place, places[other] as number));
      matrix[at * size + other] = score;
      matrix[other * size + at] = score;
    }
  }
  return matrix;
}
