import type { FloatRows } from './float-file.ts';
import { type Nearest, product } from './nearest.ts';

/** Pairs of rows, the most similar first. */
export interface SimilarPairs {
  /** Both rows of each pair, one after the other; the smaller number is the first. */
  rows: Uint32Array;
  cosines: Float32Array;
  /** Every pair above this cosine is listed. -1 when none was left out. */
  floor: number;
  /** All pairs were compared; otherwise each row with its nearest ones. */
  isExact: boolean;
}

/** Maximum multiplications for a comparison of all pairs. */
const fullWork = 4e9;
const rowsAtOnce = 64;

/**
 * Finds the most similar pairs. Where all pairs would take too long, only the nearest rows of each row are compared:
 * texts that are joined through others are still found.
 *
 * @param rows of length 1. @param limit how many pairs are kept.
 * @param onStep called between steps of the work with the share done, from 0 to 1.
 */
export async function similarPairs(
  rows: FloatRows,
  nearest: Nearest,
  limit: number,
  onStep: (share: number) => Promise<void>,
): Promise<SimilarPairs> {
  const isExact = (rows.rows * rows.rows * rows.dimensions) / 2 <= fullWork;
  let found: { one: number; other: number; cosine: number }[] = [];
  let floor = -1;
  const cut = () => {
    found.sort((one, other) => other.cosine - one.cosine);
    floor = Math.max(floor, found[limit]?.cosine ?? -1);
    found = found.slice(0, limit);
  };
  const add = (one: number, other: number, cosine: number) => {
    if (cosine < floor) return;
    found.push({ one, other, cosine });
    if (found.length >= limit * 2) cut();
  };
  for (let row = 0; row < rows.rows; row++) {
    if (row % rowsAtOnce === 0) await onStep(row / rows.rows);
    if (isExact) for (let other = row + 1; other < rows.rows; other++) add(row, other, product(rows, row, other));
    else
      for (let at = row * nearest.count; at < (row + 1) * nearest.count; at++) {
        const other = nearest.rows[at] as number;
        // A pair that is near from both ends is taken from its first row.
        if (row < other || !isNear(nearest, other, row))
          add(Math.min(row, other), Math.max(row, other), nearest.cosines[at] as number);
      }
  }
  cut();
  return {
    rows: Uint32Array.from(found.flatMap(({ one, other }) => [one, other])),
    cosines: Float32Array.from(found, ({ cosine }) => Math.min(1, cosine)),
    floor,
    isExact,
  };
}

const isNear = ({ rows, count }: Nearest, row: number, other: number): boolean =>
  rows.subarray(row * count, (row + 1) * count).includes(other);

/** Rows that are joined by pairs at or above a threshold. */
export interface SimilarGroup {
  rows: number[];
  /** The lowest and the highest cosine of the pairs that join them. */
  least: number;
  most: number;
}

/** Returns the groups of rows that pairs at or above a threshold join, the most similar first. */
export function groupsAbove({ rows, cosines }: SimilarPairs, threshold: number): SimilarGroup[] {
  const groups: SimilarGroup[] = [];
  const groupOf = new Map<number, SimilarGroup>();
  for (const [at, cosine] of cosines.entries()) {
    if (cosine < Math.fround(threshold)) break;
    const [one, other] = [rows[at * 2] as number, rows[at * 2 + 1] as number];
    const [first, second] = [groupOf.get(one), groupOf.get(other)];
    // Pairs arrive in falling order, so that each one is the least similar of its group so far.
    const group = first ?? second ?? { rows: [], least: cosine, most: cosine };
    if (!first && !second) groups.push(group);
    const joined = first && second && first !== second ? second.rows : [one, other].filter((row) => !groupOf.has(row));
    for (const row of joined) {
      group.rows.push(row);
      groupOf.set(row, group);
    }
    if (second && second !== group) {
      group.most = Math.max(group.most, second.most);
      second.rows = [];
    }
    group.least = cosine;
  }
  return groups
    .filter((group) => group.rows.length > 0)
    .map((group) => ({ ...group, rows: group.rows.toSorted((one, other) => one - other) }));
}

/** Returns the mean cosine of each row to all others; 0 for a single row. @param rows of length 1. */
export function meanSimilarities({ rows, dimensions, values }: FloatRows): Float32Array {
  const sum = new Float64Array(dimensions);
  for (let row = 0, at = 0; row < rows; row++)
    for (let place = 0; place < dimensions; place++, at++) sum[place] = (sum[place] as number) + (values[at] as number);
  return Float32Array.from({ length: rows }, (_, row) => {
    let [all, own] = [0, 0];
    for (let place = 0; place < dimensions; place++) {
      const value = values[row * dimensions + place] as number;
      all += value * (sum[place] as number);
      own += value * value;
    }
    return rows > 1 ? (all - own) / (rows - 1) : 0;
  });
}
