import { Buffer } from 'node:buffer';

/** A buffer above this size is released when it is cleared. */
const keptBytes = 1024 * 1024;

/** Collects bytes from chunks of any size, in linear time. */
export class GrowingBytes {
  #bytes = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The collected bytes. Only valid until the next change. */
  get view(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  appendByte(byte: number): void {
    if (this.#length === this.#bytes.length) this.#grow(this.#length + 1);
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  append(source: Buffer, from: number, to: number): void {
    const needed = this.#length + to - from;
    if (needed > this.#bytes.length) this.#grow(needed);
    source.copy(this.#bytes, this.#length, from, to);
    this.#length = needed;
  }

  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > keptBytes) this.#bytes = Buffer.alloc(0);
  }

  #grow(needed: number): void {
    const grown = Buffer.allocUnsafe(Math.max(needed * 2, 1024));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}

/** Returns the same bytes with the methods of a `Buffer`, without a copy. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const firstBytes = 16 * 1024;
const largestBytes = 1024 * 1024;

/**
 * Collects bytes from chunks of any size without moving them again: copying 100 MB to a larger buffer takes too long.
 */
export class HeldBlocks {
  #blocks: Buffer[] = [];
  #last = Buffer.alloc(0);
  #used = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(source: Buffer, from: number, to: number): void {
    for (let at = from; at < to; ) {
      if (this.#used === this.#last.length) this.#open();
      const copied = source.copy(this.#last, this.#used, at, to);
      this.#used += copied;
      at += copied;
    }
    this.#length += to - from;
  }

  joined(): Buffer {
    return Buffer.concat(this.#filled());
  }

  /** Returns the first bytes as Latin-1, one character per byte. */
  head(characters: number): string {
    return (this.#blocks[0] ?? this.#filled()[0])?.toString('latin1', 0, characters) ?? '';
  }

  /** Hands over the blocks, each with an ArrayBuffer of its own. */
  take(): Buffer[] {
    const blocks = this.#filled();
    this.clear();
    return blocks;
  }

  clear(): void {
    this.#blocks = [];
    this.#last = Buffer.alloc(0);
    this.#used = 0;
    this.#length = 0;
  }

  #filled(): Buffer[] {
    return this.#used === 0 ? this.#blocks : [...this.#blocks, this.#last.subarray(0, this.#used)];
  }

  #open(): void {
    if (this.#used > 0) this.#blocks.push(this.#last);
    this.#last = Buffer.allocUnsafeSlow(Math.min(largestBytes, Math.max(firstBytes, this.#length)));
    this.#used = 0;
  }
}

/** Number of pieces that are joined at once. */
const blockPieces = 64;

/**
 * A string that grows by small pieces. Appending to a plain string keeps every piece, and a rope node for each, until
 * the string is read: for a streamed response that is several times the text. Here pieces are joined as they arrive,
 * each only once or twice.
 */
export class GrowingText {
  #blocks: string[] = [];
  #chunks: string[] = [];
  #length = 0;

  /** In UTF-16 code units, as for a string. */
  get length(): number {
    return this.#length;
  }

  add(chunk: string): void {
    if (chunk === '') return;
    this.#length += chunk.length;
    this.#chunks.push(chunk);
    if (this.#chunks.length < blockPieces) return;
    this.#blocks.push(this.#chunks.join(''));
    this.#chunks = [];
  }

  toString(): string {
    if (this.#chunks.length > 0 || this.#blocks.length > 1) {
      this.#blocks = [[...this.#blocks, ...this.#chunks].join('')];
      this.#chunks = [];
    }
    return this.#blocks[0] ?? '';
  }
}
