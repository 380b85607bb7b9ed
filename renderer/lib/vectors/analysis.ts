import { type FloatRows, makeUnit } from './float-file.ts';
import { allNearest, cosineMatrix, type Nearest, nearestTo, type Ranked } from './nearest.ts';
import { type Pca, pca } from './pca.ts';

export interface Overview {
  /** x and y of each row, one after the other. */
  map: Float32Array;
  /** The share of the total variance that x and y explain. */
  shares: [number, number];
}

/** Every analysis of the vectors of a corpus. Rows are numbered as they were loaded. */
export interface VectorAnalysis {
  /** Takes ownership of the rows (they are changed) and projects them to 2D. */
  load(rows: FloatRows): Promise<Overview>;
  /** @param count neighbors of each row. */
  nearest(count: number, onProgress: (share: number) => void): Promise<Nearest>;
  /** Nearest to a row, or to a vector of the same dimensions and length 1. */
  near(input: { to: number | Float32Array; count: number }): Promise<Ranked[]>;
  /** Cosines between the given rows, row by row. */
  matrix(rows: number[]): Promise<Float32Array>;
  /** Rows in fewer dimensions, for a layout of another kind. */
  reduced(): Promise<FloatRows>;
  /** Returns x and y of a vector of the same dimensions and length 1 on the map of `load`. */
  place(vector: Float32Array): Promise<[x: number, y: number]>;
}

/** Dimensions in which candidate neighbors are searched. */
const reducedTo = 32;

interface Loaded {
  rows: FloatRows;
  reduced: FloatRows;
  project: Pca['project'];
  /** By the number of neighbors. */
  nearest: Map<number, Nearest>;
}

/** @param pause lets other calls in between steps of long work. */
export function createAnalysis(pause: () => Promise<void>): VectorAnalysis {
  let loaded: Loaded | null = null;
  const get = (): Loaded => {
    if (!loaded) throw new Error('these vectors are not loaded');
    return loaded;
  };
  return {
    async load(given) {
      const rows = makeUnit(given);
      const { reduced, shares, project } = pca(rows, reducedTo);
      loaded = { rows, reduced, project, nearest: new Map() };
      return { map: firstTwo(reduced), shares: [shares[0] ?? 0, shares[1] ?? 0] };
    },
    async nearest(count, onProgress) {
      const { rows, reduced, nearest } = get();
      const onStep = async (share: number) => {
        onProgress(share);
        await pause();
      };
      const known = nearest.get(count) ?? (await allNearest(rows, reduced, count, onStep));
      nearest.set(count, known);
      return known;
    },
    async near({ to, count }) {
      const { rows } = get();
      if (typeof to !== 'number') return nearestTo(rows, to, count);
      const { dimensions, values } = rows;
      return nearestTo(rows, values.subarray(to * dimensions, (to + 1) * dimensions), count, to);
    },
    matrix: async (rows) => cosineMatrix(get().rows, rows),
    reduced: async () => get().reduced,
    async place(vector) {
      const [x = 0, y = 0] = get().project(vector);
      return [x, y];
    },
  };
}

/** Returns x and y of rows that have at least one dimension; a missing second one is 0. */
function firstTwo({ rows, dimensions, values }: FloatRows): Float32Array {
  const map = new Float32Array(rows * 2);
  for (let row = 0; row < rows; row++) {
    map[row * 2] = values[row * dimensions] ?? 0;
    map[row * 2 + 1] = dimensions > 1 ? (values[row * dimensions + 1] as number) : 0;
  }
  return map;
}
