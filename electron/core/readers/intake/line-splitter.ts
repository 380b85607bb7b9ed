import { Buffer } from 'node:buffer';

/** Takes lines as they become whole. */
export interface LineSink {
  /**
   * The line is `bytes[from, to)`, only valid during the call. `start` is its offset in the whole input, `end` the
   * offset behind its line ending. `unsettled`: it ended with a CR and the next byte decides whether a line feed
   * belongs to it.
   */
  line(bytes: Buffer, from: number, to: number, start: number, end: number, unsettled: boolean): void;
  /** Follows an unsettled line: its true `end`. */
  settle(end: number): void;
}

const LF = 10;
const CR = 13;
const NOWHERE = Number.POSITIVE_INFINITY;
/** A buffer above this size is given back after its line. */
const keptBytes = 1024 * 1024;
const find = Uint8Array.prototype.indexOf;

/**
 * Cuts bytes that come in any pieces into lines ended by LF, CRLF or CR, in time linear to the bytes. Offsets do not
 * depend on the pieces: once a CR stood alone, a line feed after a CR belongs to no line.
 */
export class LineSplitter {
  readonly #sink: LineSink;
  /** The line that is not whole yet, and its offset. */
  #held = Buffer.alloc(0);
  #heldBytes = 0;
  #heldStart = 0;
  /** Offset of the first byte of the next push. */
  #offset = 0;
  #returnAtEnd = false;
  #loneReturns = false;

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  /** Bytes of the line that is not whole yet. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  push(bytes: Uint8Array): void {
    if (bytes.length === 1 && bytes[0]! > CR && !this.#returnAtEnd) {
      this.#holdByte(bytes[0]!);
      return;
    }
    const chunk = bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const base = this.#offset;
    let at = this.#returnAtEnd && chunk.length > 0 ? this.#settle(chunk[0] === LF) : 0;
    let nextReturn = -1;
    while (at < chunk.length) {
      if (nextReturn < at) nextReturn = indexOf(chunk, CR, at);
      const nextFeed = indexOf(chunk, LF, at);
      const to = nextFeed < nextReturn ? nextFeed : nextReturn;
      if (to === NOWHERE) break;
      const after = to === nextReturn && chunk[to + 1] === LF ? to + 2 : to + 1;
      let unsettled = false;
      if (to === nextReturn) {
        this.#returnAtEnd = to + 1 === chunk.length;
        unsettled = this.#returnAtEnd && !this.#loneReturns;
        if (!this.#returnAtEnd && after === to + 1) this.#loneReturns = true;
      }
      const end = base + (this.#loneReturns ? to + 1 : after);
      if (this.#heldBytes === 0) this.#sink.line(chunk, at, to, base + at, end, unsettled);
      else {
        this.#hold(chunk, at, to, base);
        this.#release(end, unsettled);
      }
      at = after;
    }
    if (at < chunk.length) this.#hold(chunk, at, chunk.length, base);
    this.#offset = base + chunk.length;
  }

  /** Call once, when no byte will follow: the last line may have no ending. */
  end(): void {
    if (this.#returnAtEnd && !this.#loneReturns) this.#sink.settle(this.#offset);
    if (this.#heldBytes > 0) this.#release(this.#offset, false);
  }

  /** Decides about a CR that ended the last push. Returns how many bytes of this push belong to it. */
  #settle(lineFeed: boolean): number {
    this.#returnAtEnd = false;
    if (!this.#loneReturns) this.#sink.settle(lineFeed ? this.#offset + 1 : this.#offset);
    if (!lineFeed) this.#loneReturns = true;
    return lineFeed ? 1 : 0;
  }

  #holdByte(byte: number): void {
    if (this.#heldBytes === this.#held.length) this.#grow(this.#heldBytes + 1);
    if (this.#heldBytes === 0) this.#heldStart = this.#offset;
    this.#held[this.#heldBytes] = byte;
    this.#heldBytes += 1;
    this.#offset += 1;
  }

  #hold(chunk: Buffer, from: number, to: number, base: number): void {
    const needed = this.#heldBytes + to - from;
    if (needed > this.#held.length) this.#grow(needed);
    if (this.#heldBytes === 0) this.#heldStart = base + from;
    chunk.copy(this.#held, this.#heldBytes, from, to);
    this.#heldBytes = needed;
  }

  #grow(needed: number): void {
    const grown = Buffer.allocUnsafe(Math.max(needed * 2, 1024));
    this.#held.copy(grown, 0, 0, this.#heldBytes);
    this.#held = grown;
  }

  #release(end: number, unsettled: boolean): void {
    const held = this.#held;
    const length = this.#heldBytes;
    this.#heldBytes = 0;
    if (held.length > keptBytes) this.#held = Buffer.alloc(0);
    this.#sink.line(held, 0, length, this.#heldStart, end, unsettled);
  }
}

function indexOf(bytes: Buffer, value: number, from: number): number {
  const index = find.call(bytes, value, from);
  return index === -1 ? NOWHERE : index;
}
