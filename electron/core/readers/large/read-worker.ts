import { Buffer } from 'node:buffer';
import { parentPort, workerData } from 'node:worker_threads';
import type { Part } from '#shared/protocol/part.ts';
import { openReader } from '../open-reader.ts';
import type { Ending, TrafficEvent } from '../reader.ts';
import type { LargeReading, WorkerWord } from './large-reading.ts';
import { packed, packedBytes, type SentPart } from './packed-vector.ts';
import { splitPart, weightOf } from './split-part.ts';

/** Taking so much out of a message takes the other side a millisecond or two. */
const sliceWeight = 256 * 1024;
const eventCharacters = 64 * 1024;
const eventParts = 16;

/**
 * The thread that reads one large body: it takes the blocks of the body, and gives out the parts in slices, one for each
 * time it is asked.
 */
function* read({ kind, head, sizeBytes }: LargeReading, blocks: readonly Uint8Array[]): Generator<WorkerWord> {
  const bytes = Buffer.concat(blocks);
  let event: TrafficEvent | null = null;
  const reader = openReader(kind, head, {
    maxBodyBytes: bytes.length,
    onEvent: (found) => {
      event ??= found;
    },
  });
  const parts = reader.read(bytes);
  const { parts: last, ...ending } = reader.end();
  for (const part of last) parts.push(part);
  yield { type: 'event', event: event && shortEvent(event, sizeBytes) };
  yield* slices(parts, ending);
}

function* slices(parts: readonly Part[], ending: Omit<Ending, 'parts'>): Generator<WorkerWord> {
  let slice: SentPart[] = [];
  let weight = 0;
  for (const whole of parts)
    for (const part of splitPart(whole)) {
      slice.push(packed(part));
      weight += weightOf(part);
      if (weight < sliceWeight) continue;
      yield { type: 'parts', parts: slice };
      slice = [];
      weight = 0;
    }
  yield { type: 'parts', parts: slice };
  yield { type: 'end', ending };
}

/** As much of the event as a list of events shows. */
function shortEvent(event: TrafficEvent, sizeBytes: number): TrafficEvent {
  const { data, parts } = event;
  const first = parts.slice(0, eventParts).flatMap((part) => splitPart(part).next().value ?? []);
  return { ...event, sizeBytes, data: data.slice(0, eventCharacters), parts: first };
}

const blocks: Uint8Array[] = [];
let words: Generator<WorkerWord> | null = null;
parentPort?.on('message', (message: Uint8Array | 'next') => {
  if (message !== 'next') {
    blocks.push(message);
    return;
  }
  words ??= read(workerData as LargeReading, blocks.splice(0));
  const word = words.next().value as WorkerWord;
  parentPort?.postMessage(word, word.type === 'parts' ? word.parts.flatMap(packedBytes) : []);
});
parentPort?.postMessage({ type: 'ready' } satisfies WorkerWord);
