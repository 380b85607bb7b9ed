/** The sending side, in its own thread: the same parts once through the transport, once one message for each part. */

import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { WebSocketServer } from 'ws';
import type { Part } from '#shared/protocol/part.ts';
import { portTransport } from '#shared/rpc/port.ts';
import { serve } from '#shared/rpc/serve.ts';
import { socketTransport } from '#shared/rpc/socket.ts';
import { contract, type Order } from './contract.ts';

export const now = () => performance.timeOrigin + performance.now();

/** Each part contains its number and creation time, so that loss, order and delay can be read from the joined text. */
async function* makeParts({ rate, count }: Order): AsyncGenerator<Part> {
  const began = now();
  for (let index = 0; index < count; index += 1) {
    if (rate > 0) while ((now() - began) * rate < index * 1000) await sleep(1);
    yield { type: 'text-delta', text: `${index}@${now().toFixed(2)} ` };
  }
}

async function sendNaively(order: Order, post: (message: unknown) => void, pause: () => Promise<void> | undefined) {
  for await (const part of makeParts(order)) {
    post({ kind: 'part', part });
    await pause();
  }
  post({ kind: 'end' });
}

parentPort?.once('message', (setup: { port?: MessagePort }) => {
  if (setup.port) {
    const { port } = setup;
    serve(contract, { bench: { parts: makeParts } }, portTransport(port));
    parentPort?.on('message', ({ naive, order }: { naive: MessagePort; order: Order }) => {
      const post = (message: unknown) => naive.postMessage(message);
      void sendNaively(order, post, () => undefined);
    });
    parentPort?.postMessage({});
    return;
  }
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  server.on('connection', (socket, { url }) => {
    if (url === '/wire') return serve(contract, { bench: { parts: makeParts } }, socketTransport(socket));
    socket.once('message', (order) => {
      // Without checking the buffer a naive sender would fill the memory instead of the connection.
      const pause = () => (socket.bufferedAmount > 1 << 20 ? sleep(1) : undefined);
      void sendNaively(JSON.parse(String(order)), (message) => socket.send(JSON.stringify(message)), pause);
    });
  });
  server.on('listening', () => parentPort?.postMessage({ socketPort: (server.address() as AddressInfo).port }));
});
