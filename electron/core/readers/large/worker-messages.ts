import type { Part } from '#shared/protocol/part.ts';
import type { ReaderKind } from '#shared/protocol/route.ts';
import type { Ending, ResponseHead, TrafficEvent } from '../reader.ts';

/** What the worker needs to know about a body besides its bytes. */
export interface LargeReading {
  kind: ReaderKind;
  head: ResponseHead;
  /** Of the body as received. */
  sizeBytes: number;
}

/** Messages of the worker: `ready`, then one per request: the event, parts, parts ..., the end. */
export type WorkerMessage =
  | { type: 'ready' }
  | { type: 'event'; event: TrafficEvent | null }
  | { type: 'parts'; parts: SentPart[] }
  | { type: 'end'; ending: Omit<Ending, 'parts'> };

type Vector = Extract<Part, { type: 'vector' }>;

/** A vector as sent between threads: an array would be copied number by number and take three times the memory. */
type PackedVector = Omit<Vector, 'values'> & { values: Float64Array<ArrayBuffer> };
export type SentPart = Exclude<Part, Vector> | PackedVector;

export const packed = (part: Part): SentPart =>
  part.type === 'vector' ? { ...part, values: Float64Array.from(part.values) } : part;

/** Returns the buffers that can be transferred instead of copied. */
export const packedBytes = (part: SentPart): ArrayBuffer[] => (part.type === 'vector' ? [part.values.buffer] : []);

export const unpacked = (part: SentPart): Part =>
  part.type === 'vector' ? { ...part, values: Array.from(part.values) } : part;
