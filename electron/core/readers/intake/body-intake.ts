import type { Buffer } from 'node:buffer';
import type { Failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { failureFromBody } from '../classify.ts';
import {
  badJson,
  cutResponse,
  htmlResponse,
  nothingSaid,
  plainResponse,
  tooDeep,
  tooLarge,
  unannouncedCoding,
  unfinished,
  wrongType,
} from '../failures/answers.ts';
import { holdsError } from '../failures/holds-error.ts';
import { looksLike } from '../failures/looks-like.ts';
import { isPage, pageTitle } from '../failures/markup.ts';
import { unexpectedItems } from '../parts/unexpected.ts';
import type { Ending } from '../reader.ts';
import { createDocumentScanner } from './document-scanner.ts';
import { asBuffer } from './growing-bytes.ts';
import { HeldBlocks } from './held-blocks.ts';
import { type Intake, type IntakeContext, invalidUtf8Warning } from './intake.ts';
import { breaksOff, jsonFault } from './json-place.ts';
import { asObject } from './json-value.ts';
import { PayloadCutter } from './payload-cutter.ts';
import type { BodyForm } from './sniffer.ts';
import { countInvalidUtf8 } from './utf8.ts';

const SPACE = 32;
const blank = /^\s*$/;
const noneInvalid = { count: 0, firstOffset: null };
/** Reading a body of this size as one piece takes some 20 ms; a larger one is given away to be read elsewhere. */
const largeBytes = 2 * 1024 * 1024;
/** Brackets in brackets take a hundred times longer than their bytes tell. */
const deepLevels = 10_000;
/** Levels of brackets beyond which an answer is made to burst the program; the deepest that any route gives has a dozen. */
const mostLevels = 200_000;

/** Collects an answer that is read as one piece. The base64 of large media does not get into it. */
export function createBodyIntake(
  context: IntakeContext,
  form: Exclude<BodyForm, 'events'>,
  openLines: () => Intake,
): Intake {
  const { dialect, facts, onEvent, maxBodyBytes } = context;
  const body = new HeldBlocks();
  const cutter = form === 'json' ? new PayloadCutter(collect) : null;
  /** Of the whole body, with what was cut out of it. */
  let receivedBytes = 0;
  /** Pieces that are not all blank: blanks keep a connection alive. */
  let pieces = 0;
  const scanner = createDocumentScanner();
  let documentEnd = -1;
  /** It is too large to be read at all. */
  let refused: Failure | null = null;
  /** Something other than blanks followed the document. */
  let isMore = false;
  /** A second document or an end mark came: this is a stream of lines without any framing. */
  let lines: Intake | null = null;

  function takeLines(): Part[] {
    lines = openLines();
    const parts = lines.push(body.joined());
    body.clear();
    return parts;
  }

  function failed(error: Failure, parts: Part[] = []): Ending {
    return { parts, verdict: 'failed', finishReason: null, error };
  }

  function readValue(value: unknown, text: string): Ending {
    if (facts.status >= 400) return failed(failureFromBody(value, facts));
    const record = asObject(value);
    const isError = holdsError(value) && (record === null || dialect.ownsError?.(record) !== true);
    const parts = dialect.whole(value, text);
    const end = dialect.end(true);
    const all = [...(parts ?? []), ...end.parts];
    if (isError) return failed(failureFromBody(value, facts), all);
    if (parts === null) {
      const error = wrongType(facts, dialect.name, looksLike(value));
      return failed(error, [{ type: 'raw-event', name: null, data: text }]);
    }
    const said = { parts: all, finishReason: end.finishReason };
    if (dialect.failure) return { ...said, verdict: 'failed', error: dialect.failure };
    if (!end.ended) return { ...said, verdict: 'truncated', error: unfinished(facts, end.state ?? null) };
    if (!end.holds)
      return { ...said, verdict: 'empty', error: nothingSaid(facts, dialect.nothing, end.finishReason, end.usage) };
    return { ...said, verdict: 'complete', error: null };
  }

  function readJson(text: string): Read {
    const parsed = parseJson(text);
    if (parsed) return { ending: readValue(parsed.value, text), malformed: false };
    const python = withoutPythonNumbers(text);
    const mended = python && parseJson(python.json);
    if (mended) {
      const ending = readValue(mended.value, python.json);
      const message = `The answer says NaN or Infinity where JSON has no word for it: ${python.count}. Each was read as null.`;
      return { ending: { ...ending, parts: [...ending.parts, unexpectedItems(message)] }, malformed: false };
    }
    if (facts.status >= 400) return { ending: failed(failureFromBody(text, facts)), malformed: true };
    const isCut = documentEnd === -1 && breaksOff(text);
    const error = isCut ? cutResponse(facts, receivedBytes) : badJson(facts, jsonFault(text));
    return { ending: failed(error), malformed: true };
  }

  /** Markup and plain text: an error in words, a page in the way, or an answer of a kind that may be text. */
  function readText(text: string, binary: boolean, coding: string | null): Read {
    if (facts.status >= 400) {
      const error = failureFromBody(binary ? '' : text, facts);
      return { ending: failed(error), malformed: true };
    }
    if (form === 'markup' && !dialect.takesPages && (!dialect.text || isPage(text)))
      return { ending: failed(htmlResponse(facts, pageTitle(text))), malformed: true };
    if (coding !== null) return { ending: failed(unannouncedCoding(facts, coding)), malformed: true };
    if (!dialect.text || binary)
      return { ending: failed(plainResponse(facts, binary ? null : text, receivedBytes)), malformed: true };
    const parts = dialect.text(text);
    const end = dialect.end(true);
    const whole: Ending = { parts: [...parts, ...end.parts], verdict: 'complete', finishReason: null, error: null };
    return { ending: whole, malformed: false };
  }

  function readBody(bytes: Buffer): Ending {
    const decoded = bytes.toString('utf8');
    const text = decoded.startsWith('\ufeff') ? decoded.slice(1) : decoded;
    const invalid = decoded.includes('\ufffd') ? countInvalidUtf8(bytes, 0, bytes.length) : noneInvalid;
    const binary = bytes.includes(0) || invalid.count * 10 > bytes.length;
    const { ending, malformed } = form === 'json' ? readJson(text) : readText(text, binary, codingOf(bytes));
    onEvent?.({
      index: 0,
      offset: 0,
      sizeBytes: receivedBytes,
      name: null,
      data: text,
      malformed,
      parts: ending.parts,
    });
    return binary ? ending : { ...ending, parts: [...ending.parts, ...invalidUtf8Warning(invalid)] };
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
    if (body.length + to - from > maxBodyBytes) refused = tooLarge(facts, 'the answer', maxBodyBytes);
    else if (scanner.deepest > mostLevels) refused = tooDeep(facts, mostLevels);
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
      // Offsets of lines would not fit a body out of which something was cut.
      return isMore && !refused && cutter?.cuts === 0 ? takeLines() : [];
    },
    get finished() {
      return lines ? lines.finished : refused !== null;
    },
    get heard() {
      return lines ? lines.heard : pieces;
    },
    takeLarge() {
      cutter?.end();
      const isQuick = body.length < largeBytes && scanner.deepest < deepLevels;
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

/** The first bytes of compressed data. */
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

function parseJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

const words = /-?(?:NaN|Infinity)/y;

/** Index behind the string that begins at `from`. */
function stringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}

/**
 * JSON as Python servers write it, with `NaN`, `Infinity` and `-Infinity` made `null`: JSON has no words for them. `null`
 * when there are none outside of strings.
 */
function withoutPythonNumbers(text: string): { json: string; count: number } | null {
  if (!text.includes('NaN') && !text.includes('Infinity')) return null;
  const pieces: string[] = [];
  let done = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === 34) at = stringEnd(text, at) - 1;
    else if (letter === 45 || letter === 73 || letter === 78) {
      words.lastIndex = at;
      if (!words.test(text)) continue;
      pieces.push(text.slice(done, at), 'null');
      done = words.lastIndex;
      at = done - 1;
    }
  }
  if (pieces.length === 0) return null;
  return { json: pieces.join('') + text.slice(done), count: pieces.length / 2 };
}
