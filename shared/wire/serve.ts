import type { Contract, Entry, HandlersOf } from '../contract/define.ts';
import { AppError, type Failure, failure } from '../routes/failure.ts';
import { check } from './check.ts';
import { readAsk } from './envelope.ts';
import { createInbox } from './inbox.ts';
import { createOutbox } from './outbox.ts';
import type { Wire } from './wire.ts';

/** Questions one wire may have open at once, and inputs one conversation may have unread. */
const openLimit = 1024;
const pushLimit = 4096;

type Handler = (input: unknown, asked: { signal: AbortSignal; incoming?: AsyncIterable<unknown> }) => unknown;

/** A question being answered. */
interface Running {
  /** Only a conversation takes input. */
  push?(value: unknown): void;
  pushEnd?(): void;
  credit?(count: number): void;
  cancel(): void;
}

/**
 * Answers everything that is asked over a wire. The asking side is untrusted: every input is checked with its entry's
 * schema, an unknown name or a bad shape gets a `bad-input` failure, messages with an unknown or used id are ignored,
 * and nothing that arrives makes it throw. A wire that closes aborts all it had started.
 *
 * @returns stops answering, aborts what runs and closes the wire.
 */
export function serve<C extends Contract>(contract: C, handlers: HandlersOf<C>, wire: Wire): () => void {
  const running = new Map<number, Running>();
  let lastId = 0;

  /** Ends a question with its last message; later ones for it are never sent. */
  function settle(id: number, value: unknown, problem?: Failure): void {
    if (!running.delete(id)) return;
    try {
      wire.post(problem ? { kind: 'fail', id, failure: problem } : { kind: 'end', id, value });
    } catch (thrown) {
      wire.post({ kind: 'fail', id, failure: AppError.from(thrown) });
    }
  }

  function runCall(id: number, handler: Handler, input: unknown): void {
    const leaving = new AbortController();
    running.set(id, { cancel: () => leaving.abort() });
    const answer = async () => handler(input, { signal: leaving.signal });
    answer().then(
      (value) => settle(id, value),
      (thrown) => settle(id, undefined, AppError.from(thrown)),
    );
  }

  function runStream(id: number, entry: Exclude<Entry, { kind: 'call' }>, handler: Handler, input: unknown): void {
    const leaving = new AbortController();
    const { signal } = leaving;
    const incoming = createInbox<unknown>();
    let source: AsyncIterator<unknown> | undefined;
    const leaveSource = async () => {
      try {
        await source?.return?.();
      } catch {
        // It was told to stop; how it stops is nobody's answer any more.
      }
    };
    const cancel = () => {
      running.delete(id);
      leaving.abort();
      outbox.stop();
      incoming.leave();
      void leaveSource();
    };
    const refuse = (problem: Failure) => {
      outbox.finish();
      settle(id, undefined, problem);
      cancel();
    };
    const outbox = createOutbox(
      (values) => {
        try {
          wire.post({ kind: 'values', id, values });
        } catch (thrown) {
          settle(id, undefined, AppError.from(thrown));
          cancel();
        }
      },
      entry.kind === 'stream' ? entry.join : undefined,
    );

    running.set(id, {
      cancel,
      credit: outbox.credit,
      ...(entry.kind === 'duplex' && {
        push(value: unknown) {
          const checked = check(entry.push, value);
          if ('failure' in checked) refuse(checked.failure);
          else if (incoming.size >= pushLimit) refuse(tooFast);
          else incoming.put(checked.value);
        },
        pushEnd: () => incoming.end(),
      }),
    });

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
        settle(id, undefined);
      },
      (thrown) => refuse(AppError.from(thrown)),
    );
  }

  function open(id: number, name: string, input: unknown): void {
    if (id <= lastId) return;
    lastId = id;
    const refuse = (problem: Failure) => wire.post({ kind: 'fail', id, failure: problem });
    const found = entries.get(name);
    if (!found)
      return refuse(
        failure('bad-input', `Patchbay has nothing called ${JSON.stringify(name.slice(0, 80))} to ask for.`),
      );
    if (running.size >= openLimit) return refuse(tooMany);
    const checked = check(found.entry.input, input);
    if ('failure' in checked) return refuse(checked.failure);
    if (found.entry.kind === 'call') runCall(id, found.handler, checked.value);
    else runStream(id, found.entry, found.handler, checked.value);
  }

  const entries = tabulate(contract, handlers);
  const stopListening = wire.onMessage((message) => {
    const ask = readAsk(message);
    if (!ask) return;
    if (ask.kind === 'open') return open(ask.id, ask.name, ask.input);
    const asked = running.get(ask.id);
    if (ask.kind === 'push') asked?.push?.(ask.value);
    else if (ask.kind === 'push-end') asked?.pushEnd?.();
    else if (ask.kind === 'credit') asked?.credit?.(ask.count);
    else {
      running.delete(ask.id);
      asked?.cancel();
    }
  });
  const abortAll = () => {
    for (const asked of running.values()) asked.cancel();
    running.clear();
  };
  const stopWatching = wire.onClose(abortAll);

  return () => {
    stopListening();
    stopWatching();
    abortAll();
    wire.close();
  };
}

const tooMany = failure('bad-input', `More than ${openLimit} questions are open at once.`, {
  hint: 'Close a panel or reload the page, then try again.',
  retryable: true,
});
const tooFast = failure('too-large', `More than ${pushLimit} inputs were waiting to be read.`, {
  hint: 'What was received is kept. Start again, with less input at a time.',
});

/** A flat table, so that a name can only ever find an entry of the contract. */
function tabulate<C extends Contract>(
  contract: C,
  handlers: HandlersOf<C>,
): Map<string, { entry: Entry; handler: Handler }> {
  const areas = handlers as Readonly<Record<string, Readonly<Record<string, Handler>>>>;
  return new Map(
    Object.entries(contract).flatMap(([area, entries]) =>
      Object.entries(entries).map(([name, entry]) => [
        `${area}.${name}`,
        { entry, handler: (input: unknown, asked) => areas[area]![name]!(input, asked) },
      ]),
    ),
  );
}
