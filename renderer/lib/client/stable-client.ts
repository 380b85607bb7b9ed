import type { AskOptions, Conversation, Entry } from '#shared/contract/define.ts';
import type { Client } from '#shared/contract/index.ts';
import { contractKinds } from './contract-kinds.ts';

type Calls = Record<string, Record<string, (input: unknown, options?: AskOptions) => unknown>>;
type Ready = (signal?: AbortSignal) => Promise<Client>;

/**
 * A client that outlives its line: every question waits for the line to be open, and is then asked there. What was
 * already running when a line broke fails with `connection-lost`; nothing is ever asked twice.
 */
export function stableClient(ready: Ready): Client {
  const areas = Object.entries(contractKinds).map(([area, entries]) => [
    area,
    Object.fromEntries(
      Object.entries<Entry>(entries).map(([name, { kind }]) => [name, asker(ready, area, name, kind)]),
    ),
  ]);
  return Object.fromEntries(areas) as Client;
}

function asker(ready: Ready, area: string, name: string, kind: Entry['kind']) {
  // Wrapped, because a promise may not resolve with a promise, and an answer of a call is one.
  const ask = async (input: unknown, options?: AskOptions) => {
    const client = (await ready(options?.signal)) as unknown as Calls;
    return { answer: client[area]?.[name]?.(input, options) };
  };
  if (kind === 'call') return async (input: unknown, options?: AskOptions) => (await ask(input, options)).answer;
  if (kind === 'duplex') return (input: unknown, options?: AskOptions) => conversation(ask(input, options));
  return async function* (input: unknown, options?: AskOptions) {
    yield* (await ask(input, options)).answer as AsyncIterable<unknown>;
  };
}

/** Pushes wait, in order, until the line is open. */
function conversation(asked: Promise<{ answer: unknown }>): Conversation<unknown, unknown> {
  const opened = asked.then(({ answer }) => answer as Conversation<unknown, unknown>);
  // Its reader gets the rejection; a push that comes before the reader must not raise a second one.
  opened.catch(() => {});
  const then = (act: (open: Conversation<unknown, unknown>) => void) => void opened.then(act, () => {});
  return {
    push: (value) => then((open) => open.push(value)),
    finish: () => then((open) => open.finish()),
    async *[Symbol.asyncIterator]() {
      yield* await opened;
    },
  };
}
