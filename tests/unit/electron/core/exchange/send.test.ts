import { Buffer } from 'node:buffer';
import zlib from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { NetworkFault } from '../../../../../electron/core/exchange/network-failure.ts';
import { systemClock } from '../../../../../electron/core/exchange/ports.ts';
import { joinSegments, type RequestBody } from '../../../../../electron/core/exchange/request/request-body.ts';
import { type Mark, send, type WireBytes, type WireRequest } from '../../../../../electron/core/exchange/send.ts';
import type { Answer } from '../../../../../electron/core/exchange/transport/answer.ts';
import { SocketPool } from '../../../../../electron/core/exchange/transport/socket-pool.ts';
import {
  chunk,
  chunkedHead,
  json,
  lastChunk,
  type Received,
  respond,
  startWireServer,
  type WireServer,
} from './wire-server.ts';

const limits = { connectMs: 5000, headersMs: 5000, idleMs: 5000, totalMs: null };
const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(answer: (request: Received) => unknown): Promise<WireServer> {
  const server = await startWireServer(answer);
  closers.push(() => server.close());
  return server;
}

const bytesBody = (bytes: Uint8Array): RequestBody => joinSegments([{ kind: 'bytes', bytes }]);

interface Sent {
  answer: Answer | null;
  fault: NetworkFault | null;
  bytes: Buffer;
  marks: Mark[];
  wire: () => WireBytes;
  pool: SocketPool;
}

async function sendTo(
  server: Pick<WireServer, 'port'>,
  change: Partial<WireRequest> = {},
  { pool = new SocketPool(systemClock), signal = new AbortController().signal } = {},
): Promise<Sent> {
  closers.push(() => pool.close());
  const marks: Mark[] = [];
  let wire = (): WireBytes => ({ sent: 0, received: 0 });
  const body = change.body === undefined ? bytesBody(Buffer.from('{}')) : change.body;
  const outcome = await send(
    {
      method: 'POST',
      target: '/v1/x',
      to: { host: '127.0.0.1', port: server.port, secure: false, proxy: null, extraCa: [] },
      headers: [
        ['Host', `127.0.0.1:${server.port}`],
        ['X-Case', 'Kept'],
        ['Content-Length', String(body?.sizeBytes ?? 0)],
      ],
      deadlines: limits,
      fresh: false,
      maxBodyBytes: 64 * 1024 ** 2,
      ...change,
      body,
    },
    {
      pool,
      clock: systemClock,
      signal,
      mark: (what) => marks.push(what),
      onConnected: (wireBytes) => {
        wire = wireBytes;
      },
      onSent() {},
    },
  );
  if ('failure' in outcome) return { answer: null, fault: outcome, bytes: Buffer.alloc(0), marks, wire, pool };
  const pieces: Buffer[] = [];
  for await (const piece of outcome.body) pieces.push(piece);
  return { answer: outcome, fault: null, bytes: Buffer.concat(pieces), marks, wire, pool };
}

/** Sends a GET and leaves reading the answer to the test. */
async function openTo(server: Pick<WireServer, 'port'>): Promise<{ answer: Answer }> {
  const pool = new SocketPool(systemClock);
  closers.push(() => pool.close());
  const outcome = await send(
    {
      method: 'GET',
      target: '/',
      to: { host: '127.0.0.1', port: server.port, secure: false, proxy: null, extraCa: [] },
      headers: [['Host', 'x']],
      body: null,
      deadlines: limits,
      fresh: false,
      maxBodyBytes: 1e9,
    },
    { pool, clock: systemClock, signal: new AbortController().signal, mark() {}, onConnected() {}, onSent() {} },
  );
  if ('failure' in outcome) throw new Error(outcome.failure.message);
  return { answer: outcome };
}

test('a plain exchange: what was sent, what came, the marks and the counters', async () => {
  const server = await serve((request) => request.socket.write(json({ ok: true })));
  const { answer, bytes, marks, wire } = await sendTo(server);
  expect(answer).toMatchObject({ status: 200, statusText: 'Status', httpVersion: '1.1', decoded: true });
  expect(answer?.headers).toEqual([
    ['content-length', '11'],
    ['content-type', 'application/json'],
  ]);
  expect(answer?.ending()).toEqual({ kind: 'complete' });
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
  const { answer } = await sendTo(server);
  expect(answer?.statusText).toBe('Fine indeed');
  expect(answer?.headers).toEqual([
    ['X-B', '1'],
    ['set-cookie', 'a'],
    ['X-b', '2'],
    ['Set-Cookie', 'b'],
    ['Content-Length', '0'],
  ]);
});

test('a kept connection is used again, has no connect mark, and is gone when the pool closes', async () => {
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

test('a connection that was idle for more than 3 s is not used for a request, even when its timer is late', async () => {
  let now = 0;
  const clock = { now: () => now, monotonic: () => now };
  const pool = new SocketPool(clock);
  const server = await serve(({ socket }) => socket.write(json({})));
  await sendTo(server, {}, { pool });
  now += 3001;
  await sendTo(server, {}, { pool });
  now += 2999;
  await sendTo(server, {}, { pool });
  expect(server.requests.map(({ earlier }) => earlier)).toEqual([0, 0, 1]);
});

test('a fresh request never uses a kept connection', async () => {
  const server = await serve(({ socket }) => socket.write(json({})));
  const { pool } = await sendTo(server);
  await sendTo(server, { fresh: true }, { pool });
  expect(server.requests.map(({ earlier }) => earlier)).toEqual([0, 0]);
});

test('a body is read only as fast as the socket takes it, and arrives exactly', async () => {
  const big = Buffer.alloc(30_000_000, 'abcdefg');
  const server = await serve(async ({ socket, body }) => {
    socket.pause();
    await new Promise((resolve) => setTimeout(resolve, 100));
    readWhilePaused = read;
    socket.resume();
    socket.write(json({ same: (await body).equals(big) }));
  });
  let read = 0;
  let readWhilePaused = 0;
  const body: RequestBody = {
    ...bytesBody(big),
    async *stream() {
      for (; read < big.length; read += 65_536) yield big.subarray(read, read + 65_536);
    },
  };
  expect((await sendTo(server, { body })).bytes.toString()).toBe('{"same":true}');
  // What the sockets' buffers hold, and no more.
  expect(readWhilePaused).toBeLessThan(15_000_000);
});

test('a slow reader slows the sender', async () => {
  let written = 0;
  const server = await serve(({ socket }) => {
    socket.write(chunkedHead());
    const piece = chunk(Buffer.alloc(65_536));
    const more = () => {
      while (written < 200_000_000) {
        written += 65_536;
        if (!socket.write(piece)) {
          socket.once('drain', more);
          return;
        }
      }
    };
    more();
  });
  const { answer } = await openTo(server);
  await answer.body.next();
  await new Promise((resolve) => setTimeout(resolve, 300));
  // What the sockets' buffers hold, and no more.
  expect(written).toBeLessThan(40_000_000);
  await answer.body.return();
  await server.idle();
});

test.each([413, 401])('an early %i wins over the rest of the upload', async (status) => {
  const big = bytesBody(Buffer.alloc(80_000_000));
  const server = await serve(({ socket }) => {
    socket.write(respond(status, {}, 'too much'));
    socket.pause();
    setTimeout(() => socket.resume(), 100);
  });
  const { answer, bytes } = await sendTo(server, { body: big, fresh: true });
  expect(answer?.status).toBe(status);
  expect(bytes.toString()).toBe('too much');
  expect(server.receivedBytes()).toBeLessThan(40_000_000);
  await server.idle();
});

test('nothing more is sent after a refusal, even while its own words are still coming', async () => {
  const counts: number[] = [];
  const server = await serve(async ({ socket }) => {
    socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 8\r\n\r\ntoo ');
    for (let look = 0; look < 2; look += 1) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      counts.push(server.receivedBytes());
    }
    socket.write('much');
  });
  const { answer, bytes } = await sendTo(server, { body: bytesBody(Buffer.alloc(300_000_000)), fresh: true });
  expect([answer?.status, bytes.toString()]).toEqual([413, 'too much']);
  expect(counts[1]).toBe(counts[0]);
  expect(counts[0]).toBeLessThan(100_000_000);
});

test('an early refusal is read even when the connection is reset behind it', async () => {
  for (let round = 0; round < 20; round += 1) {
    const server = await serve(({ socket }) => socket.end(respond(413, { connection: 'close' }, 'too much')));
    const { answer } = await sendTo(server, { body: bytesBody(Buffer.alloc(8_000_000)), fresh: true });
    expect(answer?.status).toBe(413);
  }
});

const codings: [string, (body: Buffer) => Buffer][] = [
  ['gzip', (body) => zlib.gzipSync(body)],
  ['deflate', (body) => zlib.deflateSync(body)],
  ['deflate', (body) => zlib.deflateRawSync(body)],
  ['br', (body) => zlib.brotliCompressSync(body)],
  ['zstd', (body) => zlib.zstdCompressSync(body)],
  ['gzip, br', (body) => zlib.brotliCompressSync(zlib.gzipSync(body))],
  ['identity', (body) => body],
  ['X-GZIP', (body) => zlib.gzipSync(body)],
];
const text = Buffer.from('a long answer '.repeat(5000));

test.each(codings)('%s is undone', async (coding, encode) => {
  const server = await serve(({ socket }) => socket.write(respond(200, { 'content-encoding': coding }, encode(text))));
  const { answer, bytes } = await sendTo(server);
  expect(bytes.equals(text)).toBe(true);
  expect(answer?.ending()).toEqual({ kind: 'complete' });
});

test.each(codings.filter(([coding]) => coding !== 'identity'))(
  '%s that stops early is never a success',
  async (coding, encode) => {
    const whole = encode(text);
    const server = await serve(({ socket }) =>
      socket.write(respond(200, { 'content-encoding': coding }, whole.subarray(0, whole.length - 9))),
    );
    const { answer } = await sendTo(server);
    expect(answer?.ending()).toMatchObject({ kind: 'broken', failure: { code: 'encoding' } });
  },
);

test.each([
  ['rot13', 'unknown coding'],
  ['gzip, gzip, gzip, gzip', '4 times'],
  ['gzip', 'damaged gzip'],
  ['constructor', 'unknown coding'],
])('the coding %s of plain bytes is named', async (coding, words) => {
  const server = await serve(({ socket }) => socket.write(respond(200, { 'content-encoding': coding }, '{"plain":1}')));
  const { answer } = await sendTo(server);
  expect(answer?.ending()).toMatchObject({
    kind: 'broken',
    failure: { code: 'encoding', message: expect.stringContaining(words) },
  });
});

test('an empty body may be labelled as compressed', async () => {
  const server = await serve(({ socket }) => socket.write(respond(200, { 'content-encoding': 'gzip' }, '')));
  const { answer, bytes } = await sendTo(server);
  expect(answer?.ending()).toEqual({ kind: 'complete' });
  expect(bytes.length).toBe(0);
});

test('a decompression bomb is stopped at the limit', async () => {
  const bomb = zlib.gzipSync(Buffer.alloc(100_000_000));
  const server = await serve(({ socket }) => socket.write(respond(200, { 'content-encoding': 'gzip' }, bomb)));
  const before = process.memoryUsage().rss;
  const { answer, bytes } = await sendTo(server, { maxBodyBytes: 4_000_000 });
  expect(answer?.ending()).toMatchObject({ kind: 'broken', failure: { code: 'too-large' } });
  expect(bytes.length).toBeLessThanOrEqual(4_000_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  await server.idle();
});

test('compressed events come as they are sent', async () => {
  const gzip = zlib.createGzip();
  const server = await serve(({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n');
    gzip.pipe(socket);
    gzip.write('data: 1\n\n');
    gzip.flush();
  });
  const { answer } = await openTo(server);
  expect((await answer.body.next()).value?.toString()).toBe('data: 1\n\n');
  // Leaving in the middle must not wait for the next bytes.
  await answer.body.return();
  await server.idle();
});

test('bytes that arrived before a reset are kept, and the reset is told from an orderly close', async () => {
  const data = Buffer.alloc(200_000, 'x');
  for (const [how, code] of [
    ['resetAndDestroy', 'reset'],
    ['destroy', 'truncated'],
  ] as const) {
    const server = await serve(async ({ socket }) => {
      socket.write(chunkedHead());
      socket.write(chunk(data), () => setTimeout(() => socket[how](), 20));
    });
    const { answer, bytes } = await sendTo(server);
    expect(bytes.equals(data)).toBe(true);
    expect(answer?.ending()).toMatchObject({ kind: 'broken', failure: { code } });
  }
});

test('bytes that arrived before a fault are kept even when nobody was reading', async () => {
  for (const how of ['resetAndDestroy', 'destroy'] as const) {
    const server = await serve(({ socket }) => {
      socket.write(chunkedHead() + chunk('first '));
      setTimeout(() => socket.write(chunk('second '), () => setTimeout(() => socket[how](), 20)), 30);
    });
    const { answer } = await openTo(server);
    const pieces = [(await answer.body.next()).value?.toString()];
    await new Promise((resolve) => setTimeout(resolve, 150));
    for await (const piece of answer.body) pieces.push(piece.toString());
    expect(pieces.join('')).toBe('first second ');
    expect(answer.ending().kind).toBe('broken');
  }
});

test('lengths that lie', async () => {
  const longer = await serve(({ socket }) => socket.end(respond(200, { 'content-length': '50' }, '{"a":1}')));
  const cut = await sendTo(longer);
  expect(cut.bytes.toString()).toBe('{"a":1}');
  expect(cut.answer?.ending()).toMatchObject({
    kind: 'broken',
    failure: { code: 'truncated', message: expect.stringContaining('after 7 of 50 bytes') },
  });
  const shorter = await serve(({ socket }) => socket.write(respond(200, { 'content-length': '4' }, '{"a":1}')));
  const surplus = await sendTo(shorter);
  expect(surplus.bytes.toString()).toBe('{"a"');
  expect(surplus.answer?.ending()).toEqual({ kind: 'surplus' });
  const unknown = await serve(({ socket }) => socket.end('HTTP/1.1 200 OK\r\n\r\nto the end'));
  expect((await sendTo(unknown)).answer?.ending()).toEqual({ kind: 'unchecked' });
});

test.each([
  ['both lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['a bad header', 'HTTP/1.1 200 OK\r\nbad header\u0000: 1\r\n\r\n'],
  ['giant headers', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`],
  ['TLS', Buffer.from([0x15, 3, 1, 0, 2, 2, 70])],
])('%s is a protocol failure', async (_, bytes) => {
  const server = await serve(({ socket }) => socket.write(bytes));
  const { fault } = await sendTo(server);
  expect(fault).toMatchObject({ sent: 'maybe-processed', failure: { code: 'protocol' } });
  await server.idle();
});

test('a damaged chunk size in the middle is a protocol failure and keeps what came', async () => {
  const server = await serve(({ socket }) => socket.write(`${chunkedHead()}5\r\nhello\r\nzz\r\n`));
  const { answer, bytes } = await sendTo(server);
  expect(bytes.toString()).toBe('hello');
  expect(answer?.ending()).toMatchObject({ kind: 'broken', failure: { code: 'protocol' } });
});

test('silence is told by where it happens', async () => {
  const short = { connectMs: 5000, headersMs: 60, idleMs: 60, totalMs: null };
  const silent = await serve(() => {});
  expect((await sendTo(silent, { deadlines: short })).fault).toMatchObject({
    sent: 'maybe-processed',
    failure: { code: 'headers-timeout' },
  });
  const midway = await serve(({ socket }) => socket.write(chunkedHead() + chunk('data: 1\n\n')));
  const { answer, bytes } = await sendTo(midway, { deadlines: short });
  expect(bytes.toString()).toBe('data: 1\n\n');
  expect(answer?.ending()).toMatchObject({ kind: 'broken', failure: { code: 'idle-timeout' } });
  const stalled = await serve(({ socket }) => socket.pause());
  expect(
    (await sendTo(stalled, { deadlines: { ...short, headersMs: 5000 }, body: bytesBody(Buffer.alloc(30_000_000)) }))
      .fault,
  ).toMatchObject({ sent: 'maybe-processed', failure: { code: 'upload-stalled' } });
  const dripping = await serve(({ socket }) => {
    socket.write(chunkedHead());
    const drip = setInterval(() => socket.write(chunk(': ping\n\n')), 20);
    socket.on('close', () => clearInterval(drip));
  });
  const long = await sendTo(dripping, { deadlines: { ...short, idleMs: 200, totalMs: 300 } });
  expect(long.answer?.ending()).toMatchObject({ kind: 'broken', failure: { code: 'total-timeout' } });
  for (const server of [silent, midway, dripping]) await server.idle();
});

test('the total limit also holds before the headers', async () => {
  const server = await serve(() => {});
  const { fault } = await sendTo(server, { deadlines: { ...limits, totalMs: 60 } });
  expect(fault).toMatchObject({ sent: 'maybe-processed', failure: { code: 'total-timeout' } });
  await server.idle();
});

test('a body source that fails ends the request and names itself', async () => {
  const server = await serve(() => {});
  const changing: RequestBody = joinSegments([
    {
      kind: 'file',
      encoding: 'raw',
      recorded: '',
      file: {
        name: 'a.wav',
        type: 'audio/wav',
        sizeBytes: 1_000_000,
        async *stream() {
          yield Buffer.alloc(100_000);
        },
      },
    },
  ]);
  const { fault } = await sendTo(server, { body: changing });
  expect(fault).toMatchObject({ failure: { code: 'bad-draft', message: expect.stringContaining('"a.wav" changed') } });
  await server.idle();
});

test('cancelling closes the connection at once, before and after the headers', async () => {
  const waiting = await serve(() => controller.abort());
  let controller = new AbortController();
  const early = await sendTo(waiting, {}, { signal: controller.signal });
  expect(early.fault).toMatchObject({ sent: 'maybe-processed', failure: { code: 'aborted' } });
  await waiting.idle();

  controller = new AbortController();
  const streaming = await serve(({ socket }) => {
    socket.write(chunkedHead() + chunk('data: 1\n\n'));
    setTimeout(() => controller.abort(), 30);
  });
  const late = await sendTo(streaming, {}, { signal: controller.signal });
  expect(late.bytes.toString()).toBe('data: 1\n\n');
  expect(late.answer?.ending()).toMatchObject({ kind: 'broken', failure: { code: 'aborted' } });
  await streaming.idle();

  const done = new AbortController();
  done.abort();
  expect((await sendTo(streaming, {}, { signal: done.signal })).fault).toMatchObject({ sent: 'not-sent' });
  expect(streaming.requests.length).toBe(1);
});

test('a connection that is closed before any answer may have processed the request', async () => {
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

test('interim answers are passed over', async () => {
  const server = await serve(({ socket }) =>
    socket.write(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${json({ ok: 1 }).toString()}`),
  );
  expect((await sendTo(server)).bytes.toString()).toBe('{"ok":1}');
});

test('chunk trailers and a body in many pieces', async () => {
  const server = await serve(({ socket }) => {
    socket.write(chunkedHead());
    for (let index = 0; index < 500; index += 1) socket.write(chunk(`${index},`));
    socket.write('0\r\nx-sum: 1\r\n\r\n');
  });
  const { answer, bytes } = await sendTo(server);
  expect(bytes.toString()).toBe(Array.from({ length: 500 }, (_, index) => `${index},`).join(''));
  expect(answer?.ending()).toEqual({ kind: 'complete' });
  expect(lastChunk.length).toBe(5);
});
