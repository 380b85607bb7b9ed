import { Buffer } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseJson } from '#shared/protocol/json.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { TrafficEvent } from '../readers/reader.ts';
import { type Fragment, findEscapedSecrets, fragmentsOf } from '../redaction/escaped-secrets.ts';
import type { Redactor } from '../redaction/redact.ts';
import { growingText } from '../redaction/redact-parts.ts';
import type { Patch, RecordedExchange } from '../store/records/exchange-recording.ts';
import { endReading, readerOf, windowBytes } from './history/replay.ts';

/** One delta of a growing text and the event that carried it. */
interface Piece {
  text: string;
  event: TrafficEvent;
}

/**
 * A larger event is redacted string by string, because rewriting it would block everything else; and so is one that is
 * not JSON.
 */
const largeEvent = 1024 * 1024;

/**
 * Yields what must be overwritten in a recorded response so that reading it again reveals no secret: secrets that only
 * JSON escapes hide, and secrets spread over several events. Each patch has the length of what it replaces.
 *
 * @param read reads recorded bytes of the response.
 */
export async function* findSpelledSecrets(
  facts: RecordedExchange,
  redactor: Redactor,
  read: (offset: number, length: number) => Buffer,
): AsyncGenerator<Patch, void, void> {
  const events: TrafficEvent[] = [];
  const reader = readerOf(facts, (event) => events.push(event));
  if (!reader) return;
  let offset = 0;
  for (let bytes = read(0, windowBytes); bytes.length > 0; bytes = read(offset, windowBytes)) {
    offset += bytes.length;
    reader.read(bytes);
    await nextTurn();
  }
  const texts = new Map<string, string[]>();
  for await (const parts of endReading(reader, facts)) collectTexts(texts, parts);
  // A large document is read in a worker as a whole: there is no event of it to redact.
  if (events.length === 0) {
    const fragments = [...texts.values()].flatMap((strings) => fragmentsOf(strings, redactor));
    yield* findEscapedSecrets({ offset: 0, sizeBytes: offset }, fragments, redactor, read);
  }
  const spelled = spelledPieces(events, redactor);
  for (const event of events) {
    const hidden = spelled.filter((piece) => piece.event === event).map(({ text }) => text);
    const document = event.sizeBytes > largeEvent ? undefined : parseJson(event.data);
    if (document !== undefined) yield* cleanEvent(event, document, hidden, redactor, read);
    else yield* findEscapedSecrets(event, hidden.map(wholeString), redactor, read);
  }
}

/** Collects the deltas of growing texts in these parts. */
function collectTexts(texts: Map<string, string[]>, parts: readonly Part[]): void {
  for (const part of parts) {
    const delta = growingText(part);
    if (delta === null) continue;
    const strings = texts.get(delta.channel) ?? [];
    texts.set(delta.channel, strings);
    strings.push(delta.text);
  }
}

const wholeString = (text: string): Fragment => ({ text, start: 0, stop: text.length, opens: true, closes: true });

function cleanEvent(
  event: TrafficEvent,
  document: unknown,
  hidden: readonly string[],
  redactor: Redactor,
  read: (offset: number, length: number) => Buffer,
): Patch[] {
  const clean = blank(redactor.value(document), hidden);
  const isSame = JSON.stringify(clean) === JSON.stringify(document);
  if (isSame && hidden.length === 0) return [];
  // Where a reader derived the text in another way, the whole event is replaced.
  return [patchFor(event, isSame ? {} : clean, read(event.offset, event.sizeBytes))];
}

/** Returns the deltas that together spell a secret. */
function spelledPieces(events: readonly TrafficEvent[], redactor: Redactor): Piece[] {
  const texts = new Map<string, Piece[]>();
  for (const event of events)
    for (const part of event.parts) {
      const delta = growingText(part);
      if (delta === null) continue;
      const pieces = texts.get(delta.channel) ?? [];
      texts.set(delta.channel, pieces);
      pieces.push({ text: delta.text, event });
    }
  return [...texts.values()].flatMap((pieces) => {
    const runs = redactor.find(pieces.map(({ text }) => text).join(''));
    let start = 0;
    return pieces.filter(({ text }) => {
      const from = start;
      start += text.length;
      return runs.some((run) => run.start < start && run.end > from);
    });
  });
}

/** Returns a copy in which every string that is one of `texts` is replaced by asterisks. */
function blank(value: unknown, texts: readonly string[]): unknown {
  if (typeof value === 'string') return texts.includes(value) ? '*'.repeat(value.length) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => blank(one, texts));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, blank(inner, texts)]));
}

/** Replaces the data of an event by a document, padded with spaces, which are insignificant after JSON. */
function patchFor(event: TrafficEvent, document: unknown, bytes: Buffer): Patch {
  const data = Buffer.from(event.data);
  const at = bytes.indexOf(data);
  const [start, length] = at === -1 ? [0, bytes.length] : [at, data.length];
  const text = Buffer.from(JSON.stringify(document));
  const filled = Buffer.alloc(length, ' ');
  if (text.length <= length) text.copy(filled);
  return { offset: event.offset + start, bytes: filled };
}
