import type { Entry } from '../contract/define.ts';
import { AppError, type Failure, failure } from '../protocol/failure.ts';
import { check } from './check.ts';
import { createInbox } from './inbox.ts';
import { creditLimit } from './transport.ts';

/** Unread inputs that one duplex stream may queue. */
const pushLimit = 4096;

/** A handler of any kind, with its types erased. */
export type Handler = (input: unknown, context: { signal: AbortSignal; incoming?: AsyncIterable<unknown> }) => unknown;

/** Sends the results of one call. After `end` or `fail` nothing is sent. */
export interface Reply {
  /** Throws when the transport cannot serialize them. */
  values(values: unknown[]): void;
  end(value?: unknown): void;
  fail(failure: Failure): void;
}

/** A call being served. Only a duplex stream accepts input. */
export interface OpenCall {
  push?(value: unknown): void;
  pushEnd?(): void;
  credit?(count: number): void;
  /** The client disconnected: the handler's signal fires, its source is closed, nothing more is sent. */
  cancel(): void;
}

/** Serves a call. */
export function serveCall(handler: Handler, input: unknown, reply: Reply): OpenCall {
  const leaving = new AbortController();
  const answer = async () => handler(input, { signal: leaving.signal });
  answer().then(reply.end, (thrown) => reply.fail(AppError.from(thrown)));
  return { cancel: () => leaving.abort() };
}

/** Serves a stream, duplex or not: pulls values from the handler while there is credit, and sends them in batches. */
export function serveStream(
  entry: Exclude<Entry, { kind: 'call' }>,
  handler: Handler,
  input: unknown,
  reply: Reply,
): OpenCall {
  const leaving = new AbortController();
  const { signal } = leaving;
  const incoming = createInbox<unknown>();
  let source: AsyncIterator<unknown> | undefined;

  const cancel = () => {
    leaving.abort();
    outbox.stop();
    incoming.leave();
    void close(source);
  };
  /** Sends the values already read from the source first, then the failure. */
  const fail = (problem: Failure) => {
    outbox.finish();
    reply.fail(problem);
    cancel();
  };
  const send = (values: unknown[]) => {
    try {
      reply.values(values);
    } catch (thrown) {
      reply.fail(AppError.from(thrown));
      cancel();
    }
  };
  const outbox = createOutbox(send, entry.kind === 'stream' ? entry.join : undefined);

  const pump = async () => {
    const iterable = { next: incoming.next, [Symbol.asyncIterator]: () => iterable };
    const values = handler(input, { signal, incoming: iterable }) as AsyncIterable<unknown>;
    source = values[Symbol.asyncIterator]();
    while (!signal.aborted) {
      for (let room = outbox.room(); room; room = outbox.room()) {
        await room;
        if (signal.aborted) return;
      }
      const step = await source.next();
      if (step.done) return;
      if (!signal.aborted) outbox.put(step.value);
    }
  };
  pump().then(
    () => {
      outbox.finish();
      reply.end();
      incoming.leave();
    },
    (thrown) => fail(AppError.from(thrown)),
  );

  if (entry.kind === 'stream') return { cancel, credit: outbox.credit };
  return {
    cancel,
    credit: outbox.credit,
    push(value) {
      const checked = check(entry.push, value);
      if ('failure' in checked) fail(checked.failure);
      else if (incoming.size >= pushLimit) fail(tooFast);
      else incoming.put(checked.value);
    },
    pushEnd: () => incoming.end(),
  };
}

const tooFast = failure('too-large', `More than ${pushLimit} inputs are waiting to be processed.`, {
  effect: 'arrived-kept',
  hint: 'Start again, with less input at a time.',
});

async function close(source: AsyncIterator<unknown> | undefined): Promise<void> {
  try {
    await source?.return?.();
  } catch {
    // It was canceled: how it ends does not matter.
  }
}

/** Milliseconds between two messages of one stream: half a frame, so that no value waits for more than one paint. */
const windowMs = 8;

/**
 * Values taken from the source for one message. This bounds what a joined stream can accumulate for a slow reader, and
 * makes a source that always has a next value yield to timers and other messages.
 */
const batchLimit = 8192;

/** Outgoing values of one stream: the first is sent at once, those shortly after it are sent together. */
interface Outbox {
  put(value: unknown): void;
  /** The reader has read `count` more values. */
  credit(count: number): void;
  /**
   * Returns `undefined` when one more value may be pulled from the source, else a promise that resolves at that moment.
   */
  room(): Promise<void> | undefined;
  /** Sends queued values and stops the timer. */
  finish(): void;
  /** Drops queued values, stops the timer and wakes the waiting pump, so that it sees the end. */
  stop(): void;
}

/**
 * @param post sends one message.
 * @param join merges two adjacent values, or returns `undefined` when they cannot be merged.
 */
function createOutbox(post: (values: unknown[]) => void, join?: (first: unknown, second: unknown) => unknown): Outbox {
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
