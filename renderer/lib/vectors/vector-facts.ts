import { norm } from './cosine.ts';

/** Summary of a set of vectors. */
export interface VectorFacts {
  texts: number;
  vectors: number;
  /** Every number of dimensions that occurs, the most frequent first. */
  dimensions: number[];
  leastNorm: number;
  greatestNorm: number;
  zero: number;
  /** Vectors that are, bit for bit, the same as an earlier one with a different text. */
  equal: number;
  isNormalized: boolean;
}

/** The worst finding. */
export type VectorVerdict =
  | 'none'
  | 'zero'
  | 'all-equal'
  | 'mixed-dimensions'
  | 'fewer'
  | 'some-equal'
  | 'unnormalized'
  | 'sound';

/** Maximum deviation of a norm from 1 in 32-bit floats that were serialized as text. */
const tolerance = 1e-3;

export function vectorFacts(texts: readonly string[], vectors: readonly (Float32Array | null)[]): VectorFacts {
  const sizes = new Map<number, number>();
  const seen = new Map<string, { vector: Float32Array; text: string }[]>();
  const facts = { leastNorm: Number.POSITIVE_INFINITY, greatestNorm: 0, zero: 0, equal: 0, vectors: 0 };
  for (const [at, vector] of vectors.entries()) {
    if (!vector) continue;
    facts.vectors += 1;
    sizes.set(vector.length, (sizes.get(vector.length) ?? 0) + 1);
    const length = norm(vector);
    facts.leastNorm = Math.min(facts.leastNorm, length);
    facts.greatestNorm = Math.max(facts.greatestNorm, length);
    if (length === 0) {
      facts.zero += 1;
      continue;
    }
    // Few vectors share their first values by chance; those that do are compared in full.
    const key = `${vector.length} ${vector.subarray(0, 4).join(' ')}`;
    const alike = seen.get(key) ?? [];
    const text = texts[at] ?? '';
    if (alike.some((other) => other.text !== text && isSame(other.vector, vector))) facts.equal += 1;
    alike.push({ vector, text });
    seen.set(key, alike);
  }
  return {
    ...facts,
    texts: texts.length,
    leastNorm: facts.vectors > 0 ? facts.leastNorm : 0,
    dimensions: [...sizes].sort(([, one], [, other]) => other - one).map(([size]) => size),
    isNormalized:
      facts.vectors > 0 && Math.abs(facts.leastNorm - 1) <= tolerance && Math.abs(facts.greatestNorm - 1) <= tolerance,
  };
}

export function verdictOf({ texts, vectors, dimensions, zero, equal, isNormalized }: VectorFacts): VectorVerdict {
  if (vectors === 0) return 'none';
  if (zero > 0) return 'zero';
  if (vectors > 1 && equal === vectors - 1) return 'all-equal';
  if (dimensions.length > 1) return 'mixed-dimensions';
  if (vectors < texts) return 'fewer';
  if (equal > 0) return 'some-equal';
  return isNormalized ? 'sound' : 'unnormalized';
}

function isSame(one: Float32Array, other: Float32Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}
