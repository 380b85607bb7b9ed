import type { Failure } from '#shared/protocol/failure.ts';
import type { Part, WarningCode } from '#shared/protocol/part.ts';
import { failureFromBody } from '../classify.ts';
import type { DialectEnd } from '../dialect.ts';
import { errorIn } from '../failures/foreign-document.ts';
import { warning } from '../parts/compose.ts';
import type { StreamEvent } from '../sse.ts';
import { errorName, isKeepAlive, liveness, readEventContent } from './event-content.ts';
import { type Intake, type IntakeContext, invalidUtf8Warning } from './intake.ts';
import { addFaults, faultsText, type JsonFaults } from './json-text.ts';
import { asNumber, asObject, type JsonObject, parseJson } from './json-value.ts';
import { judgeStream } from './judge-stream.ts';
import { createSequence } from './sequence.ts';
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
  /** What the last comment says, where no event followed it and it is no keep-alive. */
  readonly comment?: string;
}

/** A stream that begins with so many events that are not JSON is abandoned. */
const badStartLimit = 1000;
/** Events that are not JSON are reported one by one up to this number, then by their count. */
const reportedBadEvents = 20;

const longestPing = 1024;

/** Reads a response that arrives as a series of JSON documents, whatever frames them. */
export function createStreamIntake(
  context: IntakeContext,
  frame: (onEvent: (event: StreamEvent) => void, maxEventBytes: number) => Framing,
): Intake {
  const { dialect, facts, onEvent, maxEventBytes } = context;
  const numbers = createSequence();
  const faults: JsonFaults = new Map();
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

  const gaveUp = () => bad >= badStartLimit && good === 0;
  const closed = () => failure !== null || endMark || dialect.isFinished?.() === true || gaveUp();

  function isIdle(values: readonly unknown[]): boolean {
    const records = values.flat().map(asObject);
    return (
      records.length > 0 &&
      records.every((record) => record !== null && dialect.isIdle?.(record) === true && errorIn(record) === null)
    );
  }

  function readDocument(document: unknown, { data, name }: StreamEvent, parts: Part[]): void {
    const record = asObject(document);
    if (record === null || liveness.has(record.type)) return;
    if (closed()) {
      noteLate(record);
      return;
    }
    const number = asNumber(record.sequence_number);
    if (number !== null && numbers.isRepeat(number, data)) return;
    const read = dialect.event(record, name);
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

  /** Takes what follows the end: counts are still read, as some services send them after the end mark. */
  function takeLate(document: unknown, name: string | null, parts: Part[]): void {
    const record = asObject(document);
    if (failure === null && record !== null && dialect.isIdle?.(record) === true && errorIn(record, []) === null)
      for (const part of dialect.event(record, name) ?? []) parts.push(part);
    else noteLate(document);
  }

  function noteLate(document: unknown): void {
    const error = failure === null ? errorIn(document, []) : null;
    if (error !== null) late ??= failureFromBody(error, facts);
  }

  /** Takes the error that cut an event short. */
  function readBroken({ data, offset }: StreamEvent, isPart: boolean, parts: Part[]): void {
    failure = failureWithin(data, facts);
    brokenWords = wordsWithin(data) ?? brokenWords;
    bad += 1;
    const what = `${isPart ? 'Part of event' : 'Event'} ${index} at byte ${offset}`;
    const message = `${what} is not JSON and was skipped. Its bytes are recorded.`;
    if (bad <= reportedBadEvents) parts.push(warning('bad-event', message));
  }

  function readEvent(event: StreamEvent, parts: Part[]): boolean {
    const content = readEventContent(event.data);
    if (!isKeepAlive(event, content.values) && !isIdle(content.values)) contentEvents += 1;
    if (liveness.has(event.name)) return content.malformed;
    if (closed()) {
      for (const document of content.values.flat()) takeLate(document, event.name, parts);
      return content.malformed;
    }
    if (event.name !== null && errorName.test(event.name)) {
      failure = failureFromBody(content.values[0] ?? event.data, facts);
      return content.malformed;
    }
    for (const value of content.values) {
      // An event may hold an array of documents: the native surface wraps errors so.
      for (const document of Array.isArray(value) ? value : [value]) readDocument(document, event, parts);
    }
    if (content.values.length > 0) good += 1;
    addFaults(faults, content.faults);
    if (content.malformed && !closed()) readBroken(event, content.values.length > 0, parts);
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
    const repeated = numbers.repeated();
    const say = (code: WarningCode, message: string) => found.push(warning(code, message));
    if (lost > 0)
      say(
        'events-lost',
        `Events missing by their sequence numbers: ${lost}. Their content may be missing from the reply.`,
      );
    if (repeated > 0) say('duplicate-events', `Events that arrived twice: ${repeated}. Each was read once.`);
    if (bad > reportedBadEvents)
      say('bad-event', `Events that are not JSON and were skipped: ${bad}. Their bytes are recorded.`);
    if (faults.size > 0) say('items-odd', `Events that are not strict JSON were read anyway: ${faultsText(faults)}.`);
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

  /** The error in the last comment: proxies that lost their upstream write it where no reader stumbles over it. */
  function commented(): Failure | null {
    const error = errorIn(parseJson(framing.comment ?? ''));
    return error === null ? null : failureFromBody(error, facts);
  }

  const judge = (end: DialectEnd) =>
    judgeStream(context, {
      end,
      endMark,
      reported: failure ?? dialect.failure?.() ?? (end.ended ? null : (late ?? commented())),
      known,
      good,
      bad,
      isHopeless: gaveUp(),
      isTooLarge: framing.tooLarge,
      firstUnknown,
      stray: framing.stray ?? '',
      comment: framing.comment ?? '',
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
