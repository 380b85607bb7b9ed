import type { Entry } from '../contract/define.ts';
import { AppError, type Failure, failure } from '../protocol/failure.ts';
import { check } from './check.ts';
import { createInbox } from './inbox.ts';
import { createOutbox } from './outbox.ts';

/** Inputs of one conversation that may wait to be read. */
const pushLimit = 4096;

/** A handler of any kind, after its types have done their work. */
export type Handler = (input: unknown, asked: { signal: AbortSignal; incoming?: AsyncIterable<unknown> }) => unknown;

/** Where the answers of one question go. After `end` or `fail` nothing is sent any more. */
export interface Reply {
  /** Throws when the line can not carry them. */
  values(values: unknown[]): void;
  end(value?: unknown): void;
  fail(failure: Failure): void;
}

/** A question being answered. Only a conversation takes input. */
export interface OpenCall {
  push?(value: unknown): void;
  pushEnd?(): void;
  credit?(count: number): void;
  /** The asker left: the handler's signal fires, its source is closed, nothing more is sent. */
  cancel(): void;
}

/** Answers a call. */
export function serveCall(handler: Handler, input: unknown, reply: Reply): OpenCall {
  const leaving = new AbortController();
  const answer = async () => handler(input, { signal: leaving.signal });
  answer().then(reply.end, (thrown) => reply.fail(AppError.from(thrown)));
  return { cancel: () => leaving.abort() };
}

/**
 * Answers a stream or a conversation: pulls the handler's values one by one while there is credit, and sends them in
 * batches.
 */
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
  /** What had come from the source is sent first, then the failure. */
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

const tooFast = failure('too-large', `More than ${pushLimit} inputs were waiting to be read.`, {
  hint: 'What was received is kept. Start again, with less input at a time.',
});

async function close(source: AsyncIterator<unknown> | undefined): Promise<void> {
  try {
    await source?.return?.();
  } catch {
    // It was told to stop; how it stopped is nobody's answer any more.
  }
}
