import { Buffer } from 'node:buffer';

/** A buffer above this size is given back when it is cleared. */
const keptBytes = 1024 * 1024;

/** Bytes collected from pieces of any size, in time linear to their number. */
export class GrowingBytes {
  #bytes = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** What was collected. Only valid until the next change. */
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

/** The same bytes with the methods of a `Buffer`, without a copy. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
