import { Buffer } from 'node:buffer';
import type { StreamEvent } from '../sse.ts';
import { createDocumentScanner } from './document-scanner.ts';
import { addFaults, type JsonFaults, readJson } from './json-text.ts';
import { asObject, parseJson } from './json-value.ts';

/** Names and types of events that only keep the connection alive. */
export const liveness: ReadonlySet<unknown> = new Set(['ping', 'keepalive', 'keep-alive', 'heartbeat']);

/** Names of events that report an error, whatever they contain. */
export const errorName = /^(?:(?:[\w.-]*[._-])?error|exception|fault)$/i;

/** Tells whether an event carries nothing of the response. `values` are its JSON documents. */
export const isKeepAlive = ({ name }: StreamEvent, values: readonly unknown[]): boolean =>
  liveness.has(name) || (values.length > 0 && values.every((value) => liveness.has(asObject(value)?.type)));

interface EventContent {
  /** Its JSON documents. */
  values: unknown[];
  /** `[DONE]`: nothing will follow. It proves nothing about the response. */
  endMark: boolean;
  /** Something in it is neither JSON nor the end mark. */
  malformed: boolean;
  /** What was repaired in the documents. */
  faults: JsonFaults;
}

const noFaults: JsonFaults = new Map();

const OPEN_ARRAY = 91;
/** Pieces of one event that are not JSON, after which the rest of it is not read. */
const badPieceLimit = 8;
const blanks = ' \t\r\n';

/** Strips every leading `data:`, and a comma between documents. A loop: a regular expression overflows on millions. */
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
 * leading `data:` (from gateways that wrap lines which were wrapped already), several documents in one event, and what
 * is JSON but for a fault that can mean one thing.
 */
export function readEventContent(data: string): EventContent {
  if (data.charCodeAt(0) !== OPEN_ARRAY || !data.startsWith('[DONE]')) {
    const read = readJson(data);
    if (typeof read?.value === 'string' && read.faults.size === 0) return readText(read.value);
    // Anything but one plain document takes the slower path below.
    if (read) return { values: [read.value], endMark: false, malformed: false, faults: read.faults };
  }
  return readDocuments(data);
}

/** Reads an event that is a JSON string: some gateways encode the event once more, or put the end mark into quotes. */
function readText(text: string): EventContent {
  const inner = parseJson(text);
  const endMark = isEndMark(text);
  const value = typeof inner === 'object' && inner !== null ? inner : text;
  return { values: endMark ? [] : [value], endMark, malformed: false, faults: noFaults };
}

const isEndMark = (text: string): boolean => text.startsWith('[DONE]') || /^\s*\[?DONE\]?\s*$/i.test(text);

/** Reads the documents of an event one by one: a bad one does not spoil the others. */
function readDocuments(data: string): EventContent {
  const bytes = Buffer.from(data);
  const content: EventContent = { values: [], endMark: false, malformed: false, faults: new Map() };
  let tried = 0;
  for (let at = 0; at < bytes.length && !content.endMark && tried < badPieceLimit; ) {
    const end = createDocumentScanner().scan(bytes, at, bytes.length);
    const to = end === -1 ? bytes.length : end;
    const piece = withoutField(bytes.toString('utf8', at, to))
      .replace(/^,/, '')
      .trimEnd();
    at = to;
    if (isEndMark(piece)) content.endMark = true;
    else if (piece !== '' && !readPiece(piece, content)) tried += 1;
  }
  return content;
}

/** Returns false when the piece is not JSON. */
function readPiece(piece: string, content: EventContent): boolean {
  const read = readJson(piece);
  content.malformed ||= read === null;
  if (read === null) return false;
  content.values.push(read.value);
  addFaults(content.faults, read.faults);
  return true;
}
