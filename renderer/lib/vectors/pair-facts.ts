import { cosine, dot, norm } from './cosine.ts';

/** How two vectors compare, and what it is computed from. */
export interface PairFacts {
  /** -1 to 1; `null` where it is undefined: one of them is zero, or their dimensions differ. */
  cosine: number | null;
  /** Their Euclidean lengths. */
  lengths: readonly [number, number];
  /** `null` where their dimensions differ. */
  dot: number | null;
  /** Euclidean distance; `null` where their dimensions differ. */
  distance: number | null;
}

/** Compares two vectors. */
export function pairFacts(one: Float32Array, other: Float32Array): PairFacts {
  const similarity = cosine(one, other);
  const hasSameDimensions = one.length === other.length;
  return {
    cosine: Number.isNaN(similarity) ? null : similarity,
    lengths: [norm(one), norm(other)],
    dot: hasSameDimensions ? dot(one, other) : null,
    distance: hasSameDimensions ? norm(one.map((value, at) => value - (other[at] ?? 0))) : null,
  };
}
