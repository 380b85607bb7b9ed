import { UMAP } from 'umap-js';
import { type FloatRows, rowOf } from './float-file.ts';
import type { Nearest } from './nearest.ts';
import { seededRandom } from './random.ts';

export interface UmapInput {
  /** In few dimensions: the layout reads them repeatedly. */
  reduced: FloatRows;
  nearest: Nearest;
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
  { reduced, nearest }: UmapInput,
  onProgress: (share: number) => void,
): Promise<Float32Array> {
  const rows = Array.from({ length: reduced.rows }, (_, row) => Array.from(rowOf(reduced, row)));
  const count = Math.min(nearest.count, reduced.rows - 1);
  const umap = new UMAP({
    nComponents: 2,
    nNeighbors: count + 1,
    minDist: 0.12,
    spread: 1,
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
  return Float32Array.from(umap.getEmbedding().flat());
}
