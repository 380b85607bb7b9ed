import type { CallOptions, ClientOf, Contract, Conversation, Entry } from '../contract/define.ts';
import { AppError, type Failure, failure } from '../protocol/failure.ts';
import { createInbox } from './inbox.ts';
import { type CallMessage, creditLimit, type Transport } from './transport.ts';

/** Receives the results of a call. */
interface PendingCall {
  values(values: unknown[]): void;
  end(value: unknown): void;
  fail(failure: Failure): void;
}

/** A call in progress. Both functions do nothing once it has ended. */
interface StartedCall {
  post(message: DistributiveOmit<CallMessage, 'id'>): void;
  cancel(): void;
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Start = (name: string, input: unknown, options: CallOptions | undefined, asking: PendingCall) => StartedCall;

/**
 * Creates the client end of a transport, with one function for each entry of the contract. Failures are thrown as
 * `AppError`. A stream opens when its first value is read, and can be read once; leaving its loop stops the source at
 * once. When the transport breaks, all open and later calls fail with `connection-lost`; values that had arrived are
 * still read before the failure.
 */
export function connect<C extends Contract>(contract: C, transport: Transport): ClientOf<C> {
  const open = new Map<number, PendingCall>();
  let lastId = 0;
  let closed = false;

  const start: Start = (name, input, options, asking) => {
    const signal = options?.signal;
    const id = ++lastId;
    const leave = (): boolean => {
      signal?.removeEventListener('abort', onAbort);
      return open.delete(id);
    };
    const cancel = () => {
      if (leave()) transport.post({ kind: 'cancel', id });
    };
    const onAbort = () => {
      cancel();
      asking.fail(aborted);
    };
    const post: StartedCall['post'] = (message) => {
      if (!open.has(id)) return;
      try {
        transport.post({ ...message, id } as CallMessage);
      } catch (thrown) {
        cancel();
        asking.fail(uncarriable(thrown));
      }
    };
    if (signal?.aborted) asking.fail(aborted);
    else if (closed) asking.fail(lost);
    else {
      // Before it is posted: a result may arrive at once.
      open.set(id, {
        values: asking.values,
        end(value) {
          leave();
          asking.end(value);
        },
        fail(reason) {
          leave();
          asking.fail(reason);
        },
      });
      signal?.addEventListener('abort', onAbort, { once: true });
      post({ kind: 'open', name, input });
    }
    return { post, cancel };
  };

  transport.onMessage((message) => {
    const asking = open.get(message.id);
    if (!asking) return;
    if (message.kind === 'values') asking.values(message.values);
    else if (message.kind === 'end') asking.end(message.value);
    else if (message.kind === 'fail') asking.fail(message.failure);
  });
  transport.onClose(() => {
    closed = true;
    for (const asking of [...open.values()]) asking.fail(lost);
  });

  return Object.fromEntries(
    Object.entries(contract).map(([area, entries]) => [
      area,
      Object.fromEntries(
        Object.entries(entries).map(([name, entry]) => [name, caller(start, `${area}.${name}`, entry)]),
      ),
    ]),
  ) as ClientOf<C>;
}

function caller(start: Start, name: string, { kind }: Entry) {
  if (kind === 'call') return (input: unknown, options?: CallOptions) => callOnce(start, name, input, options);
  return (input: unknown, options?: CallOptions) => callStream(start, name, input, options);
}

function callOnce(start: Start, name: string, input: unknown, options?: CallOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    start(name, input, options, { values() {}, end: resolve, fail: (reason) => reject(new AppError(reason)) });
  });
}

/** Opens a duplex stream; a plain stream is one without pushes. */
function callStream(start: Start, name: string, input: unknown, options?: CallOptions): Conversation<unknown, unknown> {
  let question: StartedCall | undefined;
  let read = 0;
  let left = false;
  const inbox = createInbox<unknown>(() => {
    read += 1;
    // Credit is returned in halves: one message for 32 values, while the other half is still on its way.
    if (read < creditLimit / 2) return;
    question?.post({ kind: 'credit', count: read });
    read = 0;
  });
  const ask = () => {
    question ??= start(name, input, options, {
      values: (values) => values.forEach(inbox.put),
      end: () => inbox.end(),
      fail: inbox.end,
    });
    return question;
  };
  const iterator: AsyncIterableIterator<unknown, undefined> = {
    [Symbol.asyncIterator]: () => iterator,
    next() {
      if (!left) ask();
      return inbox.next();
    },
    return() {
      left = true;
      inbox.leave();
      question?.cancel();
      return Promise.resolve({ done: true, value: undefined });
    },
  };
  return {
    [Symbol.asyncIterator]: () => iterator,
    push: (value) => {
      if (!left) ask().post({ kind: 'push', value });
    },
    finish: () => {
      if (!left) ask().post({ kind: 'push-end' });
    },
  };
}

const aborted = failure('aborted', 'You stopped this request.', {
  effect: 'arrived-kept',
  hint: 'You can send again.',
  retryable: true,
});
const lost = failure('connection-lost', 'The connection to Patchbay was lost.', {
  hint: 'Running requests continue. Reload the page to see them.',
  retryable: true,
});
const uncarriable = (thrown: unknown) =>
  failure(
    'bad-input',
    `This input can't be sent to Patchbay: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    {
      effect: 'not-sent',
      hint: 'Reload the page and try again.',
    },
  );
