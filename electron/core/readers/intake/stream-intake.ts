import { Buffer } from 'node:buffer';
import type { Failure } from '#shared/protocol/failure.ts';
import type { Part, WarningCode } from '#shared/protocol/part.ts';
import { failureFromBody } from '../classify.ts';
import type { DialectEnd } from '../dialect.ts';
import { errorIn } from '../failures/foreign-document.ts';
import { warning } from '../parts/compose.ts';
import type { StreamEvent } from '../sse.ts';
import { createDocumentScanner } from './document-scanner.ts';
import { errorName, isKeepAlive, liveness } from './event-names.ts';
import { type Intake, type IntakeContext, invalidUtf8Warning } from './intake.ts';
import { asNumber, asObject, type JsonObject, parseJson } from './json-value.ts';
import { judgeStream } from './judge-stream.ts';
import { failureWithin, wordsWithin } from './side-words.ts';
import type { InvalidUtf8 } from './utf8.ts';

/** Splits bytes into events. */
interface Framing {
  push(bytes: Uint8Array): void;
  end(): void;
  readonly tooLarge: boolean;
  /** Bytes of the incomplete event. */
  readonly pendingBytes: number;
  readonly invalidUtf8: InvalidUtf8;
  /** Text between events that was neither event nor comment. */
  readonly stray?: string;
}

const badEventLimit = 20;
const badStartLimit = 5;
const longestPing = 1024;

/** Reads a response that arrives as a series of JSON documents, whatever frames them. */
export function createStreamIntake(
  context: IntakeContext,
  frame: (onEvent: (event: StreamEvent) => void, maxEventBytes: number) => Framing,
): Intake {
  const { dialect, facts, onEvent, maxEventBytes } = context;
  const ids = createRepeats();
  const numbers = createRepeats();
  let out: Part[] = [];
  let index = 0;
  let known = 0;
  let unknown = 0;
  let good = 0;
  let bad = 0;
  let endMark = false;
  /** Events that are not keep-alives and carry something of the reply. */
  let contentEvents = 0;
  let failure: Failure | null = null;
  let firstUnknown: JsonObject | null = null;
  let brokenWords: string | null = null;
  /** An error that followed the end of the reply. */
  let late: Failure | null = null;

  const gaveUp = () => bad >= badEventLimit || (bad >= badStartLimit && good === 0);
  const closed = () => failure !== null || endMark || dialect.isFinished?.() === true || gaveUp();

  function isIdle(values: readonly unknown[]): boolean {
    const records = values.flat().map(asObject);
    return (
      records.length > 0 &&
      records.every((record) => record !== null && dialect.isIdle?.(record) === true && errorIn(record) === null)
    );
  }

  function readDocument(document: unknown, data: string, parts: Part[]): void {
    const record = asObject(document);
    if (record === null || liveness.has(record.type)) return;
    if (closed()) {
      noteLate(record);
      return;
    }
    const number = asNumber(record.sequence_number);
    if (number !== null && numbers.isRepeat(number, data)) return;
    const read = dialect.event(record);
    const error = dialect.ownsError?.(record) === true ? null : errorIn(record, read);
    failure = error === null ? (dialect.failure?.() ?? null) : failureFromBody(error, facts);
    if (read !== null) {
      known += 1;
      for (const part of read) parts.push(part);
    } else if (failure === null && Object.keys(record).length > 0) {
      unknown += 1;
      firstUnknown ??= record;
    }
  }

  function noteLate(document: unknown): void {
    const error = failure === null ? errorIn(document, []) : null;
    if (error !== null) late ??= failureFromBody(error, facts);
  }

  /** Takes the error that cut an event short. */
  function readBroken({ data, offset }: StreamEvent, parts: Part[]): void {
    failure = failureWithin(data, facts);
    brokenWords = wordsWithin(data) ?? brokenWords;
    bad += 1;
    const message = `Event ${index} at byte ${offset} is not JSON and was skipped. Its bytes are recorded.`;
    parts.push(warning('bad-event', message));
  }

  function readEvent(event: StreamEvent, parts: Part[]): boolean {
    const content = readEventContent(event.data);
    if (!isKeepAlive(event, content.values) && !isIdle(content.values)) contentEvents += 1;
    if (liveness.has(event.name)) return content.malformed;
    if (closed()) content.values.flat().forEach(noteLate);
    if (closed()) return content.malformed;
    if (event.id !== null && ids.isRepeat(event.id, event.data)) return content.malformed;
    if (event.name !== null && errorName.test(event.name)) {
      failure = failureFromBody(content.values[0] ?? event.data, facts);
      return content.malformed;
    }
    for (const value of content.values) {
      // An event may hold an array of documents: the native surface wraps errors so.
      for (const document of Array.isArray(value) ? value : [value]) readDocument(document, event.data, parts);
    }
    if (content.malformed && !closed()) readBroken(event, parts);
    else if (content.values.length > 0) good += 1;
    endMark ||= content.endMark;
    return content.malformed;
  }

  const framing = frame((event) => {
    const parts: Part[] = [];
    const malformed = readEvent(event, parts);
    const { offset, sizeBytes, name, data } = event;
    onEvent?.({ index, offset, sizeBytes, name, data, malformed, parts });
    index += 1;
    for (const part of parts) out.push(part);
  }, maxEventBytes);

  function taken(): Part[] {
    const parts = out;
    out = [];
    return parts;
  }

  function warnings(isEnded: boolean): Part[] {
    const found: Part[] = [];
    const lost = numbers.lost();
    const repeated = ids.repeated() + numbers.repeated();
    const say = (code: WarningCode, message: string) => found.push(warning(code, message));
    if (lost > 0)
      say(
        'events-lost',
        `Events missing by their sequence numbers: ${lost}. Their content may be missing from the reply.`,
      );
    if (repeated > 0) say('duplicate-events', `Events that arrived twice: ${repeated}. Each was read once.`);
    if (unknown > 0 && known > 0) {
      const message = `Events with an unknown format: ${unknown}. They were skipped, and their bytes are recorded.`;
      say('unknown-shape', message);
    }
    if (late !== null && isEnded)
      say(
        'surplus-bytes',
        `After the end of the reply the gateway reported an error: ${late.gatewayMessage ?? late.message}`,
      );
    return [...found, ...invalidUtf8Warning(framing.invalidUtf8)];
  }

  const judge = (end: DialectEnd) =>
    judgeStream(context, {
      end,
      endMark,
      reported: failure ?? dialect.failure?.() ?? (end.ended ? null : late),
      known,
      good,
      bad,
      isHopeless: gaveUp(),
      isTooLarge: framing.tooLarge,
      firstUnknown,
      stray: framing.stray ?? '',
      brokenWords,
    });

  return {
    push(bytes) {
      framing.push(bytes);
      return taken();
    },
    isFinished: () => closed() || framing.tooLarge,
    // An event of many bytes takes a while to arrive and counts as activity; a ping is short.
    activity: () => contentEvents * 2 ** 20 + Math.floor(framing.pendingBytes / longestPing),
    end() {
      framing.end();
      const last = taken();
      const end = dialect.end(endMark);
      return {
        parts: [...last, ...(end.parts ?? []), ...warnings(end.ended)],
        ...judge(end),
        finishReason: end.finishReason ?? null,
      };
    },
  };
}

interface EventContent {
  /** Its JSON documents, up to the first text that is not JSON. */
  values: unknown[];
  /** `[DONE]`: nothing will follow. It proves nothing about the response. */
  endMark: boolean;
  /** Something in it is neither JSON nor the end mark. */
  malformed: boolean;
}

const OPEN_ARRAY = 91;
const blanks = ' \t\r\n';

/** Strips every leading `data:`. A loop: a regular expression overflows on millions of them. */
function withoutField(text: string): string {
  let at = 0;
  for (;;) {
    while (at < text.length && blanks.includes(text[at]!)) at += 1;
    if (!text.startsWith('data:', at)) return text.slice(at);
    at += 'data:'.length;
  }
}

/**
 * Reads the text of one event. Beyond one JSON document it accepts the end mark (also with trailing text), a repeated
 * leading `data:` (from gateways that wrap lines which were wrapped already) and several documents in one event.
 */
function readEventContent(data: string): EventContent {
  if (data.charCodeAt(0) !== OPEN_ARRAY || !data.startsWith('[DONE]')) {
    const value = parseJson(data);
    // Anything but one plain document takes the slower path below.
    if (value !== undefined) return { values: [value], endMark: false, malformed: false };
  }
  const bytes = Buffer.from(data);
  const values: unknown[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = createDocumentScanner().scan(bytes, at, bytes.length);
    const to = end === -1 ? bytes.length : end;
    const piece = withoutField(bytes.toString('utf8', at, to)).trimEnd();
    at = to;
    if (piece.startsWith('[DONE]')) return { values, endMark: true, malformed: false };
    if (piece === '') continue;
    const value = parseJson(piece);
    if (value === undefined) return { values, endMark: false, malformed: true };
    values.push(value);
  }
  return { values, endMark: false, malformed: false };
}

const remembered = 512;
const longData = 1024;

/** Identifies data without keeping large events: by their length and two 32-bit hashes of every character. */
function printOf(data: string): string {
  if (data.length <= longData) return data;
  let first = 0x811c9dc5;
  let second = 0;
  for (let at = 0; at < data.length; at += 1) {
    const code = data.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193);
    second = (Math.imul(second, 31) + code) | 0;
  }
  return `${data.length}/${first}/${second}`;
}

/**
 * Detects repeated events and missing numbers, by the sequence number or the id of each event. Both are trusted only
 * while they behave as such: some gateways number every event 0 or give all of them the id of the response, and there
 * two equal events are two events.
 */
function createRepeats() {
  const seen = new Map<number | string, string>();
  let believed = true;
  let previous: number | null = null;
  let lost = 0;
  let repeated = 0;
  return {
    /** True when exactly the same event was seen before. */
    isRepeat(key: number | string, data: string): boolean {
      if (!believed) return false;
      const before = seen.get(key);
      const print = printOf(data);
      if (before !== undefined) {
        if (before !== print) believed = false;
        // One single number proves nothing yet: it may be the number of every event.
        if (before !== print || seen.size === 1) return false;
        repeated += 1;
        return true;
      }
      seen.set(key, print);
      if (seen.size > remembered) seen.delete(seen.keys().next().value!);
      if (typeof key === 'number') {
        if (previous !== null && key > previous + 1) lost += key - previous - 1;
        if (previous !== null && key < previous) believed = false;
        previous = key;
      }
      return false;
    },
    /** Gaps between numbered events so far. */
    lost: () => (believed ? lost : 0),
    repeated: () => repeated,
  };
}
