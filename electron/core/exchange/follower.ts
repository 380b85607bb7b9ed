import type { Part } from '#shared/protocol/part.ts';

/** Read parts are let go of in batches of this size: taking each from the front would move all the rest. */
const batchSize = 1024;

type Result = IteratorResult<Part, undefined>;
const over: Result = { done: true, value: undefined };

/**
 * One reader's view of a run: parts in order, as fast as it takes them. A plain iterator and no generator, because it
 * carries every token. It is read one part at a time, as `for await` does.
 */
export class Follower implements AsyncIterableIterator<Part, undefined> {
  #queue: Part[];
  #read = 0;
  /** Parts it began with; they do not count as unread. */
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

  /** Parts that came since it began and were not read. */
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

  /** Ends it: nothing is read any more. */
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
