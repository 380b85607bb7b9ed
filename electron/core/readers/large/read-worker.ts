import { Buffer } from 'node:buffer';
import { parentPort, workerData } from 'node:worker_threads';
import type { Part } from '#shared/protocol/part.ts';
import { openReader } from '../open-reader.ts';
import type { Ending, TrafficEvent } from '../reader.ts';
import type { LargeReading, WorkerWord } from './large-reading.ts';
import { packed, packedBytes, type SentPart } from './packed-vector.ts';

const pieceCharacters = 64 * 1024;
/** So much of what has no parts of its own is shown; the record holds all of it. */
const shownCharacters = 1024 * 1024;

/** The same part in pieces that take no time to be passed on. Text and thoughts go on from one piece to the next. */
function* splitPart(part: Part): Generator<Part, void, void> {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'refusal-delta':
      for (const text of pieces(part.text)) yield { ...part, text };
      return;
    case 'raw-event':
      yield { ...part, data: part.data.slice(0, shownCharacters) };
      if (part.data.length > shownCharacters) yield shortened(part.data.length);
      return;
    default:
      yield part;
  }
}

function* pieces(text: string): Generator<string> {
  if (text.length <= pieceCharacters) {
    yield text;
    return;
  }
  for (let at = 0; at < text.length; ) {
    let end = at + pieceCharacters;
    // A character of two units is not torn apart.
    const last = text.charCodeAt(end - 1);
    if (last >= 0xd800 && last <= 0xdbff) end -= 1;
    yield text.slice(at, end);
    at = end;
  }
}

const shortened = (characters: number): Part => ({
  type: 'warning',
  code: 'not-kept',
  message: `The first ${shownCharacters} of ${characters} characters are shown. The record of the answer holds all of it.`,
});

/** How much passing a part on costs, in bytes or thereabouts. */
function weightOf(part: Part): number {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'refusal-delta':
      return 200 + part.text.length;
    case 'vector':
      return 200 + 8 * part.values.length;
    case 'raw-event':
      return 200 + part.data.length;
    case 'image':
    case 'audio':
      return 200 + (part.base64?.length ?? 0);
    default:
      return 1000;
  }
}

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
