import type { Buffer } from 'node:buffer';
import type { Failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { failureFromBody } from '../classify.ts';
import { errorIn, reportIn } from '../failures/foreign-document.ts';
import {
  badJson,
  emptyResponse,
  htmlResponse,
  plainResponse,
  tooDeep,
  tooLarge,
  truncatedResponse,
  undeclaredCoding,
  unfinished,
  wrongType,
} from '../failures/response-failures.ts';
import { isPage, pageTitle } from '../failures/sentences.ts';
import { unexpectedItems } from '../parts/compose.ts';
import type { Ending } from '../reader.ts';
import { createDocumentScanner } from './document-scanner.ts';
import { asBuffer, HeldBlocks } from './growing.ts';
import { type Intake, type IntakeContext, invalidUtf8Warning } from './intake.ts';
import { breaksOff, faultsText, findJsonFault, readJson } from './json-text.ts';
import { asObject, parseJson } from './json-value.ts';
import { PayloadCutter } from './payload-cutter.ts';
import { failureWithin, quoting, wordsWithin } from './side-words.ts';
import type { BodyForm } from './sniffer.ts';
import { countInvalidUtf8, noneInvalid } from './utf8.ts';

const SPACE = 32;
const blank = /^\s*$/;
/** Parsing a body of this size at once takes some 20 ms; a larger one is handed over to a worker. */
const largeBytes = 2 * 1024 * 1024;
/** Nested brackets take a hundred times longer to parse than their bytes suggest. */
const deepLevels = 10_000;
/** A response nested deeper than this is treated as a memory bomb; the deepest of any route has a dozen levels. */
const mostLevels = 200_000;

/** Collects a response that is parsed as one document. The base64 of large media is kept out of it. */
export function createBodyIntake(
  context: IntakeContext,
  form: Exclude<BodyForm, 'events'>,
  openLines: () => Intake,
): Intake {
  const { dialect, facts, onEvent, maxBodyBytes } = context;
  const body = new HeldBlocks();
  const cutter = form === 'json' ? new PayloadCutter(collect) : null;
  /** Of the whole body, including what was cut out of it. */
  let receivedBytes = 0;
  /** Chunks that are not all whitespace: whitespace keeps a connection alive. */
  let pieces = 0;
  const scanner = createDocumentScanner();
  let documentEnd = -1;
  /** The body is too large to be parsed at all. */
  let refused: Failure | null = null;
  /** Something other than whitespace followed the document. */
  let isMore = false;
  /** The first document is JSON; `null` before it was parsed. Only checked for responses that may be text. */
  let isLinesOfJson: boolean | null = null;
  /** A second document or an end mark arrived: this is a stream of lines without any framing. */
  let lines: Intake | null = null;

  function takeLines(): Part[] {
    // The start of a string that may become large is still held there.
    cutter?.end();
    lines = openLines();
    const parts = lines.push(body.joined());
    body.clear();
    return parts;
  }

  /** More follows the first document: lines of JSON, unless it was text that only looked like one. */
  function isLines(): boolean {
    if (dialect.text === undefined) return true;
    isLinesOfJson ??= parseJson(body.joined().toString('utf8', 0, documentEnd)) !== undefined;
    return isLinesOfJson;
  }

  function failed(error: Failure, parts: Part[] = []): Ending {
    return { parts, verdict: 'failed', finishReason: null, error };
  }

  function readValue(value: unknown, text: string): Ending {
    if (facts.status >= 400) return failed(failureFromBody(value, facts));
    const record = asObject(value);
    const parts = dialect.whole(value, text);
    const error = record !== null && dialect.ownsError?.(record) === true ? null : errorIn(value, parts);
    const end = dialect.end(true);
    const all = [...(parts ?? []), ...(end.parts ?? [])];
    if (error !== null) return failed(failureFromBody(error, facts), all);
    if (parts === null)
      return failed(quoting(wrongType(facts, dialect.name, value), reportIn(value), facts), [
        { type: 'raw-event', name: null, data: text },
      ]);
    const content = { parts: all, finishReason: end.finishReason ?? null };
    const failure = dialect.failure?.();
    if (failure) return { ...content, verdict: 'failed', error: failure };
    if (!end.ended)
      return {
        ...content,
        verdict: 'truncated',
        error: unfinished(facts, end.state ?? null, dialect.finishing ?? null),
      };
    if (!end.holds) {
      const found = quoting(emptyResponse(facts, dialect.nothing, end), reportIn(value), facts);
      return { ...content, verdict: found.code === 'empty' ? 'empty' : 'failed', error: found };
    }
    return { ...content, verdict: 'complete', error: null };
  }

  function readDocument(text: string): Read {
    const read = readJson(text);
    if (read) {
      const ending = readValue(read.value, read.json);
      if (read.faults.size === 0) return { ending, malformed: false };
      const message = `The response is not strict JSON: ${faultsText(read.faults)}. It was read anyway.`;
      return { ending: { ...ending, parts: [...ending.parts, unexpectedItems(message)] }, malformed: false };
    }
    if (facts.status >= 400) return { ending: failed(failureFromBody(text, facts)), malformed: true };
    const isCut = documentEnd === -1 && breaksOff(text);
    // What a person said may begin with a brace.
    if (dialect.text && !isCut && !isMeantAsJson(text)) return readText(text, false, null);
    const error = isCut ? truncatedResponse(facts, receivedBytes) : badJson(facts, findJsonFault(text));
    const found = failureWithin(text, facts) ?? quoting(error, wordsWithin(text), facts);
    return { ending: failed(found), malformed: true };
  }

  /** Reads markup and plain text: an error message, a page in the way, or a response of a kind that may be text. */
  function readText(text: string, binary: boolean, coding: string | null): Read {
    if (facts.status >= 400) {
      const error = failureFromBody(binary ? '' : text, facts);
      return { ending: failed(error), malformed: true };
    }
    if (form === 'markup' && !dialect.takesPages && (!dialect.text || isPage(text)))
      return { ending: failed(htmlResponse(facts, pageTitle(text))), malformed: true };
    if (coding !== null) return { ending: failed(undeclaredCoding(facts, coding)), malformed: true };
    if (!dialect.text || binary)
      return {
        ending: failed(
          binary
            ? plainResponse(facts, null, receivedBytes, dialect.expects)
            : quoting(plainResponse(facts, text, receivedBytes, dialect.expects), text, facts),
        ),
        malformed: true,
      };
    const parts = dialect.text(text);
    const end = dialect.end(true);
    const all = [...parts, ...(end.parts ?? [])];
    const failure = dialect.failure?.() ?? null;
    if (failure !== null) return { ending: failed(failure, all), malformed: false };
    return { ending: { parts: all, verdict: 'complete', finishReason: null, error: null }, malformed: false };
  }

  /** Reads a body that is the result itself, in place of a document. */
  function readResult(bytes: Buffer): Read | null {
    const parts = facts.status >= 400 ? null : (dialect.bytes?.(bytes) ?? null);
    if (parts === null) return null;
    return { ending: { parts, verdict: 'complete', finishReason: null, error: null }, malformed: false };
  }

  function readBody(bytes: Buffer): Ending {
    const decoded = bytes.toString('utf8');
    const text = decoded.startsWith('\ufeff') ? decoded.slice(1) : decoded;
    const invalid = decoded.includes('\ufffd') ? countInvalidUtf8(bytes, 0, bytes.length) : noneInvalid;
    const binary = bytes.includes(0) || invalid.count * 10 > bytes.length;
    const { ending, malformed } =
      form === 'json' ? readDocument(text) : (readResult(bytes) ?? readText(text, binary, codingOf(bytes)));
    const { parts } = ending;
    onEvent?.({ index: 0, offset: 0, sizeBytes: receivedBytes, name: null, data: text, malformed, parts });
    return binary ? ending : { ...ending, parts: [...parts, ...invalidUtf8Warning(invalid)] };
  }

  /** Takes bytes of the body in which large media has been replaced. */
  function collect(bytes: Buffer, from: number, to: number): void {
    if (refused) return;
    let rest = from;
    if (form === 'json' && documentEnd === -1) {
      const end = scanner.scan(bytes, from, to);
      rest = end === -1 ? to : end;
      if (end !== -1) documentEnd = body.length + end - from;
    }
    if (body.length + to - from > maxBodyBytes) refused = tooLarge(facts, 'the response', maxBodyBytes);
    else if (scanner.deepest() > mostLevels) refused = tooDeep(facts, mostLevels);
    if (refused) {
      body.clear();
      return;
    }
    body.append(bytes, from, to);
    isMore ||= documentEnd !== -1 && !blank.test(bytes.toString('latin1', rest, to));
  }

  return {
    push(bytes) {
      if (lines) return lines.push(bytes);
      if (refused) return [];
      const chunk = asBuffer(bytes);
      receivedBytes += chunk.length;
      if (chunk.some((byte) => byte > SPACE)) pieces += 1;
      if (cutter) cutter.push(chunk);
      else collect(chunk, 0, chunk.length);
      // Offsets of lines would be wrong in a body out of which something was cut.
      return isMore && !refused && cutter?.isUncut === true && isLines() ? takeLines() : [];
    },
    isFinished: () => (lines ? lines.isFinished() : refused !== null),
    activity: () => (lines ? lines.activity() : pieces),
    takeLarge() {
      cutter?.end();
      const isQuick = body.length < largeBytes && scanner.deepest() < deepLevels;
      if (lines || refused || isQuick) return null;
      return { blocks: body.take(), sizeBytes: receivedBytes };
    },
    end() {
      cutter?.end();
      if (refused) return failed(refused);
      // The end mark alone looks like the start of an array.
      const before = !lines && form === 'json' && /^\s*\[DONE\]/.test(body.head(64)) ? takeLines() : [];
      if (!lines) return readBody(body.joined());
      const ending = lines.end();
      return { ...ending, parts: [...before, ...ending.parts] };
    },
  };
}

/** Braces around a quoted name and a colon: what a program writes, and nobody says. */
const isMeantAsJson = (text: string): boolean => /^\s*\{\s*["'][^"'\n]{0,100}["']\s*:/.test(text);

const codings: readonly (readonly [start: string, name: string])[] = [
  ['1f8b08', 'gzip'],
  ['28b52ffd', 'zstd'],
];

function codingOf(bytes: Buffer): string | null {
  const start = bytes.toString('hex', 0, 4);
  return codings.find(([first]) => start.startsWith(first))?.[1] ?? null;
}

interface Read {
  ending: Ending;
  malformed: boolean;
}
