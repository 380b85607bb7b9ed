import { creditLimit } from './transport.ts';

/** Milliseconds between two messages of one stream: half a frame, so that no value waits for more than one paint. */
const windowMs = 8;

/**
 * Values taken from the source for one message. It bounds what a joined stream can pile up for a reader that sleeps, and
 * makes a source that always has a next value give way to timers and other messages.
 */
const batchLimit = 8192;

/** Values of one stream on their way out: the first leaves at once, those close behind it leave together. */
export interface Outbox {
  put(value: unknown): void;
  /** The reader has read `count` more values. */
  credit(count: number): void;
  /** `undefined` when the source may be asked for one more value, else a promise of that moment. */
  room(): Promise<void> | undefined;
  /** Sends what waits and stops the clock. */
  finish(): void;
  /** Drops what waits, stops the clock and lets a waiting pump go on to see that it is over. */
  stop(): void;
}

/**
 * @param post sends one message.
 * @param join merges two neighbouring values, or returns `undefined` when they do not merge.
 */
export function createOutbox(
  post: (values: unknown[]) => void,
  join?: (first: unknown, second: unknown) => unknown,
): Outbox {
  let waiting: unknown[] = [];
  let taken = 0;
  let unread = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // One slot and no listener per pause: a stream may pause a million times.
  let wake: (() => void) | undefined;

  const wakeUp = () => {
    wake?.();
    wake = undefined;
  };
  const send = () => {
    const values = waiting;
    waiting = [];
    taken = 0;
    unread += values.length;
    post(values);
  };
  const onTimer = () => {
    timer = undefined;
    if (waiting.length === 0) return;
    timer = setTimeout(onTimer, windowMs);
    send();
    wakeUp();
  };
  const stopClock = () => {
    clearTimeout(timer);
    timer = undefined;
  };

  return {
    put(value) {
      taken += 1;
      const last = waiting.at(-1);
      const joined = join && last !== undefined ? join(last, value) : undefined;
      if (joined === undefined) waiting.push(value);
      else waiting[waiting.length - 1] = joined;
      if (timer !== undefined) return;
      timer = setTimeout(onTimer, windowMs);
      send();
    },
    credit(count) {
      unread = Math.max(0, unread - count);
      wakeUp();
    },
    room() {
      if (unread + waiting.length < creditLimit && taken < batchLimit) return undefined;
      return new Promise((resolve) => {
        wake = resolve;
      });
    },
    finish() {
      stopClock();
      if (waiting.length > 0) send();
    },
    stop() {
      stopClock();
      waiting = [];
      wakeUp();
    },
  };
}
