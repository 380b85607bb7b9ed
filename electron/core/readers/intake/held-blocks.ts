import { Buffer } from 'node:buffer';

const firstBytes = 16 * 1024;
const largestBytes = 1024 * 1024;

/**
 * Bytes collected from pieces of any size. Nothing that was collected is moved again: copying 100 MB to a larger place
 * takes longer than anybody should wait.
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

  /** All of it in one piece. */
  joined(): Buffer {
    return Buffer.concat(this.#filled());
  }

  /** The first bytes, as one of the signs of each. */
  head(characters: number): string {
    return (this.#blocks[0] ?? this.#filled()[0])?.toString('latin1', 0, characters) ?? '';
  }

  /** Gives the blocks away, each of a memory of its own. */
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
