import { Buffer } from 'node:buffer';
import { createDocumentScanner, type DocumentScanner } from './intake/document-scanner.ts';
import { type LineSink, LineSplitter } from './intake/line-splitter.ts';
import { addInvalid, countInvalidUtf8, type InvalidUtf8, noneInvalid } from './intake/utf8.ts';

/** One event as received. */
export interface StreamEvent {
  /** The `data:` lines joined by line feeds, or the text of a document without a field name. */
  data: string;
  name: string | null;
  /** Offset in bytes of the event's first line. Comments before it do not belong to it. */
  offset: number;
  /** Bytes from `offset` to the end of the blank line, or of the last line where no blank line is needed or arrived. */
  sizeBytes: number;
}

const SPACE = 32;
const COLON = 58;
const OPEN_ARRAY = 91;
const OPEN_OBJECT = 123;
const LOWER_A = 97;
const LOWER_D = 100;
const LOWER_T = 116;
const strayLimit = 2000;

/**
 * Incremental decoder of event streams over bytes: the whole WHATWG grammar, any chunking, any line ending, in linear
 * time. Beyond the grammar it accepts what gateways really send: field names in upper case, JSON documents and end marks on lines of their own (an
 * error written into a running stream has no `data:`), documents spread over several lines, and a last event without
 * its blank line. A line is decoded when it is complete, so a character split by a chunk border stays one character.
 */
export class EventDecoder implements LineSink {
  readonly #onEvent: (event: StreamEvent) => void;
  readonly #maxEventBytes: number;
  readonly #lines = new LineSplitter(this);

  /** The pending event; `#start` is -1 while nothing of it has arrived. */
  #start = -1;
  #end = 0;
  #data: string | null = null;
  #moreData: string[] = [];
  #lineBytes = 0;
  #name: string | null = null;
  /** The pending data began on a line without a field name. */
  #bare = false;
  /** Whether the pending data is JSON with open brackets. Only checked once a line without a field name arrives. */
  #brackets: 'unasked' | 'open' | 'closed' = 'unasked';
  #scanner: DocumentScanner | null = null;
  /** The pending event is complete, except for a line feed that may still belong to it. */
  #whole = false;

  /** An event exceeded the limit. It was dropped and nothing after it is read. */
  tooLarge = false;
  /** Lines that were neither a field nor a document: often a proxy's plain sentence. At most 2,000 characters. */
  stray = '';
  /** The last comment, unless an event followed it or it only repeats the one before, as keep-alives do. */
  comment = '';
  #earlierComment = '';
  invalidUtf8: InvalidUtf8 = noneInvalid;

  /** `maxEventBytes` limits the bytes held for one event; beyond it the stream is abandoned. */
  constructor(onEvent: (event: StreamEvent) => void, maxEventBytes: number) {
    this.#onEvent = onEvent;
    this.#maxEventBytes = maxEventBytes;
  }

  /** Bytes of the incomplete event; a comment is not part of it. */
  get pendingBytes(): number {
    return this.#lineBytes + (this.#lines.heldByte === COLON ? 0 : this.#lines.heldBytes);
  }

  push(bytes: Uint8Array): void {
    if (this.tooLarge) return;
    this.#lines.push(bytes);
    if (this.#lines.heldBytes + this.#lineBytes > this.#maxEventBytes) this.tooLarge = true;
  }

  /** Call once, after the last byte. An event without its blank line still counts. */
  end(): void {
    if (this.tooLarge) return;
    this.#lines.end();
    if (!this.tooLarge) this.#dispatch();
  }

  settle(end: number): void {
    if (this.#end === end - 1) this.#end = end;
    if (this.#whole) this.#dispatch();
  }

  line(bytes: Buffer, from: number, to: number, start: number, end: number, unsettled: boolean): void {
    if (this.tooLarge) return;
    if (to - from + this.#lineBytes > this.#maxEventBytes) {
      this.tooLarge = true;
      return;
    }
    if (from === to) this.#blankLine(end, unsettled);
    else if (
      start === 0 &&
      to - from >= 3 &&
      bytes[from] === 0xef &&
      bytes[from + 1] === 0xbb &&
      bytes[from + 2] === 0xbf
    ) {
      // A byte order mark, at the start of the stream only.
      if (to - from > 3) this.#content(bytes, from + 3, to, 3, end, unsettled);
    } else this.#content(bytes, from, to, start, end, unsettled);
  }

  #blankLine(end: number, unsettled: boolean): void {
    if (this.#start === -1) return;
    this.#end = end;
    if (unsettled) this.#whole = true;
    else this.#dispatch();
  }

  #content(bytes: Buffer, from: number, to: number, start: number, end: number, unsettled: boolean): void {
    const first = bytes[from];
    if (first === COLON) {
      this.#takeComment(bytes.toString(undefined, from + 1, Math.min(to, from + strayLimit)).trim());
      return;
    }
    if (
      to - from >= 4 &&
      first === LOWER_D &&
      bytes[from + 1] === LOWER_A &&
      bytes[from + 2] === LOWER_T &&
      bytes[from + 3] === LOWER_A &&
      (bytes[from + 4] === COLON || to - from === 4)
    ) {
      if (this.#bare) this.#dispatch();
      const value = from + (bytes[from + 5] === SPACE ? 6 : 5);
      if (this.#brackets === 'open') this.#scan(bytes, value, to);
      this.#append(this.#text(bytes, value, to, start - from), start, end, to - from);
      return;
    }
    if (first === OPEN_OBJECT || first === OPEN_ARRAY) this.#document(bytes, from, to, start, end, unsettled);
    else this.#otherLine(bytes, from, to, start, end, unsettled);
  }

  #takeComment(text: string): void {
    if (text === '') return;
    this.comment = text === this.#earlierComment ? '' : text;
    this.#earlierComment = text;
  }

  /** Takes a line that begins like JSON: part of a document that is still open, else a document of its own. */
  #document(bytes: Buffer, from: number, to: number, start: number, end: number, unsettled: boolean): void {
    if (!this.#isOpen()) {
      this.#dispatch();
      this.#bare = true;
      this.#brackets = 'open';
      this.#scanner = createDocumentScanner();
    }
    this.#continue(bytes, from, to, start, end, unsettled);
  }

  #otherLine(bytes: Buffer, from: number, to: number, start: number, end: number, unsettled: boolean): void {
    const line = this.#text(bytes, from, to, start - from);
    const colon = line.indexOf(':');
    const field = (colon === -1 ? line : line.slice(0, colon)).toLowerCase();
    if (field !== 'event' && field !== 'id' && field !== 'retry' && field !== 'data') {
      if (this.#isOpen()) this.#continue(bytes, from, to, start, end, unsettled);
      else if (this.stray.length < strayLimit) this.stray = `${this.stray}${line}\n`.slice(0, strayLimit);
      return;
    }
    if (this.#bare) this.#dispatch();
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'event') this.#name = value;
    if (field === 'data') this.#append(value, start, end, to - from);
    else this.#touch(start, end, to - from);
  }

  /** Adds a line to the pending document and ends a bare one whose last bracket has closed. */
  #continue(bytes: Buffer, from: number, to: number, start: number, end: number, unsettled: boolean): void {
    this.#scan(bytes, from, to);
    this.#append(this.#text(bytes, from, to, start - from), start, end, to - from);
    if (!this.#bare || this.#brackets === 'open') return;
    if (unsettled) this.#whole = true;
    else this.#dispatch();
  }

  #isOpen(): boolean {
    if (this.#brackets === 'unasked' && this.#data !== null) {
      this.#scanner = createDocumentScanner();
      this.#brackets = /^[[{]/.test(this.#data) ? 'open' : 'closed';
      for (const piece of [this.#data, ...this.#moreData]) {
        const bytes = Buffer.from(piece);
        if (this.#brackets === 'open') this.#scan(bytes, 0, bytes.length);
      }
    }
    return this.#brackets === 'open';
  }

  #scan(bytes: Buffer, from: number, to: number): void {
    if (this.#scanner?.scan(bytes, from, to) !== -1) this.#brackets = 'closed';
  }

  #append(value: string, start: number, end: number, lineBytes: number): void {
    if (this.#data === null) this.#data = value;
    else this.#moreData.push(value);
    this.#touch(start, end, lineBytes);
  }

  #touch(start: number, end: number, lineBytes: number): void {
    if (this.#start === -1) this.#start = start;
    this.#end = end;
    this.#lineBytes += lineBytes;
  }

  /** `shift` turns an index into an offset. */
  #text(bytes: Buffer, from: number, to: number, shift: number): string {
    // Omitting the encoding takes the faster path through `toString`.
    const text = from < to ? bytes.toString(undefined, from, to) : '';
    // A replacement character is rarely the sender's own: only then is every byte checked.
    if (text.includes('\ufffd'))
      this.invalidUtf8 = addInvalid(this.invalidUtf8, countInvalidUtf8(bytes, from, to), shift);
    return text;
  }

  #dispatch(): void {
    const offset = this.#start;
    const first = this.#data;
    const name = this.#name;
    const more = this.#moreData;
    this.#start = -1;
    this.#data = null;
    this.#name = null;
    this.#lineBytes = 0;
    this.#bare = false;
    this.#brackets = 'unasked';
    this.#scanner = null;
    this.#whole = false;
    if (more.length > 0) this.#moreData = [];
    if (first === null) return;
    this.comment = '';
    const data = more.length === 0 ? first : [first, ...more].join('\n');
    // A blank line without data ends no event: keep-alive comments would otherwise become empty ones.
    if (data !== '') this.#onEvent({ data, name: name === '' ? null : name, offset, sizeBytes: this.#end - offset });
  }
}
