import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { connect } from '#shared/wire/connect.ts';
import { greet } from '#shared/wire/greeting.ts';
import { ask, openSocket, own, startHost, statusOf } from './harness.ts';

test('the printed token opens the wire, again and again: a reload, a second tab', async () => {
  const { port, token, seen } = await startHost();
  for (let tab = 0; tab < 3; tab += 1) {
    const client = connect(contract, await greet(openSocket(port), token));
    expect(await client.host.info({})).toMatchObject({ name: 'browser' });
  }
  expect(seen.calls).toBe(3);
});

test('a page that goes takes its work with it', async () => {
  const { port, token, seen } = await startHost();
  const socket = openSocket(port);
  const client = connect(contract, await greet(socket, token));
  for await (const change of client.host.changes({})) {
    expect(change).toEqual({ area: 'host' });
    socket.terminate();
    break;
  }
  await vi.waitFor(() => expect(seen.aborted).toBe(1));
});

test('a wrong token gets no wire and no upload, and another start’s is wrong', async () => {
  const { port, seen, files } = await startHost();
  const other = await startHost();
  for (const token of ['', 'A'.repeat(43), other.token]) {
    const thrown = await greet(openSocket(port), token).catch((error) => error);
    expect(thrown.failure.code).toBe('auth');
  }
  for (const token of ['A'.repeat(43), other.token]) {
    const answer = await ask(port, '/files', { origin: own(port), authorization: `Bearer ${token}` }, 'POST', 'x');
    expect(statusOf(answer)).toBe(401);
  }
  expect(statusOf(await ask(port, '/files', { origin: own(port) }, 'POST', 'x'))).toBe(401);
  expect(seen.calls).toBe(0);
  expect(files.kept.size).toBe(0);
});

test.each<[string, (socket: ReturnType<typeof openSocket>) => void]>([
  ['says nothing', () => {}],
  [
    'says something else',
    (socket) => socket.send(JSON.stringify({ kind: 'open', id: 1, name: 'host.info', input: {} })),
  ],
  ['says hello in bytes', (socket) => socket.send(Buffer.from('{"kind":"hello"}'))],
  ['talks too long', (socket) => socket.send('x'.repeat(10_000))],
])('a stranger who %s is put out and hears nothing', async (_name, act) => {
  const { port, seen } = await startHost();
  const socket = openSocket(port);
  const heard: unknown[] = [];
  socket.on('message', (data) => heard.push(data));
  await once(socket, 'open');
  act(socket);
  await once(socket, 'close');
  expect([heard, seen.calls]).toEqual([[], 0]);
});

test('eight wires are enough for one person', async () => {
  const { port, token } = await startHost();
  const sockets = Array.from({ length: 8 }, () => openSocket(port));
  await Promise.all(sockets.map((socket) => greet(socket, token)));
  const thrown = await greet(openSocket(port), token).catch((error) => error);
  expect(thrown.failure.message).toContain('Too many windows');
  sockets[0]?.close();
  await once(sockets[0] as (typeof sockets)[0], 'close');
  await vi.waitFor(async () => expect(await greet(openSocket(port), token)).toBeDefined());
});

test('guessing gets slower and slower, and does not slow the one who knows', async () => {
  const told: number[] = [];
  const { port, token } = await startHost({ onIntruder: (count) => told.push(count) });
  const guess = async () => {
    const began = performance.now();
    await ask(port, '/files', { origin: own(port), authorization: 'Bearer guess' }, 'POST', 'x');
    return performance.now() - began;
  };
  for (let round = 0; round < 6; round += 1) await guess();
  const late = Array.from({ length: 20 }, guess);
  const client = connect(contract, await greet(openSocket(port), token));
  expect(await client.host.info({})).toBeDefined();
  expect(Math.min(...(await Promise.all(late)))).toBeGreaterThan(300);
  expect(told).toEqual([1]);
});

test('a launch code leads to the token once, and only the code stands on the command line', async () => {
  const { host, port, token } = await startHost();
  const address = host.launchAddress();
  expect(address).not.toContain(token);
  const target = address.slice(own(port).length);
  const first = await ask(port, target);
  expect(statusOf(first)).toBe(303);
  expect(first).toContain(`location: /#token=${token}\r\n`);
  const second = await ask(port, target);
  expect(second).toContain('location: /\r\n');
  expect(second).not.toContain(token);
});
