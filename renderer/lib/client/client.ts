import { useStore } from 'zustand';
import type { CallOptions, Conversation, Entry } from '#shared/contract/define.ts';
import type { Client } from '#shared/contract/index.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { connect } from '#shared/rpc/connect.ts';
import { greet } from '#shared/rpc/greeting.ts';
import type { HostPortMessage, HostWindow } from '#shared/rpc/host-window.ts';
import { portTransport } from '#shared/rpc/port.ts';
import type { Transport } from '#shared/rpc/transport.ts';
import { contractKinds } from './contract-kinds.ts';
import { createRpcConnection, type RpcConnectionState } from './rpc-connection.ts';
import { takeToken } from './token.ts';

declare global {
  interface Window {
    host?: HostWindow;
  }
}

/** The host is decided in this line; no other code asks which one it is. */
const openTransport = (): Promise<Transport> => (window.host ? openPort(window.host) : openSocket(takeToken()));

/** The desktop shell responds with a `message` event of our own origin that carries the port. */
function openPort(host: HostWindow): Promise<Transport> {
  return new Promise((resolve) => {
    const onMessage = ({ source, origin, data, ports }: MessageEvent<Partial<HostPortMessage> | null>) => {
      const port = ports[0];
      if (source !== window || origin !== location.origin || data?.kind !== 'host-port' || !port) return;
      window.removeEventListener('message', onMessage);
      resolve(portTransport(port));
    };
    window.addEventListener('message', onMessage);
    host.connect();
  });
}

function openSocket(token: string | null): Promise<Transport> {
  if (!token) return Promise.reject(new AppError(noToken));
  return greet(new WebSocket(`${location.origin.replace(/^http/, 'ws')}/wire`), token);
}

const noToken = failure('auth', 'The link of this page has no token.', {
  hint: 'Open the complete link that Patchbay printed in the terminal.',
});

type Calls = Record<string, Record<string, (input: unknown, options?: CallOptions) => unknown>>;
type Ready = (signal?: AbortSignal) => Promise<Client>;

/**
 * Wraps the client so that it outlives its connection: every call waits for an open connection and is then sent on it.
 * What was already running when a connection was lost fails with `connection-lost`; no call is ever sent twice.
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
  // Wrapped, because a promise cannot resolve with a promise, and a call returns one.
  const ask = async (input: unknown, options?: CallOptions) => {
    const client = (await ready(options?.signal)) as unknown as Calls;
    return { answer: client[area]?.[name]?.(input, options) };
  };
  if (kind === 'call') return async (input: unknown, options?: CallOptions) => (await ask(input, options)).answer;
  if (kind === 'duplex') return (input: unknown, options?: CallOptions) => conversation(ask(input, options));
  return async function* (input: unknown, options?: CallOptions) {
    yield* (await ask(input, options)).answer as AsyncIterable<unknown>;
  };
}

/** Pushes wait, in order, until the connection is open. */
function conversation(asked: Promise<{ answer: unknown }>): Conversation<unknown, unknown> {
  const opened = asked.then(({ answer }) => answer as Conversation<unknown, unknown>);
  // Its reader gets the rejection; a push that arrives before the reader must not raise a second one.
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

/** The connection between this page and the core. `main.tsx` starts it. */
export const connection = createRpcConnection(openTransport, (transport) => connect(contractKinds, transport));

/** Calls the core. Survives reconnects; every rejection is an `AppError`. */
export const client = stableClient(connection.ready);

export const useRpcConnection = <T>(pick: (state: RpcConnectionState) => T): T => useStore(connection.state, pick);
