import { Buffer } from 'node:buffer';
import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { chunk, chunkedHead, respond } from '../../../../support/exchange/wire-server.ts';
import { bytesBody, limits, openTo, sendTo, serve } from './send-to.ts';

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

test.each(codings)('%s is decoded', async (coding, encode) => {
  const server = await serve(({ socket }) => socket.write(respond(200, { 'content-encoding': coding }, encode(text))));
  const { answer: response, bytes } = await sendTo(server);
  expect(bytes.equals(text)).toBe(true);
  expect(response?.ending()).toEqual({ kind: 'complete' });
});

test.each(codings.filter(([coding]) => coding !== 'identity'))(
  '%s that stops early is never a success',
  async (coding, encode) => {
    const whole = encode(text);
    const server = await serve(({ socket }) =>
      socket.write(respond(200, { 'content-encoding': coding }, whole.subarray(0, whole.length - 9))),
    );
    const { answer: response } = await sendTo(server);
    expect(response?.ending()).toMatchObject({ kind: 'broken', failure: { code: 'encoding' } });
  },
);

test.each([
  ['rot13', 'unknown encoding'],
  ['gzip, gzip, gzip, gzip', '4 times'],
  ['gzip', 'damaged gzip'],
  ['constructor', 'unknown encoding'],
])('the coding %s of plain bytes is named', async (coding, words) => {
  const server = await serve(({ socket }) => socket.write(respond(200, { 'content-encoding': coding }, '{"plain":1}')));
  const { answer: response } = await sendTo(server);
  expect(response?.ending()).toMatchObject({
    kind: 'broken',
    failure: { code: 'encoding', message: expect.stringContaining(words) },
  });
});

test('an empty body may be labeled as compressed', async () => {
  const server = await serve(({ socket }) => socket.write(respond(200, { 'content-encoding': 'gzip' }, '')));
  const { answer: response, bytes } = await sendTo(server);
  expect(response?.ending()).toEqual({ kind: 'complete' });
  expect(bytes.length).toBe(0);
});

test('a decompression bomb is stopped at the limit', async () => {
  const bomb = zlib.gzipSync(Buffer.alloc(100_000_000));
  const server = await serve(({ socket }) => socket.write(respond(200, { 'content-encoding': 'gzip' }, bomb)));
  const before = process.memoryUsage().rss;
  const { answer: response, bytes } = await sendTo(server, { maxBodyBytes: 4_000_000 });
  expect(response?.ending()).toMatchObject({ kind: 'broken', failure: { code: 'too-large' } });
  expect(bytes.length).toBeLessThanOrEqual(4_000_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  await server.idle();
});

test('a decompression bomb that arrived whole before decoding is also stopped at the limit', async () => {
  const bomb = zlib.gzipSync(Buffer.alloc(8_000_000));
  const server = await serve(({ socket }) => socket.write(respond(200, { 'content-encoding': 'gzip' }, bomb)));
  const { answer: response } = await openTo(server, { maxBodyBytes: 4_000_000 });
  let bodyBytes = 0;
  for await (const piece of response.body) {
    bodyBytes += piece.length;
    // Meanwhile the transport ends without an error.
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(response.ending()).toMatchObject({ kind: 'broken', failure: { code: 'too-large' } });
  expect(bodyBytes).toBeLessThanOrEqual(4_000_000);
});

test('compressed events arrive as they are sent', async () => {
  const gzip = zlib.createGzip();
  const server = await serve(({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n');
    gzip.pipe(socket);
    gzip.write('data: 1\n\n');
    gzip.flush();
  });
  const { answer: response } = await openTo(server);
  expect((await response.body.next()).value?.toString()).toBe('data: 1\n\n');
  // Leaving midway must not wait for the next bytes.
  await response.body.return();
  await server.idle();
});

test('bytes that arrived before a reset are kept, and a reset is distinguished from an orderly close', async () => {
  const data = Buffer.alloc(200_000, 'x');
  for (const [how, code] of [
    ['resetAndDestroy', 'reset'],
    ['destroy', 'truncated'],
  ] as const) {
    let breakOff = () => {};
    const server = await serve(({ socket }) => {
      breakOff = () => socket[how]();
      socket.write(chunkedHead());
      socket.write(chunk(data));
    });
    const { answer: response } = await openTo(server);
    const pieces: Buffer[] = [];
    for await (const piece of response.body) {
      pieces.push(piece);
      if (Buffer.concat(pieces).length === data.length) breakOff();
    }
    expect(Buffer.concat(pieces).equals(data)).toBe(true);
    expect(response.ending()).toMatchObject({ kind: 'broken', failure: { code } });
  }
});

test('a reset does not end a body of unannounced length, an orderly close does', async () => {
  for (const [how, ending] of [
    ['resetAndDestroy', { kind: 'broken', failure: { code: 'reset' } }],
    ['end', { kind: 'unchecked' }],
  ] as const)
    for (const body of ['', 'half an answer']) {
      let breakOff = () => {};
      const server = await serve(({ socket }) => {
        breakOff = () => socket[how]();
        socket.write(`HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n${body}`);
      });
      const { answer: response } = await openTo(server);
      setTimeout(() => breakOff(), 20);
      const pieces: Buffer[] = [];
      for await (const piece of response.body) pieces.push(piece);
      expect(Buffer.concat(pieces).toString()).toBe(body);
      expect(response.ending()).toMatchObject(ending);
    }
});

test('a reset after a complete response breaks nothing', async () => {
  const server = await serve(({ socket }) => {
    socket.write('HTTP/1.1 204 No Content\r\n\r\n', () => setTimeout(() => socket.resetAndDestroy(), 10));
  });
  expect((await sendTo(server)).answer?.ending()).toEqual({ kind: 'complete' });
});

test('bytes that arrived before a fault are kept even when nothing was reading', async () => {
  for (const how of ['resetAndDestroy', 'destroy'] as const) {
    const server = await serve(({ socket }) => {
      socket.write(chunkedHead() + chunk('first '));
      setTimeout(() => socket.write(chunk('second '), () => setTimeout(() => socket[how](), 20)), 30);
    });
    const { answer: response } = await openTo(server);
    const pieces = [(await response.body.next()).value?.toString()];
    await new Promise((resolve) => setTimeout(resolve, 150));
    for await (const piece of response.body) pieces.push(piece.toString());
    expect(pieces.join('')).toBe('first second ');
    expect(response.ending().kind).toBe('broken');
  }
});

test('wrong lengths', async () => {
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

test.each([
  ['content-length: 2\r\ntransfer-encoding: chunked', 'Content-Length and Transfer-Encoding: chunked'],
  ['transfer-encoding: chunked\r\ncontent-length: 2', 'Content-Length and Transfer-Encoding: chunked'],
  ['content-length: 2\r\ncontent-length: 3', 'two Content-Length headers'],
])('two lengths are named: %j', async (headers, names) => {
  const server = await serve(({ socket }) => socket.write(`HTTP/1.1 200 OK\r\n${headers}\r\n\r\n0\r\n\r\n`));
  const { fault } = await sendTo(server);
  expect(fault?.failure.message).toContain(names);
  expect(fault?.failure.message).not.toContain('HPE_');
});

test('a damaged chunk size midway is a protocol failure and keeps what arrived', async () => {
  const server = await serve(({ socket }) => socket.write(`${chunkedHead()}5\r\nhello\r\nzz\r\n`));
  const { answer: response, bytes } = await sendTo(server);
  expect(bytes.toString()).toBe('hello');
  expect(response?.ending()).toMatchObject({ kind: 'broken', failure: { code: 'protocol' } });
});

test('silence is reported by the phase in which it occurs', async () => {
  const short = { connectMs: 5000, headersMs: 60, idleMs: 60, totalMs: null };
  const silent = await serve(() => {});
  expect((await sendTo(silent, { deadlines: short })).fault).toMatchObject({
    sent: 'maybe-processed',
    failure: { code: 'headers-timeout' },
  });
  const midway = await serve(({ socket }) => socket.write(chunkedHead() + chunk('data: 1\n\n')));
  const { answer: response, bytes } = await sendTo(midway, { deadlines: short });
  expect(bytes.toString()).toBe('data: 1\n\n');
  expect(response?.ending()).toMatchObject({ kind: 'broken', failure: { code: 'idle-timeout' } });
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

test('the total limit also applies before the headers', async () => {
  const server = await serve(() => {});
  const { fault } = await sendTo(server, { deadlines: { ...limits, totalMs: 60 } });
  expect(fault).toMatchObject({ sent: 'maybe-processed', failure: { code: 'total-timeout' } });
  await server.idle();
});
