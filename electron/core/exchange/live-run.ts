import type { Part } from '#shared/routes/part.ts';
import { Follower } from './follower.ts';

/** Parts that one follower may leave unread before the run waits for it, and with it the socket. */
const unreadLimit = 64;

type Delta = Extract<Part, { type: 'text-delta' | 'reasoning-delta' | 'refusal-delta' }>;

const isDelta = (part: Part): part is Delta =>
  part.type === 'text-delta' || part.type === 'reasoning-delta' || part.type === 'refusal-delta';

/** Pieces of sound on its way: they are for who listens now, and the file at the end is for all others. */
const isPassing = (part: Part): boolean => part.type === 'audio' && part.streamed === true;

/**
 * A run that goes on whoever watches. Each follower gets every part from the first one on, without gap or repeat, however
 * late it comes; the slowest one sets the pace. Only pieces of sound that had passed are not given again: they would hold
 * a whole recording in memory.
 */
export class LiveRun {
  readonly #stop = new AbortController();
  /** Everything so far, neighbouring deltas joined. */
  readonly #log: Part[] = [];
  /** The last entry of the log when it is a delta: it grows, and nobody else has it. */
  #growing: Delta | null = null;
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
    this.#keep(part);
    this.#ended = part.type === 'run-end';
    for (const follower of this.#followers) follower.push(part);
    if (this.#ended) this.#over.resolve();
  }

  #keep(part: Part): void {
    if (isPassing(part)) return;
    const growing = this.#growing;
    if (growing && growing.type === part.type && growing.choice === part.choice) growing.text += part.text;
    else {
      this.#growing = isDelta(part) ? { ...part } : null;
      this.#log.push(this.#growing ?? part);
    }
  }

  /** True while some follower has read too little. */
  get isCrowded(): boolean {
    for (const { unread } of this.#followers) if (unread >= unreadLimit) return true;
    return false;
  }

  /** Resolves when every follower has caught up, left, or the run was cancelled. */
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
    const before = [...this.#log];
    // The log's own entry goes on growing.
    if (this.#growing) before[before.length - 1] = { ...this.#growing };
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
