/**
 * Dot product of `count` values, from given places on. Four parallel sums keep the processor busy: this is about three
 * times as fast as one.
 */
export function dotAt(one: Float32Array, from: number, other: Float32Array, to: number, count: number): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  const whole = count - (count % 4);
  let at = 0;
  for (; at < whole; at += 4) {
    first += (one[from + at] as number) * (other[to + at] as number);
    second += (one[from + at + 1] as number) * (other[to + at + 1] as number);
    third += (one[from + at + 2] as number) * (other[to + at + 2] as number);
    fourth += (one[from + at + 3] as number) * (other[to + at + 3] as number);
  }
  for (; at < count; at++) first += (one[from + at] as number) * (other[to + at] as number);
  return first + second + third + fourth;
}

/** Dot product; both of the same length. */
export const dot = (one: Float32Array, other: Float32Array): number => dotAt(one, 0, other, 0, one.length);

/** Euclidean length. */
export const norm = (vector: Float32Array): number => Math.sqrt(dot(vector, vector));

/**
 * Cosine of the angle between two vectors, from -1 to 1. `NaN` where it is undefined: one of them is zero, or their
 * dimensions differ.
 */
export function cosine(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return Number.NaN;
  const lengths = norm(one) * norm(other);
  return lengths === 0 ? Number.NaN : Math.max(-1, Math.min(1, dot(one, other) / lengths));
}

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
