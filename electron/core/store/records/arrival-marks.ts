import type { ChunkMark } from '#shared/contract/exchanges.ts';

/** Arrivals closer together than this are one mark. */
const markGapMs = 1;

const blockMarks = 128;

/** When the bytes of one answer arrived. Sixteen bytes for each mark: a long stream has tens of thousands. */
export class ArrivalMarks {
  /** Pairs of milliseconds after the start and a size. */
  readonly #blocks: Float64Array[] = [];
  #count = 0;
  #savedCount = 0;

  /** Adds so many bytes that arrived `atMs` after the start. */
  add(atMs: number, sizeBytes: number): void {
    const last = this.#count > this.#savedCount ? this.#at(this.#count - 1) : null;
    if (last && atMs - last.atMs < markGapMs) this.#put(this.#count - 1, last.atMs, last.sizeBytes + sizeBytes);
    else {
      this.#put(this.#count, atMs, sizeBytes);
      this.#count += 1;
    }
  }

  /** Those that are not on disk. */
  get pending(): ChunkMark[] {
    return this.from(this.#savedCount);
  }

  /** All but the first so many. */
  from(first: number): ChunkMark[] {
    return Array.from({ length: Math.max(0, this.#count - first) }, (_, index) => this.#at(first + index));
  }

  /** All of them are on disk now: what comes is a new mark, however soon. */
  saved(): void {
    this.#savedCount = this.#count;
  }

  /** Forgets those that are not on disk. */
  dropPending(): void {
    this.#count = this.#savedCount;
  }

  #at(index: number): ChunkMark {
    const block = this.#blocks[Math.floor(index / blockMarks)] as Float64Array;
    const at = 2 * (index % blockMarks);
    return { atMs: block[at] as number, sizeBytes: block[at + 1] as number };
  }

  #put(index: number, atMs: number, sizeBytes: number): void {
    const which = Math.floor(index / blockMarks);
    if (which === this.#blocks.length) this.#blocks.push(new Float64Array(2 * blockMarks));
    (this.#blocks[which] as Float64Array).set([atMs, sizeBytes], 2 * (index % blockMarks));
  }
}
