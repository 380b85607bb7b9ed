import type { Part } from '#shared/protocol/part.ts';

type Vector = Extract<Part, { type: 'vector' }>;

/** A vector on its way between two threads: a list of numbers would be copied number by number, and take three times the room. */
export type PackedVector = Omit<Vector, 'values'> & { values: Float64Array<ArrayBuffer> };
export type SentPart = Exclude<Part, Vector> | PackedVector;

export const packed = (part: Part): SentPart =>
  part.type === 'vector' ? { ...part, values: Float64Array.from(part.values) } : part;

/** What need not be copied. */
export const packedBytes = (part: SentPart): ArrayBuffer[] => (part.type === 'vector' ? [part.values.buffer] : []);

export const unpacked = (part: SentPart): Part =>
  part.type === 'vector' ? { ...part, values: Array.from(part.values) } : part;
