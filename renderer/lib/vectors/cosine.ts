import { dotAt } from './dot-at.ts';

/** Sum of the products; both of the same length. */
export const dot = (one: Float32Array, other: Float32Array): number => dotAt(one, 0, other, 0, one.length);

/** Euclidean length. */
export const norm = (vector: Float32Array): number => Math.sqrt(dot(vector, vector));

/**
 * Cosine of the angle between two vectors, from -1 to 1. `NaN` where there is no angle: one of them is zero, or their
 * dimensions differ.
 */
export function cosine(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return Number.NaN;
  const lengths = norm(one) * norm(other);
  return lengths === 0 ? Number.NaN : Math.max(-1, Math.min(1, dot(one, other) / lengths));
}
