import { UMAP } from 'umap-js';
import { type FloatRows, rowOf } from './float-file.ts';
import type { Nearest } from './nearest.ts';
import { seededRandom } from './random.ts';

export interface UmapInput {
  /** In few dimensions: the layout reads them repeatedly. */
  reduced: FloatRows;
  /** At least `neighbors` for each row, where there are as many rows. */
  nearest: Nearest;
  settings: UmapSettings;
}

export interface UmapSettings {
  /** Neighbors of a row that stay near it: more of them show the overall shape, fewer the details. */
  neighbors: number;
  /** Least distance between two points, from 0 to 1: the larger, the less points are packed into blobs. */
  minDist: number;
}

const stepsAtOnce = 10;

/**
 * Projects rows to 2D so that neighbors stay neighbors (UMAP). It is given the true nearest rows, so that it does not
 * have to approximate them.
 *
 * @param onProgress with the share done, from 0 to 1.
 * @returns x and y of each row.
 */
export async function umapMap(
  { reduced, nearest, settings: { neighbors, minDist } }: UmapInput,
  onProgress: (share: number) => void,
): Promise<Float32Array> {
  const rows = Array.from({ length: reduced.rows }, (_, row) => Array.from(rowOf(reduced, row)));
  const count = Math.min(neighbors, nearest.count, reduced.rows - 1);
  const umap = new UMAP({
    nComponents: 2,
    nNeighbors: count + 1,
    minDist,
    spread: Math.max(1, minDist),
    random: seededRandom(42),
  });
  // A row counts as its own nearest one, as in the reference implementation; a distance grows as the cosine falls.
  umap.setPrecomputedKNN(
    rows.map((_, row) => [row, ...nearest.rows.subarray(row * nearest.count, row * nearest.count + count)]),
    rows.map((_, row) => [
      0,
      ...Array.from(nearest.cosines.subarray(row * nearest.count, row * nearest.count + count), (cosine) =>
        Math.max(0, 1 - cosine),
      ),
    ]),
  );
  const epochs = umap.initializeFit(rows);
  for (let epoch = 0; epoch < epochs; epoch++) {
    umap.step();
    if (epoch % stepsAtOnce === 0) onProgress(epoch / epochs);
  }
  return alongX(Float32Array.from(umap.getEmbedding().flat()));
}

/** Rotates a map around its center so that it is widest from left to right, as the page has more room there. */
function alongX(map: Float32Array): Float32Array {
  const points = Math.max(1, map.length / 2);
  let [x, y, xx, xy, yy] = [0, 0, 0, 0, 0];
  for (let at = 0; at < map.length; at += 2) {
    x += (map[at] as number) / points;
    y += (map[at + 1] as number) / points;
  }
  for (let at = 0; at < map.length; at += 2) {
    const [u, v] = [(map[at] as number) - x, (map[at + 1] as number) - y];
    xx += u * u;
    xy += u * v;
    yy += v * v;
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return map.map((value, at) => {
    const [u, v] = at % 2 === 0 ? [value - x, (map[at + 1] as number) - y] : [(map[at - 1] as number) - x, value - y];
    return at % 2 === 0 ? c * u + s * v : c * v - s * u;
  });
}
