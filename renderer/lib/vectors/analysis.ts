import { changedPairs, type NeighborhoodChange, neighborCount } from './changed-pairs.ts';
import { clusterWords } from './cluster-words.ts';
import type { FloatRows } from './float-file.ts';
import { makeUnit } from './float-file.ts';
import { bestClusters, kMeans } from './kmeans.ts';
import { allNearest, cosineMatrix, type Nearest, nearestTo, type Ranked } from './nearest.ts';
import { type Pca, pca } from './pca.ts';
import { meanSimilarities, type SimilarPairs, similarPairs } from './similar-pairs.ts';

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
  /** @param input.count neighbors of each row; at least as many as the overlap of two models compares. */
  nearest(input: { slot: Slot; count?: number }, onProgress: (share: number) => void): Promise<Nearest>;
  /** Nearest to a row, or to a vector of the same dimensions and length 1. */
  near(input: { slot: Slot; to: number | Float32Array; count: number }): Promise<Ranked[]>;
  matrix(input: { slot: Slot; places: number[] }): Promise<Float32Array>;
  /** Both slots hold the same texts in the same order. */
  changes(input: { count: number }, onProgress: (share: number) => void): Promise<NeighborhoodChange>;
  /** Rows in fewer dimensions, for a layout of another kind. */
  reduced(input: { slot: Slot }): Promise<FloatRows>;
  /** Returns x and y of a vector of the same dimensions and length 1 on the map of `load`. */
  place(input: { slot: Slot; vector: Float32Array }): Promise<[x: number, y: number]>;
  /** @param input.limit how many pairs are returned at most. */
  pairs(input: { slot: Slot; limit: number }, onProgress: (share: number) => void): Promise<SimilarPairs>;
  /** The mean cosine of each row to all others. */
  means(input: { slot: Slot }): Promise<Float32Array>;
}

/** Dimensions in which clusters and candidate neighbors are searched. */
const reducedTo = 32;
const maxClusters = 9;

interface Loaded {
  rows: FloatRows;
  reduced: FloatRows;
  project: Pca['project'];
  texts: string[];
  /** By the number of neighbors. */
  nearest: Map<number, Nearest>;
}

/** @param pause lets other calls in between steps of long work. */
export function createAnalysis(pause: () => Promise<void>): VectorAnalysis {
  const slots = new Map<Slot, Loaded>();
  const at = (slot: Slot): Loaded => {
    const loaded = slots.get(slot);
    if (!loaded) throw new Error('these vectors are not loaded');
    return loaded;
  };
  const steps = (onProgress: (share: number) => void) => async (share: number) => {
    onProgress(share);
    await pause();
  };
  const nearestOf = async (slot: Slot, onProgress: (share: number) => void, count = neighborCount) => {
    const { rows, reduced, nearest } = at(slot);
    const known = nearest.get(count) ?? (await allNearest(rows, reduced, count, steps(onProgress)));
    nearest.set(count, known);
    return known;
  };
  return {
    async load({ slot, rows, texts }) {
      const unit = makeUnit(rows);
      const { reduced, shares, project } = pca(unit, reducedTo);
      slots.set(slot, { rows: unit, reduced, project, texts, nearest: new Map() });
      return { map: firstTwo(reduced), shares: [shares[0] ?? 0, shares[1] ?? 0] };
    },
    async clusters({ slot, count }) {
      const { reduced, texts } = at(slot);
      const groups = count === null ? bestClusters(reduced, maxClusters) : kMeans(reduced, count);
      return { groups, words: clusterWords(texts, groups) };
    },
    nearest: ({ slot, count = 0 }, onProgress) => nearestOf(slot, onProgress, Math.max(count, neighborCount)),
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
    async place({ slot, vector }) {
      const [x = 0, y = 0] = at(slot).project(vector);
      return [x, y];
    },
    async pairs({ slot, limit }, onProgress) {
      const nearest = await nearestOf(slot, (share) => onProgress(share / 2));
      return similarPairs(
        at(slot).rows,
        nearest,
        limit,
        steps((share) => onProgress(0.5 + share / 2)),
      );
    },
    means: async ({ slot }) => meanSimilarities(at(slot).rows),
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
