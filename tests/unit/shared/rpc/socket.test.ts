import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { connect } from '#shared/rpc/connect.ts';
import { closeCodes, greet, welcomeText } from '#shared/rpc/greeting.ts';
import { serve } from '#shared/rpc/serve.ts';
import { socketTransport } from '#shared/rpc/socket.ts';
import { contract, createProbe } from './probe.ts';

const servers: WebSocketServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    for (const client of server.clients) client.terminate();
    server.close();
  }
});

async function listen(onSocket: (socket: WebSocket) => void) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  servers.push(server);
  server.on('connection', onSocket);
  await once(server, 'listening');
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ['not JSON', '{"kind":'],
  ['bytes', Buffer.from([1, 2, 3])],
])('a frame of %s breaks the connection and nothing else', async (_name, frame) => {
  const { handlers, seen } = createProbe();
  const address = await listen((socket) => serve(contract, handlers, socketTransport(socket)));
  const client = new WebSocket(address);
  await once(client, 'open');
  client.send(JSON.stringify({ kind: 'open', id: 1, name: 'probe.forever', input: {} }));
  await seen.started.promise;
  client.send(frame);
  await once(client, 'close');
  expect(seen.aborted).toBe(1);
});

test('a welcome opens the connection, and what follows it at once is not lost', async () => {
  const { handlers } = createProbe();
  const hellos: string[] = [];
  const address = await listen((socket) => {
    socket.once('message', (hello) => {
      hellos.push(String(hello));
      socket.send(welcomeText);
      serve(contract, handlers, socketTransport(socket));
    });
  });
  const client = connect(contract, await greet(new globalThis.WebSocket(address), 'the token'));
  expect(await client.probe.add({ a: 1 })).toBe(2);
  expect(hellos).toEqual(['{"kind":"hello","token":"the token"}']);
});

test.each([
  [closeCodes.notWelcome, 'auth'],
  [closeCodes.tooMany, 'bad-input'],
  [1011, 'connection-lost'],
])('a close with %i instead of a welcome is reported as `%s`', async (code, failureCode) => {
  const address = await listen((socket) => socket.close(code));
  const thrown = await greet(new globalThis.WebSocket(address), 'x').catch((error) => error);
  expect(thrown.failure.code).toBe(failureCode);
});

test('an unreachable server is reported as `connection-lost`', async () => {
  const address = await listen(() => {});
  await new Promise((resolve) => servers.splice(0)[0]?.close(resolve));
  const thrown = await greet(new globalThis.WebSocket(address), 'x').catch((error) => error);
  expect(thrown.failure.code).toBe('connection-lost');
});
