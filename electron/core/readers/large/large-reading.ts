import type { ReaderKind } from '#shared/protocol/route.ts';
import type { Ending, ResponseHead, TrafficEvent } from '../reader.ts';
import type { SentPart } from './packed-vector.ts';

/** What the reading thread has to know of a body besides its bytes. */
export interface LargeReading {
  kind: ReaderKind;
  head: ResponseHead;
  /** Of the body as it came. */
  sizeBytes: number;
}

/** What the reading thread says: that it is there, then, each when it is asked: the event, parts, parts ..., the end. */
export type WorkerWord =
  | { type: 'ready' }
  | { type: 'event'; event: TrafficEvent | null }
  | { type: 'parts'; parts: SentPart[] }
  | { type: 'end'; ending: Omit<Ending, 'parts'> };
