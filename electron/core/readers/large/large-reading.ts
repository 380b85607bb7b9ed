import type { ReaderKind } from '#shared/protocol/route.ts';
import type { AnswerHead, Ending, WireEvent } from '../reader.ts';
import type { SentPart } from './packed-vector.ts';

/** What the reading thread has to know of a body besides its bytes. */
export interface LargeReading {
  kind: ReaderKind;
  head: AnswerHead;
  /** Of the body as it came. */
  sizeBytes: number;
}

/** What the reading thread says: that it is there, then, each when it is asked: the event, parts, parts ..., the end. */
export type WorkerWord =
  | { type: 'ready' }
  | { type: 'event'; event: WireEvent | null }
  | { type: 'parts'; parts: SentPart[] }
  | { type: 'end'; ending: Omit<Ending, 'parts'> };
