import { Buffer } from 'node:buffer';
import type { ChunkMark, ExchangeDetail } from '#shared/contract/exchanges.ts';

/** All that is kept of an exchange besides the bytes of its bodies. Redacted before it comes here. */
export interface RecordedExchange
  extends Omit<ExchangeDetail, 'verdict' | 'warningCount' | 'firstWarning' | 'refusedAsPlanned'> {
  /** The request asked for a stream: needed to read the answer again. */
  streamAsked: boolean;
}

export type BodySide = 'request' | 'response';

/** Bytes to be put at a place of a body. */
export interface Patch {
  offset: number;
  bytes: Uint8Array;
}

/** Room for pending bytes at first; it doubles when it is full. Hundreds of streams may run at once, most of them slow. */
const firstBytes = 1024;

/**
 * Counts of events and bytes in the row of a running exchange are this old, a half more or less: hundreds that began
 * together are not to come due together.
 */
const countsMs = 1000;

/**
 * One exchange while it runs: what is known of it, and what is not yet on disk. It works the same with a full disk; only
 * the keeper that writes it decides when something is safe.
 */
export class Recording {
  readonly facts: RecordedExchange;
  /** Bytes of the answer that are on disk. */
  storedBytes = 0;
  /** The request's body, `null` once it is on disk. */
  request: Uint8Array | null;
  /** Bytes of the request's body that are kept. */
  readonly requestBytes: number;
  readonly marks = new ArrivalMarks();
  readonly #limitBytes: number;
  readonly #changed: (recording: Recording) => void;
  /** Copies of the bytes that are not on disk: to keep the pieces themselves would keep the network's large buffers. */
  #pending = Buffer.allocUnsafeSlow(firstBytes);
  #pendingBytes = 0;
  #patches: Patch[] = [];
  /** Something is known that its row does not say, apart from counts. */
  #isNews = true;
  #rowDueMs = 0;
  #waiting: (() => void)[] = [];

  /**
   * @param request the body to keep for it.
   * @param limitBytes bytes of the answer that are kept at most.
   * @param changed is told whenever there is something to write.
   */
  /** Another process has an exchange with this id: nothing of this one is written, and its request must not be sent. */
  isTaken = false;

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

  /** Bytes of the answer that are kept, on disk or waiting for it. */
  get keptBytes(): number {
    return this.storedBytes + this.#pendingBytes;
  }

  get unwrittenBytes(): number {
    return this.#pendingBytes + (this.request?.length ?? 0);
  }

  /** Adds bytes of the answer that arrived `atMs` after the start. Beyond the limit they are counted and not kept. */
  append(bytes: Uint8Array, atMs: number): void {
    const kept = bytes.subarray(0, Math.max(0, this.#limitBytes - this.keptBytes));
    if (kept.length === 0) return;
    this.#makeRoom(kept.length);
    this.#pending.set(kept, this.#pendingBytes);
    this.#pendingBytes += kept.length;
    this.marks.add(atMs, kept.length);
    this.#notify();
  }

  /** Replaces kept bytes of the answer by as many others, also those that are on disk. */
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

  /** Changes what is known. */
  update(change: Partial<RecordedExchange>): void {
    Object.assign(this.facts, change);
    this.#isNews = true;
    this.#notify();
  }

  /** Bytes of the answer that are not on disk, from `storedBytes` on. Good until the next change. */
  get pending(): Buffer {
    return this.#pending.subarray(0, this.#pendingBytes);
  }

  /** Whether its row is to be written with its bytes: a new row for every few bytes is most of the work of writing them. */
  isRowDue(nowMs: number): boolean {
    return this.#isNews || nowMs >= this.#rowDueMs;
  }

  /** Everything that was pending is on disk now, and its row was written at `rowMs`; `null`: it is as it was. */
  saved(rowMs: number | null): void {
    if (rowMs !== null) {
      this.#isNews = false;
      this.#rowDueMs = rowMs + countsMs * (0.5 + Math.random());
    }
    this.request = null;
    this.#patches = [];
    this.storedBytes = this.keptBytes;
    this.#pendingBytes = 0;
    // Nothing comes any more, and it may be looked at for long.
    if (!this.isRunning) this.#pending = Buffer.alloc(0);
    this.marks.saved();
  }

  /** Gives up bytes that can not be written, to bound memory. What is on disk stays. */
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
