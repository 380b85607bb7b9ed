import { expect, test } from 'vitest';
import { SocketPool } from '#core/http/socket-pool.ts';
import { systemClock } from '#core/ports.ts';
import { chunk, chunkedHead, json, lastChunk } from '../../../../support/exchange/wire-server.ts';
import { sendTo, serve } from './send-to.ts';

test('a plain exchange: what was sent, what was received, the marks and the counters', async () => {
  const server = await serve((request) => request.socket.write(json({ ok: true })));
  const { answer: response, bytes, marks, wire } = await sendTo(server);
  expect(response).toMatchObject({ status: 200, statusText: 'Status', httpVersion: '1.1', decoded: true });
  expect(response?.headers).toEqual([
    ['content-length', '11'],
    ['content-type', 'application/json'],
  ]);
  expect(response?.ending()).toEqual({ kind: 'complete' });
  expect(bytes.toString()).toBe('{"ok":true}');
  expect(marks).toEqual(['connect', 'sent', 'headers', 'firstByte']);
  const [request] = server.requests;
  expect(request?.head.split('\r\n').slice(0, 4)).toEqual([
    'POST /v1/x HTTP/1.1',
    `Host: 127.0.0.1:${server.port}`,
    'X-Case: Kept',
    'Content-Length: 2',
  ]);
  expect(wire().sent).toBe(server.receivedBytes());
  expect(wire().received).toBe(json({ ok: true }).length);
});

test('header order, letter case and duplicates are kept as received', async () => {
  const server = await serve(({ socket }) =>
    socket.write(
      'HTTP/1.1 200 Fine indeed\r\nX-B: 1\r\nset-cookie: a\r\nX-b: 2\r\nSet-Cookie: b\r\nContent-Length: 0\r\n\r\n',
    ),
  );
  const { answer: response } = await sendTo(server);
  expect(response?.statusText).toBe('Fine indeed');
  expect(response?.headers).toEqual([
    ['X-B', '1'],
    ['set-cookie', 'a'],
    ['X-b', '2'],
    ['Set-Cookie', 'b'],
    ['Content-Length', '0'],
  ]);
});

test('a kept-alive connection is reused, has no connect mark, and is closed with the pool', async () => {
  const server = await serve(({ socket }) => socket.write(json({})));
  const first = await sendTo(server);
  const second = await sendTo(server, {}, { pool: first.pool });
  expect(server.requests.map(({ earlier }) => earlier)).toEqual([0, 1]);
  expect(second.marks).toEqual(['sent', 'headers', 'firstByte']);
  first.pool.close();
  await server.idle();
  expect(first.pool.openSockets).toBe(0);
});

test('many requests over one connection leave nothing on it', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  const server = await serve(({ socket }) => socket.write(json({})));
  const pool = new SocketPool(systemClock);
  for (let index = 0; index < 30; index += 1) await sendTo(server, {}, { pool });
  expect(server.requests.at(-1)?.earlier).toBe(29);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

test('a connection idle for more than 1.5 s is not reused, even when its timer is late', async () => {
  let now = 0;
  const clock = { now: () => now, monotonic: () => now };
  const pool = new SocketPool(clock);
  const server = await serve(({ socket }) => socket.write(json({})));
  await sendTo(server, {}, { pool });
  now += 1501;
  await sendTo(server, {}, { pool });
  now += 1499;
  await sendTo(server, {}, { pool });
  expect(server.requests.map(({ earlier }) => earlier)).toEqual([0, 0, 1]);
});

test('a fresh request never uses a kept-alive connection', async () => {
  const server = await serve(({ socket }) => socket.write(json({})));
  const { pool } = await sendTo(server);
  await sendTo(server, { fresh: true }, { pool });
  expect(server.requests.map(({ earlier }) => earlier)).toEqual([0, 0]);
});

test('a connection closed before any response may have processed the request', async () => {
  for (const how of ['resetAndDestroy', 'destroy'] as const) {
    const server = await serve(({ socket }) => socket[how]());
    expect((await sendTo(server)).fault).toMatchObject({ sent: 'maybe-processed', failure: { code: 'reset' } });
    expect(server.requests.length).toBe(1);
  }
});

test('an unwanted upgrade is refused', async () => {
  const server = await serve(({ socket }) =>
    socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  );
  expect((await sendTo(server)).fault).toMatchObject({ failure: { code: 'protocol' } });
  await server.idle();
});

test('interim responses are skipped', async () => {
  const server = await serve(({ socket }) =>
    socket.write(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${json({ ok: 1 }).toString()}`),
  );
  expect((await sendTo(server)).bytes.toString()).toBe('{"ok":1}');
});

test.each(['100 Continue', '103 Early Hints'])('a flood of %s ends the request', async (status) => {
  const server = await serve(({ socket }) =>
    socket.write(`HTTP/1.1 ${status}\r\n\r\n`.repeat(1000) + json({ ok: 1 }).toString()),
  );
  expect((await sendTo(server)).fault).toMatchObject({
    sent: 'maybe-processed',
    failure: { code: 'protocol', message: expect.stringContaining('more than 100 informational responses') },
  });
});

test('chunk trailers and a body in many chunks', async () => {
  const server = await serve(({ socket }) => {
    socket.write(chunkedHead());
    for (let index = 0; index < 500; index += 1) socket.write(chunk(`${index},`));
    socket.write('0\r\nx-sum: 1\r\n\r\n');
  });
  const { answer: response, bytes } = await sendTo(server);
  expect(bytes.toString()).toBe(Array.from({ length: 500 }, (_, index) => `${index},`).join(''));
  expect(response?.ending()).toEqual({ kind: 'complete' });
  expect(lastChunk.length).toBe(5);
});
