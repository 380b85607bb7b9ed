import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { connect } from '#shared/rpc/connect.ts';
import { greet } from '#shared/rpc/greeting.ts';
import { createAccessToken } from '../../../../electron/browser/access-token.ts';
import { openRaw, openSocket, startHost } from '../../../support/browser-host/harness.ts';
import { ask, own, statusOf, upgradeHeaders } from '../../../support/browser-host/raw-http.ts';

test('the printed token opens the connection repeatedly: a reload, a second tab', async () => {
  const { port, token, seen } = await startHost();
  for (let tab = 0; tab < 3; tab += 1) {
    const client = connect(contract, await greet(openSocket(port), token));
    expect(await client.host.info({})).toMatchObject({ name: 'browser' });
  }
  expect(seen.calls).toBe(3);
});

test('closing a page ends its work', async () => {
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

test('a wrong token, or one from another start, gets no connection and no upload', async () => {
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
])('a stranger who %s is disconnected and receives nothing', async (_name, act) => {
  const { port, seen } = await startHost();
  const socket = openSocket(port);
  const received: unknown[] = [];
  socket.on('message', (data) => received.push(data));
  await once(socket, 'open');
  act(socket);
  await once(socket, 'close');
  expect([received, seen.calls]).toEqual([[], 0]);
});

test('one user can open up to sixty-four windows', async () => {
  const { port, token } = await startHost();
  const sockets = Array.from({ length: 64 }, () => openSocket(port));
  await Promise.all(sockets.map((socket) => greet(socket, token)));
  const thrown = await greet(openSocket(port), token).catch((error) => error);
  expect(thrown.failure.message).toContain('Too many tabs');
  sockets[0]?.close();
  await once(sockets[0] as (typeof sockets)[0], 'close');
  await vi.waitFor(async () => expect(await greet(openSocket(port), token)).toBeDefined());
});

test('a message over the limit closes its connection before its bytes are read', async () => {
  const { port, token } = await startHost();
  const socket = await openRaw(
    port,
    `GET /wire HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${Object.entries(upgradeHeaders(port))
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );
  const received: Buffer[] = [];
  socket.on('data', (bytes: Buffer) => received.push(bytes));
  const hello = Buffer.from(JSON.stringify({ kind: 'hello', token }));
  // Client frames are masked; a mask of zeros changes nothing.
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | hello.length, 0, 0, 0, 0]), hello]));
  await vi.waitFor(() => expect(Buffer.concat(received).toString('latin1')).toContain('welcome'));
  received.length = 0;
  const head = Buffer.alloc(14);
  head.set([0x81, 0x80 | 127]);
  head.writeBigUInt64BE(BigInt(256 * 1024 ** 2 + 1), 2);
  socket.write(head);
  await once(socket, 'close');
  // A close frame with 1009, "message too big".
  expect(Buffer.concat(received).subarray(0, 4)).toEqual(Buffer.from([0x88, 0x02, 0x03, 0xf1]));
});

test("guessing slows down progressively, does not flood the log, and does not slow the token's owner", async () => {
  const intruderReports: number[] = [];
  const { port, token } = await startHost({ onIntruder: (count) => intruderReports.push(count) });
  const began = performance.now();
  const guess = async () => {
    const asked = performance.now();
    await ask(port, '/files', { origin: own(port), authorization: 'Bearer guess' }, 'POST', 'x');
    return performance.now() - asked;
  };
  for (let round = 0; round < 6; round += 1) await guess();
  const late = Array.from({ length: 20 }, guess);
  const client = connect(contract, await greet(openSocket(port), token));
  expect(await client.host.info({})).toBeDefined();
  // Each attempt waits for a timer here, so a slow machine only delays it.
  expect(Math.min(...(await Promise.all(late)))).toBeGreaterThan(300);
  const tenSeconds = Math.ceil((performance.now() - began) / 10_000);
  expect(intruderReports.length).toBeLessThanOrEqual(1 + tenSeconds);
});

test('a thousand concurrent wrong tokens hold few slots, and the right one never waits behind them', async () => {
  let wrong = 0;
  const accessToken = createAccessToken(() => {
    wrong += 1;
  });
  const order: string[] = [];
  const flood = Array.from({ length: 1000 }, () => accessToken.check('guess').then(() => order.push('guess')));
  await accessToken.check(accessToken.token).then(() => order.push('known'));
  expect(wrong).toBe(1000);
  // All but the few that are delayed were refused at once.
  expect(order.at(-1)).toBe('known');
  expect(order.length).toBeGreaterThan(900);
  expect(order.length).toBeLessThan(1000);
  await Promise.all(flood);
});

test('three hundred guesses at the socket leave a slot for the page', async () => {
  const { port, token } = await startHost();
  const guesses = Array.from({ length: 300 }, () => greet(openSocket(port), 'guess').catch((thrown) => thrown));
  const client = connect(contract, await greet(openSocket(port), token));
  expect(await client.host.info({})).toBeDefined();
  for (const thrown of await Promise.all(guesses)) expect(thrown.failure.code).toBe('auth');
});

test('a refused client that does not answer the close is disconnected', async () => {
  const { port } = await startHost();
  const upgrade = Object.entries(upgradeHeaders(port)).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = await openRaw(port, `GET /wire HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${upgrade.join('')}\r\n`);
  const hello = Buffer.from(JSON.stringify({ kind: 'hello', token: 'guess' }));
  socket.resume().write(Buffer.concat([Buffer.from([0x81, 0x80 | hello.length, 0, 0, 0, 0]), hello]));
  await once(socket, 'close');
});

test('a launch code yields the token once, and only the code is on the command line', async () => {
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
