import type { Contract, Entry, HandlersOf } from '../contract/define.ts';
import { AppError, type Failure, failure } from '../protocol/failure.ts';
import { type Handler, type OpenCall, type Reply, serveCall, serveStream } from './answer.ts';
import { check } from './check.ts';
import type { CallMessage, Transport } from './transport.ts';

/** Maximum number of open calls per transport. */
const openLimit = 1024;

/**
 * Serves all calls that arrive over a transport. The client is untrusted: every input is checked with its entry's
 * schema, an unknown name or a bad shape gets a `bad-input` failure, messages with an unknown or reused id are ignored,
 * and no message can make it throw. Closing the transport aborts all calls it had started.
 *
 * @returns a function that stops serving, aborts running calls and closes the transport.
 */
export function serve<C extends Contract>(contract: C, handlers: HandlersOf<C>, transport: Transport): () => void {
  const entries = tabulate(contract, handlers);
  const answering = new Map<number, OpenCall>();
  let lastId = 0;

  const replyTo = (id: number): Reply => {
    const fail = (problem: Failure) => {
      if (answering.delete(id)) transport.post({ kind: 'fail', id, failure: problem });
    };
    return {
      fail,
      values(values) {
        if (answering.has(id)) transport.post({ kind: 'values', id, values });
      },
      end(value) {
        if (!answering.has(id)) return;
        try {
          transport.post({ kind: 'end', id, value });
          answering.delete(id);
        } catch (thrown) {
          fail(AppError.from(thrown));
        }
      },
    };
  };

  const open = (id: number, name: string, input: unknown): Failure | null => {
    const found = entries.get(name);
    if (!found) return unknownName(name);
    if (answering.size >= openLimit) return tooMany;
    const checked = check(found.entry.input, input);
    if ('failure' in checked) return checked.failure;
    const { entry, handler } = found;
    // A handler runs synchronously up to its first await, but its result always arrives in a later turn.
    answering.set(
      id,
      entry.kind === 'call'
        ? serveCall(handler, checked.value, replyTo(id))
        : serveStream(entry, handler, checked.value, replyTo(id)),
    );
    return null;
  };

  const stopListening = transport.onMessage((message) => {
    const ask = readCallMessage(message);
    if (!ask) return;
    if (ask.kind === 'open') {
      if (ask.id <= lastId) return;
      lastId = ask.id;
      const problem = open(ask.id, ask.name, ask.input);
      if (problem) transport.post({ kind: 'fail', id: ask.id, failure: problem });
      return;
    }
    const call = answering.get(ask.id);
    if (ask.kind === 'push') call?.push?.(ask.value);
    else if (ask.kind === 'push-end') call?.pushEnd?.();
    else if (ask.kind === 'credit') call?.credit?.(ask.count);
    else if (answering.delete(ask.id)) call?.cancel();
  });

  const abortAll = () => {
    const left = [...answering.values()];
    answering.clear();
    for (const call of left) call.cancel();
  };
  const stopWatching = transport.onClose(abortAll);

  return () => {
    stopListening();
    stopWatching();
    abortAll();
    transport.close();
  };
}

const unknownName = (name: string) =>
  failure('bad-input', `Patchbay doesn't have a method ${JSON.stringify(name.slice(0, 80))}.`, {
    hint: 'Reload the page. It may be older than Patchbay.',
  });
const tooMany = failure('bad-input', `More than ${openLimit} calls are open at the same time.`, {
  hint: 'Close a panel or reload the page, then try again.',
  retryable: true,
});

/** A flat table, so that a name can only ever match an entry of the contract. */
function tabulate<C extends Contract>(
  contract: C,
  handlers: HandlersOf<C>,
): Map<string, { entry: Entry; handler: Handler }> {
  const areas = handlers as Readonly<Record<string, Readonly<Record<string, Handler>>>>;
  return new Map(
    Object.entries(contract).flatMap(([area, entries]) =>
      Object.entries(entries).map(([name, entry]): [string, { entry: Entry; handler: Handler }] => [
        `${area}.${name}`,
        { entry, handler: (input, context) => areas[area]![name]!(input, context) },
      ]),
    ),
  );
}

/**
 * Reads what claims to be a client message. The page is untrusted, so it can be anything: returns `undefined` for a
 * message without a usable id or of an unknown kind, to which no reply is possible.
 */
function readCallMessage(message: unknown): CallMessage | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { kind, id, name, input, value, count } = message as Record<string, unknown>;
  if (!Number.isSafeInteger(id) || (id as number) < 1) return undefined;
  const callId = id as number;
  switch (kind) {
    case 'open':
      return { kind, id: callId, name: typeof name === 'string' ? name : '', input };
    case 'push':
      return { kind, id: callId, value };
    case 'credit':
      return Number.isSafeInteger(count) && (count as number) > 0
        ? { kind, id: callId, count: count as number }
        : undefined;
    case 'push-end':
    case 'cancel':
      return { kind, id: callId };
    default:
      return undefined;
  }
}
