import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { MessageChannel } from 'node:worker_threads';
import { WebSocket, WebSocketServer } from 'ws';
import { portTransport } from '#shared/rpc/port.ts';
import { socketTransport } from '#shared/rpc/socket.ts';
import { createPair, type Transport } from '#shared/rpc/transport.ts';

/** Both ends of one transport, and the end of everything below it. */
export interface OpenWire {
  asker: Transport;
  core: Transport;
  /** Cuts the connection without a message, as a crash would. */
  cut(): void;
  dispose(): Promise<void>;
}

async function openPair(): Promise<OpenWire> {
  const [asker, core] = createPair();
  return { asker, core, cut: () => core.close(), dispose: async () => asker.close() };
}

async function openPort(): Promise<OpenWire> {
  const { port1, port2 } = new MessageChannel();
  const [asker, core] = [portTransport(port1), portTransport(port2)];
  return { asker, core, cut: () => port2.close(), dispose: async () => asker.close() };
}

async function openSocket(): Promise<OpenWire> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [[accepted]] = (await Promise.all([once(server, 'connection'), once(client, 'open')])) as [
    [WebSocket],
    unknown,
  ];
  const options = { strict: true };
  return {
    asker: socketTransport(client, options),
    core: socketTransport(accepted, options),
    cut: () => accepted.terminate(),
    async dispose() {
      client.terminate();
      accepted.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const transports: [name: string, open: () => Promise<OpenWire>][] = [
  ['memory', openPair],
  ['MessagePort', openPort],
  ['WebSocket', openSocket],
];
