import { joinParts, type Part } from '#shared/routes/part.ts';

/** Parts that one follower may leave unread before the run waits for it, and with it the socket. */
const unreadLimit = 64;

/** Read parts are let go of in batches of this size: taking each from the front would move all the rest. */
const batchSize = 1024;

interface Follower {
  queue: Part[];
  /** Parts of the queue that were read. */
  read: number;
  /** Parts of the log it began with; they do not count as unread. */
  backlog: number;
  wake: (() => void) | null;
}

/**
 * A run that goes on whoever watches. Each follower gets every part from the first one on, without gap or repeat, however
 * late it comes; the slowest one sets the pace.
 */
export class LiveRun {
  readonly #stop = new AbortController();
  /** Everything so far, neighbouring deltas joined. */
  readonly #log: Part[] = [];
  readonly #followers = new Set<Follower>();
  readonly #over = Promise.withResolvers<void>();
  #ended = false;
  #relief: (() => void) | null = null;

  constructor() {
    this.signal.addEventListener('abort', () => this.#relieve());
  }

  /** Fires when somebody cancels the run. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  cancel(): void {
    this.#stop.abort();
  }

  /** Resolves after the last part. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  emit(part: Part): void {
    if (this.#ended) return;
    const last = this.#log.at(-1);
    const joined = last && joinParts(last, part);
    if (joined) this.#log[this.#log.length - 1] = joined;
    else this.#log.push(part);
    this.#ended = part.type === 'run-end';
    for (const follower of this.#followers) {
      follower.queue.push(part);
      follower.wake?.();
    }
    if (this.#ended) this.#over.resolve();
  }

  /** True while some follower has read too little. */
  get isCrowded(): boolean {
    for (const { queue, read, backlog } of this.#followers)
      if (queue.length - Math.max(read, backlog) >= unreadLimit) return true;
    return false;
  }

  /** Resolves when every follower has caught up, left, or the run was cancelled. */
  async room(): Promise<void> {
    while (this.isCrowded && !this.signal.aborted)
      await new Promise<void>((resolve) => {
        this.#relief = resolve;
      });
  }

  /** Ends after `run-end`, or when `leaving` fires. */
  async *follow(leaving: AbortSignal): AsyncGenerator<Part, void, void> {
    const follower: Follower = { queue: [...this.#log], read: 0, backlog: this.#log.length, wake: null };
    this.#followers.add(follower);
    const wake = () => follower.wake?.();
    leaving.addEventListener('abort', wake);
    try {
      while (!leaving.aborted) {
        const part = follower.queue[follower.read];
        if (part) {
          follower.read += 1;
          if (follower.read >= batchSize) forget(follower);
          if (this.#relief && !this.isCrowded) this.#relieve();
          yield part;
          continue;
        }
        if (this.#ended) return;
        forget(follower);
        this.#relieve();
        await new Promise<void>((resolve) => {
          follower.wake = resolve;
        });
      }
    } finally {
      leaving.removeEventListener('abort', wake);
      this.#followers.delete(follower);
      this.#relieve();
    }
  }

  #relieve(): void {
    this.#relief?.();
    this.#relief = null;
  }
}

/** Lets go of what was read. */
function forget(follower: Follower): void {
  follower.queue = follower.queue.slice(follower.read);
  follower.backlog = Math.max(0, follower.backlog - follower.read);
  follower.read = 0;
}
