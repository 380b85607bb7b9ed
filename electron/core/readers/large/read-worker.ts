import { Buffer } from 'node:buffer';
import { parentPort, workerData } from 'node:worker_threads';
import type { Part } from '#shared/protocol/part.ts';
import { openReader } from '../open-reader.ts';
import { warning } from '../parts/compose.ts';
import type { Ending, TrafficEvent } from '../reader.ts';
import { type LargeReading, packed, packedBytes, type SentPart, type WorkerMessage } from './worker-messages.ts';

const pieceCharacters = 64 * 1024;
/** Data without parts of its own is shown up to this length; the record has all of it. */
const shownCharacters = 1024 * 1024;

/** Splits a part into pieces that are quick to pass on. Text and reasoning continue from one piece to the next. */
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
    // A surrogate pair is not split.
    const last = text.charCodeAt(end - 1);
    if (last >= 0xd800 && last <= 0xdbff) end -= 1;
    yield text.slice(at, end);
    at = end;
  }
}

const shortened = (characters: number): Part =>
  warning(
    'not-kept',
    `The first ${shownCharacters} of ${characters} characters are shown. The recorded response contains all of them.`,
  );

/** Returns the approximate cost of passing on a part, in bytes. */
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
    case 'logprobs':
      return 1000 * part.tokens.length;
    case 'image':
    case 'audio':
      return 200 + (part.base64?.length ?? 0);
    default:
      return 1000;
  }
}

/** Receiving a message of this size takes the main thread a millisecond or two. */
const sliceWeight = 256 * 1024;
const eventCharacters = 64 * 1024;
const eventParts = 16;

/** Reads one large body in this worker: takes its blocks, and returns the parts in slices, one per request. */
function* read({ kind, head, sizeBytes }: LargeReading, blocks: readonly Uint8Array[]): Generator<WorkerMessage> {
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

function* slices(parts: readonly Part[], ending: Omit<Ending, 'parts'>): Generator<WorkerMessage> {
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

/** Returns as much of the event as a list of events shows. */
function shortEvent(event: TrafficEvent, sizeBytes: number): TrafficEvent {
  const { data, parts } = event;
  const first = parts.slice(0, eventParts).flatMap((part) => splitPart(part).next().value ?? []);
  return { ...event, sizeBytes, data: data.slice(0, eventCharacters), parts: first };
}

const blocks: Uint8Array[] = [];
let replies: Generator<WorkerMessage> | null = null;
parentPort?.on('message', (message: Uint8Array | 'next') => {
  if (message !== 'next') {
    blocks.push(message);
    return;
  }
  replies ??= read(workerData as LargeReading, blocks.splice(0));
  const reply = replies.next().value as WorkerMessage;
  parentPort?.postMessage(reply, reply.type === 'parts' ? reply.parts.flatMap(packedBytes) : []);
});
parentPort?.postMessage({ type: 'ready' } satisfies WorkerMessage);
