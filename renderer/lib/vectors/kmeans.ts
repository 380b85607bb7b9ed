import type { FloatRows } from './float-file.ts';
import { seededRandom } from './random.ts';

const maxRounds = 40;
const restarts = 3;
/** A small corpus is easily clustered badly, and more restarts cost nothing there. */
const restartsOfFew = 12;
const few = 2000;
/** Rows in the sample with which numbers of clusters are compared. */
const sampleRows = 400;

/** Returns which of `count` clusters each row belongs to; the largest cluster is number 0. */
export function kMeans(rows: FloatRows, count: number): Uint16Array {
  const wanted = Math.max(1, Math.min(count, rows.rows));
  let best: { groups: Uint16Array; cost: number } | undefined;
  for (let start = 0; start < (rows.rows < few ? restartsOfFew : restarts); start++) {
    const found = settle(rows, wanted, seededRandom(start + 1));
    if (!best || found.cost < best.cost) best = found;
  }
  return bySize(best?.groups ?? new Uint16Array(rows.rows), wanted);
}

/** Returns the number of clusters from 2 to `most` that separates the rows best, and the cluster of each row. */
export function bestClusters(rows: FloatRows, most: number): Uint16Array {
  if (rows.rows < 4) return new Uint16Array(rows.rows);
  let best: { groups: Uint16Array; worth: number } | undefined;
  for (let count = 2; count <= Math.min(most, rows.rows - 1); count++) {
    const groups = kMeans(rows, count);
    const worth = silhouette(rows, groups);
    if (!best || worth > best.worth) best = { groups, worth };
  }
  return best?.groups ?? new Uint16Array(rows.rows);
}

function settle(rows: FloatRows, count: number, random: () => number): { groups: Uint16Array; cost: number } {
  const { dimensions } = rows;
  const centers = spreadOut(rows, count, random);
  const groups = new Uint16Array(rows.rows);
  let cost = Number.POSITIVE_INFINITY;
  for (let round = 0; round < maxRounds; round++) {
    let sum = 0;
    for (let row = 0; row < rows.rows; row++) {
      let nearest = Number.POSITIVE_INFINITY;
      for (let center = 0; center < count; center++) {
        const distance = squared(rows.values, row * dimensions, centers, center * dimensions, dimensions, nearest);
        if (distance < nearest) {
          nearest = distance;
          groups[row] = center;
        }
      }
      sum += nearest;
    }
    if (sum >= cost * (1 - 1e-6)) break;
    cost = sum;
    moveCenters(rows, groups, centers, count);
  }
  return { groups, cost };
}

/**
 * Selects initial centers far from each other: a row is the more likely, the farther it is from those selected before.
 */
function spreadOut({ rows, dimensions, values }: FloatRows, count: number, random: () => number): Float32Array {
  const centers = new Float32Array(count * dimensions);
  const far = new Float64Array(rows).fill(Number.POSITIVE_INFINITY);
  let chosen = Math.floor(random() * rows);
  for (let center = 0; center < count; center++) {
    centers.set(values.subarray(chosen * dimensions, (chosen + 1) * dimensions), center * dimensions);
    let sum = 0;
    for (let row = 0; row < rows; row++) {
      const known = far[row] as number;
      far[row] = Math.min(known, squared(values, row * dimensions, centers, center * dimensions, dimensions, known));
      sum += far[row] as number;
    }
    let left = random() * sum;
    chosen = 0;
    while (chosen < rows - 1 && left > (far[chosen] as number)) {
      left -= far[chosen] as number;
      chosen += 1;
    }
  }
  return centers;
}

/** A center that lost all its rows stays where it was. */
function moveCenters(
  { rows, dimensions, values }: FloatRows,
  groups: Uint16Array,
  centers: Float32Array,
  count: number,
) {
  const sums = new Float64Array(count * dimensions);
  const sizes = new Uint32Array(count);
  for (let row = 0; row < rows; row++) {
    const group = groups[row] as number;
    sizes[group] = (sizes[group] as number) + 1;
    for (let at = 0; at < dimensions; at++)
      sums[group * dimensions + at] =
        (sums[group * dimensions + at] as number) + (values[row * dimensions + at] as number);
  }
  for (let center = 0; center < count; center++)
    if (sizes[center])
      for (let at = 0; at < dimensions; at++)
        centers[center * dimensions + at] = (sums[center * dimensions + at] as number) / (sizes[center] as number);
}

/** Squared distance; stops as soon as it exceeds `limit`. */
function squared(one: Float32Array, from: number, other: Float32Array, to: number, dimensions: number, limit: number) {
  let sum = 0;
  for (let at = 0; at < dimensions && sum < limit; at++)
    sum += ((one[from + at] as number) - (other[to + at] as number)) ** 2;
  return sum;
}

/** Returns how much nearer rows are to their own cluster than to the next one, from -1 to 1, on a sample. */
function silhouette({ rows, dimensions, values }: FloatRows, groups: Uint16Array): number {
  const step = Math.max(1, rows / sampleRows);
  const sample: number[] = [];
  for (let at = 0; at < rows; at += step) sample.push(Math.floor(at));
  const count = Math.max(...groups) + 1;
  let sum = 0;
  for (const row of sample) {
    const sums = new Float64Array(count);
    const sizes = new Uint32Array(count);
    for (const other of sample) {
      if (other === row) continue;
      const group = groups[other] as number;
      const far = squared(values, row * dimensions, values, other * dimensions, dimensions, Number.POSITIVE_INFINITY);
      sums[group] = (sums[group] as number) + Math.sqrt(far);
      sizes[group] = (sizes[group] as number) + 1;
    }
    const own = groups[row] as number;
    if (!sizes[own]) continue;
    const within = (sums[own] as number) / (sizes[own] as number);
    let next = Number.POSITIVE_INFINITY;
    for (let group = 0; group < count; group++)
      if (group !== own && sizes[group]) next = Math.min(next, (sums[group] as number) / (sizes[group] as number));
    if (Number.isFinite(next)) sum += (next - within) / Math.max(next, within, 1e-12);
  }
  return sum / sample.length;
}

/** Renumbers clusters so that the largest is the first; empty clusters are dropped. */
function bySize(groups: Uint16Array, count: number): Uint16Array {
  const sizes = Array.from({ length: count }, (_, group) => ({ group, size: 0 }));
  for (const group of groups) (sizes[group] as { size: number }).size += 1;
  const number = new Map(sizes.sort((one, other) => other.size - one.size).map(({ group }, at) => [group, at]));
  return groups.map((group) => number.get(group) ?? 0);
}
