import type { Buffer } from 'node:buffer';
import { asBuffer, GrowingBytes } from './growing.ts';

/** Receives lines as they become complete. */
export interface LineSink {
  /**
   * The line is `bytes[from, to)`, only valid during the call. `start` is its offset in the whole input, `end` the
   * offset after its line ending. `unsettled`: it ended with a CR and the next byte decides whether a line feed belongs
   * to it.
   */
  line(bytes: Buffer, from: number, to: number, start: number, end: number, unsettled: boolean): void;
  /** Follows an unsettled line: its final `end`. */
  settle(end: number): void;
}

const LF = 10;
const CR = 13;
const NOWHERE = Number.POSITIVE_INFINITY;
const find = Uint8Array.prototype.indexOf;

/**
 * Splits bytes that arrive in chunks into lines ended by LF, CRLF or CR, in linear time. Offsets do not depend on the
 * chunking: after the first lone CR, a line feed after a CR belongs to no line.
 */
export class LineSplitter {
  readonly #sink: LineSink;
  /** The incomplete line, and its offset. */
  readonly #held = new GrowingBytes();
  #heldStart = 0;
  /** Offset of the first byte of the next push. */
  #offset = 0;
  #returnAtEnd = false;
  #loneReturns = false;

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  /** Bytes of the incomplete line. */
  get heldBytes(): number {
    return this.#held.length;
  }

  /** The first byte of the incomplete line. */
  get heldByte(): number | undefined {
    return this.#held.view[0];
  }

  push(bytes: Uint8Array): void {
    if (bytes.length === 1 && bytes[0]! > CR && !this.#returnAtEnd) {
      if (this.#held.length === 0) this.#heldStart = this.#offset;
      this.#held.appendByte(bytes[0]!);
      this.#offset += 1;
      return;
    }
    const chunk = asBuffer(bytes);
    const base = this.#offset;
    let at = this.#returnAtEnd && chunk.length > 0 ? this.#settle(chunk[0] === LF) : 0;
    let nextReturn = -1;
    while (at < chunk.length) {
      if (nextReturn < at) nextReturn = indexOf(chunk, CR, at);
      // Every event ends with a blank line: checking the next byte first saves a search for each.
      const nextFeed = chunk[at] === LF ? at : indexOf(chunk, LF, at);
      const to = Math.min(nextFeed, nextReturn);
      if (to === NOWHERE) break;
      const after = to === nextReturn && chunk[to + 1] === LF ? to + 2 : to + 1;
      let unsettled = false;
      if (to === nextReturn) {
        this.#returnAtEnd = to + 1 === chunk.length;
        unsettled = this.#returnAtEnd && !this.#loneReturns;
        if (!this.#returnAtEnd && after === to + 1) this.#loneReturns = true;
      }
      const end = base + (this.#loneReturns ? to + 1 : after);
      if (this.#held.length === 0) this.#sink.line(chunk, at, to, base + at, end, unsettled);
      else {
        this.#held.append(chunk, at, to);
        this.#release(end, unsettled);
      }
      at = after;
    }
    if (at < chunk.length) {
      if (this.#held.length === 0) this.#heldStart = base + at;
      this.#held.append(chunk, at, chunk.length);
    }
    this.#offset = base + chunk.length;
  }

  /** Call once, after the last byte: the last line may have no ending. */
  end(): void {
    if (this.#returnAtEnd && !this.#loneReturns) this.#sink.settle(this.#offset);
    if (this.#held.length > 0) this.#release(this.#offset, false);
  }

  /** Resolves a CR that ended the last push. Returns how many bytes of this push belong to it. */
  #settle(lineFeed: boolean): number {
    this.#returnAtEnd = false;
    if (!this.#loneReturns) this.#sink.settle(lineFeed ? this.#offset + 1 : this.#offset);
    if (!lineFeed) this.#loneReturns = true;
    return lineFeed ? 1 : 0;
  }

  #release(end: number, unsettled: boolean): void {
    const line = this.#held.view;
    this.#held.clear();
    this.#sink.line(line, 0, line.length, this.#heldStart, end, unsettled);
  }
}

function indexOf(bytes: Buffer, value: number, from: number): number {
  const index = find.call(bytes, value, from);
  return index === -1 ? NOWHERE : index;
}
