import { changedPairs, type NeighborhoodChange } from './changed-pairs.ts';
import { clusterWords } from './cluster-words.ts';
import type { FloatRows } from './float-file.ts';
import { makeUnit } from './float-file.ts';
import { bestClusters, kMeans } from './kmeans.ts';
import { allNearest, cosineMatrix, type Nearest, nearestTo, type Ranked } from './nearest.ts';
import { pca } from './pca.ts';

/** One of the two models: the corpus's own, or the one overlaid on it. */
export type Slot = 'base' | 'overlay';

export interface Overview {
  /** x and y of each row, one after the other. */
  map: Float32Array;
  /** The share of the total variance that x and y explain. */
  shares: [number, number];
}

export interface Clusters {
  /** The cluster of each row; 0 is the largest. */
  groups: Uint16Array;
  /** The words that distinguish each cluster from the others; none where nothing does. */
  words: string[][];
}

/** Every analysis of the vectors of a corpus. Rows are numbered as they were loaded. */
export interface VectorAnalysis {
  /** Takes ownership of the rows (they are changed) and projects them to 2D. */
  load(input: { slot: Slot; rows: FloatRows; texts: string[] }): Promise<Overview>;
  /** @param input.count `null`: the number that separates the rows best. */
  clusters(input: { slot: Slot; count: number | null }): Promise<Clusters>;
  nearest(input: { slot: Slot }, onProgress: (share: number) => void): Promise<Nearest>;
  /** Nearest to a row, or to a vector of the same dimensions and length 1. */
  near(input: { slot: Slot; to: number | Float32Array; count: number }): Promise<Ranked[]>;
  matrix(input: { slot: Slot; places: number[] }): Promise<Float32Array>;
  /** Both slots hold the same texts in the same order. */
  changes(input: { count: number }, onProgress: (share: number) => void): Promise<NeighborhoodChange>;
  /** Rows in fewer dimensions, for a layout of another kind. */
  reduced(input: { slot: Slot }): Promise<FloatRows>;
}

/** Dimensions in which clusters and candidate neighbors are searched. */
const reducedTo = 32;
const neighborCount = 15;
const maxClusters = 9;

interface Loaded {
  rows: FloatRows;
  reduced: FloatRows;
  texts: string[];
  nearest: Nearest | null;
}

/** @param pause lets other calls in between steps of long work. */
export function createAnalysis(pause: () => Promise<void>): VectorAnalysis {
  const slots = new Map<Slot, Loaded>();
  const at = (slot: Slot): Loaded => {
    const loaded = slots.get(slot);
    if (!loaded) throw new Error('these vectors are not loaded');
    return loaded;
  };
  const nearestOf = async (slot: Slot, onProgress: (share: number) => void): Promise<Nearest> => {
    const loaded = at(slot);
    loaded.nearest ??= await allNearest(loaded.rows, loaded.reduced, neighborCount, async (share) => {
      onProgress(share);
      await pause();
    });
    return loaded.nearest;
  };
  return {
    async load({ slot, rows, texts }) {
      const unit = makeUnit(rows);
      const { reduced, shares } = pca(unit, reducedTo);
      slots.set(slot, { rows: unit, reduced, texts, nearest: null });
      return { map: firstTwo(reduced), shares: [shares[0] ?? 0, shares[1] ?? 0] };
    },
    async clusters({ slot, count }) {
      const { reduced, texts } = at(slot);
      const groups = count === null ? bestClusters(reduced, maxClusters) : kMeans(reduced, count);
      return { groups, words: clusterWords(texts, groups) };
    },
    nearest: ({ slot }, onProgress) => nearestOf(slot, onProgress),
    async near({ slot, to, count }) {
      const { rows } = at(slot);
      if (typeof to !== 'number') return nearestTo(rows, to, count);
      const { dimensions, values } = rows;
      return nearestTo(rows, values.subarray(to * dimensions, (to + 1) * dimensions), count, to);
    },
    matrix: async ({ slot, places }) => cosineMatrix(at(slot).rows, places),
    async changes({ count }, onProgress) {
      const first = await nearestOf('base', (share) => onProgress(share / 2));
      const second = await nearestOf('overlay', (share) => onProgress(0.5 + share / 2));
      return changedPairs([at('base').rows, at('overlay').rows], [first, second], count);
    },
    reduced: async ({ slot }) => at(slot).reduced,
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
