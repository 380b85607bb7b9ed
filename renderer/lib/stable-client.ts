import type { AskOptions, Conversation } from '#shared/contract/define.ts';
import { type Client, contract } from '#shared/contract/index.ts';

type AnyClient = Record<string, Record<string, (input: unknown, options?: AskOptions) => unknown>>;
type Ready = (signal?: AbortSignal) => Promise<Client>;

/**
 * A client that outlives its line: every question waits for the line to be open, and is then asked there. What was
 * already running when a line broke fails with `connection-lost`; nothing is ever asked twice.
 */
export function stableClient(ready: Ready): Client {
  const entries = Object.entries(contract).map(([area, asks]) => [
    area,
    Object.fromEntries(Object.entries(asks).map(([name, { kind }]) => [name, asker(ready, area, name, kind)])),
  ]);
  return Object.fromEntries(entries) as Client;
}

function asker(ready: Ready, area: string, name: string, kind: 'call' | 'stream' | 'duplex') {
  const ask = async (input: unknown, options?: AskOptions) => {
    const client = (await ready(options?.signal)) as unknown as AnyClient;
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
