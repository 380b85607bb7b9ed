import type { Part } from '#shared/protocol/part.ts';
import { GrowingText } from '../readers/intake/growing.ts';

/** Parts that one follower may leave unread before the run, and with it the socket, waits. */
const unreadLimit = 64;

type Delta = Extract<Part, { type: 'text-delta' | 'reasoning-delta' | 'refusal-delta' }>;

const isDelta = (part: Part): part is Delta =>
  part.type === 'text-delta' || part.type === 'reasoning-delta' || part.type === 'refusal-delta';

/**
 * Parts for current listeners only: streamed audio chunks (later ones get the file at the end), and how long a silence
 * lasts.
 */
const isTransient = (part: Part): boolean =>
  (part.type === 'audio' && part.streamed === true) || (part.type === 'progress' && part.silence !== undefined);

/** Smaller bodies are sent before any progress could be shown. */
const largeBytes = 1024 ** 2;

function uploadOf(part: Part): number | null {
  if (part.type !== 'progress' || part.stage !== 'sending') return null;
  const { sentBytes = 0, totalBytes = 0 } = part;
  return totalBytes >= largeBytes ? sentBytes / totalBytes : null;
}

/**
 * A run that continues whoever watches. Each follower gets every part from the first one on, without gap or repeat,
 * however late it joins; the slowest one sets the pace. Only past audio chunks are not repeated: they would hold a
 * whole recording in memory.
 */
export class LiveRun {
  readonly #stop = new AbortController();
  /** Everything so far except the growing delta, adjacent deltas joined. */
  readonly #log: Part[] = [];
  /** The last deltas, all of the same kind as the first of them. */
  #growing: { first: Delta; text: GrowingText } | null = null;
  readonly #followers = new Set<Follower>();
  readonly #over = Promise.withResolvers<void>();
  #ended = false;
  #upload: number | null = null;
  #relief: (() => void) | null = null;

  constructor() {
    this.signal.addEventListener('abort', () => this.#relieve());
  }

  /** Fires when the run is cancelled. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  cancel(): void {
    this.#stop.abort();
  }

  /** Upload progress of a large body, from 0 to 1; `null` when none is being sent. */
  get upload(): number | null {
    return this.#upload;
  }

  /** Resolves after the last part. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  emit(part: Part): void {
    if (this.#ended) return;
    this.#keep(part);
    if (part.type === 'progress' || part.type === 'run-end') this.#upload = uploadOf(part);
    this.#ended = part.type === 'run-end';
    for (const follower of this.#followers) follower.push(part);
    if (this.#ended) this.#over.resolve();
  }

  #keep(part: Part): void {
    if (isTransient(part)) return;
    const first = this.#growing?.first;
    if (first?.type !== part.type || first.choice !== part.choice) {
      this.#log.push(...this.#grown());
      this.#growing = isDelta(part) ? { first: part, text: new GrowingText() } : null;
    }
    if (this.#growing && isDelta(part)) this.#growing.text.add(part.text);
    else this.#log.push(part);
  }

  /** Returns the growing delta as one part; nothing when there is none. */
  #grown(): Delta[] {
    return this.#growing ? [{ ...this.#growing.first, text: this.#growing.text.toString() }] : [];
  }

  /** True while some follower has too many unread parts. */
  get isCrowded(): boolean {
    for (const { unread } of this.#followers) if (unread >= unreadLimit) return true;
    return false;
  }

  /** Resolves when every follower has caught up or left, or the run was cancelled. */
  async room(): Promise<void> {
    while (this.isCrowded && !this.signal.aborted)
      await new Promise<void>((resolve) => {
        this.#relief = resolve;
      });
  }

  /**
   * Follows the run from its first part. Ends after `run-end`, or when `leaving` fires.
   *
   * @param onLeave is called once, however it ends.
   */
  follow(leaving: AbortSignal, onLeave: () => void = () => {}): Follower {
    const before = [...this.#log, ...this.#grown()];
    const leave = () => follower.leave();
    const onRead = () => {
      if (this.#relief && !this.isCrowded) this.#relieve();
    };
    const follower: Follower = new Follower(before, onRead, () => {
      leaving.removeEventListener('abort', leave);
      this.#followers.delete(follower);
      this.#relieve();
      onLeave();
    });
    this.#followers.add(follower);
    leaving.addEventListener('abort', leave, { once: true });
    if (leaving.aborted) leave();
    return follower;
  }

  #relieve(): void {
    this.#relief?.();
    this.#relief = null;
  }
}

/** Read parts are released in batches of this size: shifting each would move all the rest. */
const batchSize = 1024;

type Result = IteratorResult<Part, undefined>;
const over: Result = { done: true, value: undefined };

/**
 * One reader's view of a run: parts in order, as fast as they are read. A plain iterator and not a generator, because
 * it carries every token. It is read one part at a time, as `for await` does.
 */
class Follower implements AsyncIterableIterator<Part, undefined> {
  #queue: Part[];
  #read = 0;
  /** Number of initial parts; they do not count as unread. */
  #backlog: number;
  #closed = false;
  #wake: ((result: Result) => void) | null = null;
  readonly #onRead: () => void;
  readonly #onLeave: () => void;

  /** @param onLeave is called once, when it ends or its reader leaves. */
  constructor(before: Part[], onRead: () => void, onLeave: () => void) {
    this.#queue = before;
    this.#backlog = before.length;
    this.#onRead = onRead;
    this.#onLeave = onLeave;
  }

  /** Parts that arrived since it began and were not read. */
  get unread(): number {
    return this.#queue.length - Math.max(this.#read, this.#backlog);
  }

  push(part: Part): void {
    if (this.#wake) {
      const wake = this.#wake;
      this.#wake = null;
      wake({ done: false, value: part });
      if (part.type === 'run-end') this.leave();
    } else this.#queue.push(part);
  }

  next(): Promise<Result> {
    const part = this.#queue[this.#read];
    if (part !== undefined) {
      this.#read += 1;
      if (this.#read >= batchSize) this.#forget();
      if (part.type === 'run-end') this.leave();
      this.#onRead();
      return Promise.resolve({ done: false, value: part });
    }
    if (this.#closed) return Promise.resolve(over);
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  return(): Promise<Result> {
    this.leave();
    return Promise.resolve(over);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Ends it: nothing is read anymore. */
  leave(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#queue = [];
    this.#read = 0;
    this.#backlog = 0;
    this.#wake?.(over);
    this.#wake = null;
    this.#onLeave();
  }

  #forget(): void {
    this.#queue = this.#queue.slice(this.#read);
    this.#backlog = Math.max(0, this.#backlog - this.#read);
    this.#read = 0;
  }
}
