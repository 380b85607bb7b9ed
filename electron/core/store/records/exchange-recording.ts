import { Buffer } from 'node:buffer';
import type { ChunkMark, ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { Asked } from '#shared/protocol/asked.ts';

/** Everything stored of an exchange besides the bytes of its bodies. Already redacted. */
export interface RecordedExchange
  extends Omit<ExchangeDetail, 'verdict' | 'warningCount' | 'firstWarning' | 'refusedAsPlanned' | 'cost'> {
  /** The request asked for a stream: needed to read the response again. */
  streamAsked: boolean;
  /** Own reasoning tags of the connection, with which the response was read; absent where there were none. */
  reasoningTags?: readonly (readonly [open: string, close: string])[] | undefined;
  /** What the request asked for, with which the response was read; absent where the response tells everything. */
  asked?: Asked | undefined;
  /** What was counted in the response, for its cost; absent before it has ended, and in records of earlier versions. */
  produced?: { images: number; audioSeconds: number | null };
}

export type BodySide = 'request' | 'response';

/** Bytes to write at an offset of a body. */
export interface Patch {
  offset: number;
  bytes: Uint8Array;
}

/**
 * Initial buffer size for pending bytes; it doubles when full. Hundreds of streams may run at once, most of them slow.
 */
const firstBytes = 1024;

/**
 * How old the counts of events and bytes in the row of a running exchange may be, give or take a half, so that hundreds
 * that began together do not come due together.
 */
const countsMs = 1000;

/**
 * One exchange while it runs: what is known about it, and what is not yet on disk. It works the same with a full disk;
 * only its writer decides when something is safe.
 */
export class Recording {
  readonly facts: RecordedExchange;
  /** Bytes of the response that are on disk. */
  storedBytes = 0;
  /** The request body, `null` once it is on disk. */
  request: Uint8Array | null;
  /** Recorded size of the request body. */
  readonly requestBytes: number;
  readonly marks = new ArrivalMarks();
  readonly #limitBytes: number;
  readonly #changed: (recording: Recording) => void;
  /**
   * Copies of the bytes that are not on disk: keeping the chunks themselves would keep the network's large buffers
   * alive.
   */
  #pending = Buffer.allocUnsafeSlow(firstBytes);
  #pendingBytes = 0;
  #patches: Patch[] = [];
  /** Something other than counts has changed since its row was written. */
  #isNews = true;
  #rowDueMs = 0;
  #waiting: (() => void)[] = [];

  /** Another process has an exchange with this id: nothing of this one is written, and its request must not be sent. */
  isTaken = false;

  /**
   * @param request the body to record.
   * @param limitBytes maximum bytes of the response that are kept.
   * @param changed called whenever there is something to write.
   */
  constructor(
    facts: RecordedExchange,
    request: Uint8Array,
    limitBytes: number,
    changed: (recording: Recording) => void,
  ) {
    this.facts = facts;
    this.request = request.length > 0 ? request : null;
    this.requestBytes = request.length;
    this.#limitBytes = limitBytes;
    this.#changed = changed;
  }

  get id(): string {
    return this.facts.id;
  }

  get isRunning(): boolean {
    return this.facts.state === 'running';
  }

  /** Bytes of the response that are kept, on disk or pending. */
  get keptBytes(): number {
    return this.storedBytes + this.#pendingBytes;
  }

  get unwrittenBytes(): number {
    return this.#pendingBytes + (this.request?.length ?? 0);
  }

  /** Adds bytes of the response that arrived `atMs` after the start. Beyond the limit they are counted but not kept. */
  append(bytes: Uint8Array, atMs: number): void {
    const kept = bytes.subarray(0, Math.max(0, this.#limitBytes - this.keptBytes));
    if (kept.length === 0) return;
    this.#makeRoom(kept.length);
    this.#pending.set(kept, this.#pendingBytes);
    this.#pendingBytes += kept.length;
    this.marks.add(atMs, kept.length);
    this.#notify();
  }

  /** Overwrites kept bytes of the response, also those that are on disk, at the same length. */
  patch({ offset, bytes }: Patch): void {
    const stored = Math.max(0, this.storedBytes - offset);
    if (stored > 0) this.#patches.push({ offset, bytes: bytes.subarray(0, stored) });
    const rest = bytes.subarray(stored, this.keptBytes - offset);
    if (rest.length > 0) this.#pending.set(rest, offset + stored - this.storedBytes);
  }

  /** Replacements of stored bytes that are not on disk yet. */
  get patches(): readonly Patch[] {
    return this.#patches;
  }

  /** Updates the facts. */
  update(change: Partial<RecordedExchange>): void {
    Object.assign(this.facts, change);
    this.#isNews = true;
    this.#notify();
  }

  /** Bytes of the response that are not on disk, from `storedBytes` on. Valid until the next change. */
  get pending(): Buffer {
    return this.#pending.subarray(0, this.#pendingBytes);
  }

  /**
   * Returns whether its row should be written with its bytes: rewriting the row for every few bytes is most of the
   * cost.
   */
  isRowDue(nowMs: number): boolean {
    return this.#isNews || nowMs >= this.#rowDueMs;
  }

  /** Marks everything pending as on disk; its row was written at `rowMs`, or `null` if it was not. */
  saved(rowMs: number | null): void {
    if (rowMs !== null) {
      this.#isNews = false;
      this.#rowDueMs = rowMs + countsMs * (0.5 + Math.random());
    }
    this.request = null;
    this.#patches = [];
    this.storedBytes = this.keptBytes;
    this.#pendingBytes = 0;
    // No more bytes will arrive, and the recording may be viewed for a long time.
    if (!this.isRunning) this.#pending = Buffer.alloc(0);
    this.marks.saved();
  }

  /** Drops bytes that cannot be written, to bound memory. What is on disk is kept. */
  dropPending(): void {
    this.request = null;
    this.#pending = Buffer.alloc(0);
    this.#pendingBytes = 0;
    this.marks.dropPending();
  }

  #makeRoom(bytes: number): void {
    if (this.#pendingBytes + bytes <= this.#pending.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.#pending.length, this.#pendingBytes + bytes, firstBytes));
    larger.set(this.pending);
    this.#pending = larger;
  }

  /** Resolves when something was added or changed. */
  change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #notify(): void {
    if (this.#waiting.length > 0) for (const wake of this.#waiting.splice(0)) wake();
    this.#changed(this);
  }
}

/** Arrivals closer together than this share one mark. */
const markGapMs = 1;

const blockMarks = 128;

/** Arrival times of one response. Sixteen bytes per mark, because a long stream has tens of thousands. */
export class ArrivalMarks {
  /** Pairs of milliseconds after the start and a size. */
  readonly #blocks: Float64Array[] = [];
  #count = 0;
  #savedCount = 0;

  /** Adds bytes that arrived `atMs` after the start. */
  add(atMs: number, sizeBytes: number): void {
    const last = this.#count > this.#savedCount ? this.#at(this.#count - 1) : null;
    if (last && atMs - last.atMs < markGapMs) this.#put(this.#count - 1, last.atMs, last.sizeBytes + sizeBytes);
    else {
      this.#put(this.#count, atMs, sizeBytes);
      this.#count += 1;
    }
  }

  /** Marks that are not on disk. */
  get pending(): ChunkMark[] {
    return this.from(this.#savedCount);
  }

  /** Returns all marks starting at index `first`. */
  from(first: number): ChunkMark[] {
    return Array.from({ length: Math.max(0, this.#count - first) }, (_, index) => this.#at(first + index));
  }

  /** Marks all as on disk: the next arrival gets a new mark, however soon. */
  saved(): void {
    this.#savedCount = this.#count;
  }

  /** Drops marks that are not on disk. */
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
