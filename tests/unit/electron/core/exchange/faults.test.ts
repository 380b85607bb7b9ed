import { Buffer } from 'node:buffer';
import zlib from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { FailureCode, RunState, SentFlag } from '../../../../../shared/routes/failure.ts';
import { all, chatBody, collect, never, type Ran, startBench } from './bench.ts';
import { completion, delta, done, finish, streamed } from './chat-wire.ts';
import { chunk, chunkedHead, json, lastChunk, type Received, respond, startWireServer } from './wire-server.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Cell {
  name: string;
  answer: (request: Received) => unknown;
  state: RunState;
  code?: FailureCode;
  sent?: SentFlag;
  /** The answer's body as recorded. */
  kept?: string | Uint8Array;
  text?: string;
  words?: RegExp;
  warning?: string;
}

/** Runs one cell and checks what every cell must hold. */
async function check(cell: Cell, stream: boolean): Promise<Ran> {
  const server = await startWireServer(cell.answer);
  const bench = startBench(server.url);
  closers.push(() => bench.close());
  closers.push(() => server.close());
  const { handlers, perform } = bench.exchanges;
  const draft = bench.draft({ body: chatBody(stream ? { stream } : {}) });
  const ran = collect(await all(perform(draft, { signal: never, repeat: false })));
  expect(ran.parts.filter(({ type }) => type === 'run-end').length).toBe(1);
  expect(ran.end).toMatchObject({ state: cell.state, sent: cell.sent ?? 'answered' });
  expect(ran.end.error?.code).toBe(cell.code);
  if (cell.words) expect(ran.end.error?.message).toMatch(cell.words);
  if (ran.end.error) expect(ran.end.error).toMatchObject({ exchangeId: ran.id, hint: expect.stringMatching(/./) });
  if (cell.text !== undefined) expect(ran.text).toBe(cell.text);
  if (cell.warning) expect(ran.parts).toContainEqual(expect.objectContaining({ type: 'warning', code: cell.warning }));
  // One click, one request; and the flag says what the server's counter saw.
  expect(server.requests.length).toBe(1);
  expect(server.receivedBytes() > 0).toBe(ran.end.sent !== 'not-sent');
  const kept = await handlers.body({ id: ran.id, side: 'response', offset: 0, length: 4_194_304 }, { signal: never });
  if (cell.kept !== undefined) {
    expect(Buffer.from(kept.base64, 'base64').equals(Buffer.from(cell.kept as string))).toBe(true);
    expect(kept.totalBytes).toBe(Buffer.from(cell.kept as string).length);
  }
  const detail = await handlers.get({ id: ran.id }, { signal: never });
  expect(detail).toMatchObject({ state: cell.state, sent: ran.end.sent, failure: ran.end.error });
  // Read again from the record it tells the same.
  const again = collect(await all(handlers.watch({ id: ran.id }, { signal: never })));
  expect(again.end).toEqual(ran.end);
  expect(again.text).toBe(ran.text);
  // Nothing stays open.
  await bench.exchanges.close();
  await server.idle();
  return ran;
}

const body = JSON.stringify(completion());
const half = body.slice(0, 60);
const events = delta('Hel') + delta('lo');
const bomb = respond(200, { 'content-encoding': 'gzip' }, zlib.gzipSync(Buffer.alloc(80_000_000, ' ')));
const giantEvent = chunk(`data: {"choices":"${'x'.repeat(34 * 1024 * 1024)}`);

const unary: Cell[] = [
  {
    name: 'a whole answer',
    answer: ({ socket }) => socket.write(json(completion())),
    state: 'done',
    kept: body,
    text: 'Hello',
  },
  {
    name: '4: silence before the headers',
    answer: () => {},
    state: 'failed',
    code: 'headers-timeout',
    sent: 'maybe-processed',
    kept: '',
  },
  {
    name: '5: silence in the body',
    answer: ({ socket }) => socket.write(chunkedHead('application/json') + chunk(half)),
    state: 'interrupted',
    code: 'idle-timeout',
    kept: half,
  },
  {
    name: '7: a reset before any answer',
    answer: ({ socket }) => socket.resetAndDestroy(),
    state: 'failed',
    code: 'reset',
    sent: 'maybe-processed',
  },
  {
    name: '7: a close before any answer',
    answer: ({ socket }) => socket.end(),
    state: 'failed',
    code: 'reset',
    sent: 'maybe-processed',
  },
  {
    name: '8: a reset in the body',
    answer: ({ socket }) =>
      socket.write(chunkedHead('application/json') + chunk(half), () => setTimeout(() => socket.resetAndDestroy(), 20)),
    state: 'interrupted',
    code: 'reset',
    kept: half,
  },
  {
    name: '9: closed after complete JSON',
    answer: ({ socket }) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${body}`),
    state: 'done',
    kept: body,
  },
  {
    name: '9: closed inside JSON',
    answer: ({ socket }) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${half}`),
    state: 'failed',
    code: 'truncated',
    kept: half,
  },
  {
    name: '10: an error with status 200',
    answer: ({ socket }) => socket.write(json({ error: { message: 'no channel', type: 'new_api_error', code: 'x' } })),
    state: 'failed',
    code: 'in-band',
  },
  {
    name: '11: malformed JSON',
    answer: ({ socket }) => socket.write(respond(200, { 'content-type': 'application/json' }, '{"id": nope}')),
    state: 'failed',
    code: 'bad-json',
    kept: '{"id": nope}',
  },
  {
    name: '13: invalid UTF-8 inside JSON',
    answer: ({ socket }) =>
      socket.write(
        respond(
          200,
          {},
          Buffer.concat([
            Buffer.from(body.slice(0, -2)),
            Buffer.from([0x2c, 0x22, 0x78, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d, 0x7d]),
          ]),
        ),
      ),
    state: 'done-with-warnings',
    warning: 'invalid-utf8',
  },
  {
    name: '14: a decompression bomb',
    answer: ({ socket }) => socket.write(bomb),
    state: 'failed',
    code: 'too-large',
  },
  {
    name: '15: cut compression',
    answer: ({ socket }) =>
      socket.write(respond(200, { 'content-encoding': 'gzip' }, zlib.gzipSync(body).subarray(0, -12))),
    state: 'failed',
    code: 'encoding',
  },
  {
    name: '15: unknown compression',
    answer: ({ socket }) => socket.write(respond(200, { 'content-encoding': 'rot13' }, body)),
    state: 'failed',
    code: 'encoding',
    kept: body,
  },
  {
    name: '16: a page with status 200',
    answer: ({ socket }) =>
      socket.write(respond(200, { 'content-type': 'text/html' }, '<!doctype html><title>Sign in</title>')),
    state: 'failed',
    code: 'not-json',
    words: /Sign in/,
  },
  {
    name: '30: fewer bytes than announced',
    answer: ({ socket }) => socket.end(respond(200, { 'content-length': '9000' }, body)),
    state: 'interrupted',
    code: 'truncated',
    kept: body,
    words: /of 9000 bytes/,
  },
  {
    name: '30: more bytes than announced, cut inside JSON',
    answer: ({ socket }) => socket.write(respond(200, { 'content-length': '60' }, body)),
    state: 'failed',
    code: 'truncated',
    kept: half,
  },
  {
    name: '30: more bytes than announced, after complete JSON',
    answer: ({ socket }) => socket.write(respond(200, { 'content-length': String(body.length) }, `${body}\n\nmore`)),
    state: 'done-with-warnings',
    warning: 'surplus-bytes',
    kept: body,
  },
  {
    name: '32: not HTTP',
    answer: ({ socket }) => socket.write('SSH-2.0-OpenSSH\r\n'),
    state: 'failed',
    code: 'protocol',
    sent: 'maybe-processed',
    words: /SSH-2\.0/,
  },
  {
    name: '33: 204',
    answer: ({ socket }) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'),
    state: 'failed',
    code: 'empty',
    kept: '',
  },
  {
    name: '33: 200 and nothing',
    answer: ({ socket }) => socket.write(respond(200, {}, '')),
    state: 'failed',
    code: 'empty',
  },
];

test.each(unary)('unary: $name', async (cell) => {
  await check(cell, false);
});

const statuses: [number, FailureCode, SentFlag][] = [
  [400, 'rejected', 'answered'],
  [401, 'auth', 'answered'],
  [403, 'forbidden', 'answered'],
  [404, 'not-found', 'answered'],
  [413, 'too-big-for-server', 'answered'],
  [415, 'unsupported-media', 'answered'],
  [422, 'rejected', 'answered'],
  [429, 'rate-limited', 'answered'],
  [500, 'server', 'answered'],
  [502, 'upstream', 'maybe-processed'],
  [503, 'overloaded', 'answered'],
  [504, 'upstream', 'maybe-processed'],
];
for (const stream of [false, true])
  test.each(statuses)(`18-29: status %i ${stream ? 'for a stream' : ''}`, async (status, code, sent) => {
    const said = JSON.stringify({ error: { message: 'the reason', type: 'x' } });
    const ran = await check(
      {
        name: '',
        // Errors for streams carry the label of a stream.
        answer: ({ socket }) =>
          socket.write(respond(status, { 'content-type': 'text/event-stream', 'retry-after': '7' }, said)),
        state: 'failed',
        code,
        sent,
        kept: said,
      },
      stream,
    );
    expect(ran.end.error).toMatchObject({ status, gatewayMessage: 'the reason' });
    if (status === 429) expect(ran.end.error?.retryAfterMs).toBe(7000);
  });

const sse: Cell[] = [
  {
    name: 'a whole stream',
    answer: streamed(events, finish, done),
    state: 'done',
    kept: events + finish + done,
    text: 'Hello',
  },
  {
    name: '4: silence before the headers',
    answer: () => {},
    state: 'failed',
    code: 'headers-timeout',
    sent: 'maybe-processed',
  },
  {
    name: '5: silence in the middle',
    answer: ({ socket }) => socket.write(chunkedHead() + chunk(events)),
    state: 'interrupted',
    code: 'idle-timeout',
    kept: events,
    text: 'Hello',
    words: /5 characters in 2 events/,
  },
  {
    name: '8: a reset in the middle',
    answer: ({ socket }) =>
      socket.write(chunkedHead() + chunk(events), () => setTimeout(() => socket.resetAndDestroy(), 20)),
    state: 'interrupted',
    code: 'reset',
    kept: events,
    text: 'Hello',
  },
  {
    name: '8: a reset after the finish reason',
    answer: ({ socket }) =>
      socket.write(chunkedHead() + chunk(events + finish), () => setTimeout(() => socket.resetAndDestroy(), 20)),
    state: 'done-with-warnings',
    warning: 'no-end-mark',
    text: 'Hello',
  },
  {
    name: '9: an end without a terminal event',
    answer: streamed(events),
    state: 'interrupted',
    code: 'no-terminal',
    kept: events,
    text: 'Hello',
  },
  {
    name: '9: [DONE] without a finish reason',
    answer: streamed(events, done),
    state: 'interrupted',
    code: 'no-terminal',
    text: 'Hello',
  },
  {
    name: '9: a finish reason without [DONE]',
    answer: streamed(events, finish),
    state: 'done-with-warnings',
    text: 'Hello',
  },
  {
    name: '10: an error in the middle',
    answer: streamed(events, 'data: {"error":{"message":"upstream died","type":"upstream_error"}}\n\n', done),
    state: 'failed',
    code: 'in-band',
    text: 'Hello',
    words: /./,
  },
  {
    name: '11: one malformed event',
    answer: streamed(delta('Hel'), 'data: {"choices": nope\n\n', delta('lo'), finish, done),
    state: 'done-with-warnings',
    warning: 'bad-event',
    text: 'Hello',
  },
  {
    name: '11: only malformed events',
    answer: streamed(...Array.from({ length: 9 }, () => 'data: nope\n\n')),
    state: 'failed',
    code: 'bad-json',
  },
  {
    name: '12: an event without end',
    answer: ({ socket }) => {
      socket.write(chunkedHead() + chunk(events));
      socket.write(giantEvent);
    },
    state: 'interrupted',
    code: 'too-large',
    text: 'Hello',
  },
  {
    name: '13: a character cut by a chunk border',
    answer: streamed(...[...Buffer.from(delta('grüße'))].map((byte) => Buffer.from([byte])), finish, done),
    state: 'done',
    text: 'grüße',
  },
  {
    name: '15: cut compression',
    answer: ({ socket }) => {
      socket.write(chunkedHead('text/event-stream', 'content-encoding: gzip\r\n'));
      const gzip = zlib.createGzip();
      gzip.write(events);
      gzip.flush(() => {
        socket.write(chunk(gzip.read() as Buffer));
        socket.write(lastChunk);
      });
    },
    state: 'interrupted',
    code: 'encoding',
    kept: events,
    text: 'Hello',
  },
  {
    name: '16: JSON instead of a stream',
    answer: ({ socket }) => socket.write(json(completion())),
    state: 'done-with-warnings',
    warning: 'json-for-stream',
    text: 'Hello',
  },
  {
    name: '16: a page instead of a stream',
    answer: ({ socket }) => socket.write(respond(200, { 'content-type': 'text/html' }, '<html><title>Console</title>')),
    state: 'failed',
    code: 'not-json',
  },
  {
    name: '30: a length that is too long, after the terminal event',
    answer: ({ socket }) => socket.end(respond(200, { 'content-length': '9000' }, events + finish + done)),
    state: 'done-with-warnings',
    warning: 'no-end-mark',
    text: 'Hello',
  },
  {
    name: '30: a length that is too long, before it',
    answer: ({ socket }) => socket.end(respond(200, { 'content-length': '9000' }, events)),
    state: 'interrupted',
    code: 'truncated',
    text: 'Hello',
  },
  {
    name: '32: a damaged chunk',
    answer: ({ socket }) => socket.write(`${chunkedHead()}${chunk(events)}zz\r\n`),
    state: 'interrupted',
    code: 'protocol',
    text: 'Hello',
  },
  { name: '33: no events', answer: streamed(': nothing\n\n'), state: 'failed', code: 'empty' },
];

test.each(sse)('stream: $name', async (cell) => {
  await check(cell, true);
});

test('1: nothing listens', async () => {
  const server = await startWireServer(() => {});
  const bench = startBench(server.url);
  closers.push(() => bench.close());
  await server.close();
  const { end, parts } = collect(await all(bench.exchanges.perform(bench.draft(), { signal: never, repeat: false })));
  expect(end).toMatchObject({ state: 'failed', sent: 'not-sent', error: { code: 'refused', retryable: true } });
  expect(end.error?.message).toContain(`127.0.0.1:${server.port}`);
  expect(parts.some(({ type }) => type === 'answer-start')).toBe(false);
  // The request is kept all the same.
  const kept = await bench.exchanges.handlers.body(
    { id: end.exchangeId, side: 'request', offset: 0, length: 1000 },
    { signal: never },
  );
  expect(Buffer.from(kept.base64, 'base64').toString()).toBe(bench.draft().body.kind === 'json' ? chatBody().text : '');
});

test('2: a name that nobody knows', async () => {
  const bench = startBench('https://no-such-gateway.invalid');
  closers.push(() => bench.close());
  const { end } = collect(await all(bench.exchanges.perform(bench.draft(), { signal: never, repeat: false })));
  expect(end).toMatchObject({ state: 'failed', sent: 'not-sent', error: { code: 'dns' } });
  expect(end.error?.message).toMatch(/no-such-gateway\.invalid.*\((ENOTFOUND|EAI_AGAIN)\)/);
});

test('4: a server that accepts and never answers the TLS handshake', async () => {
  const server = await startWireServer(() => {});
  const bench = startBench(`https://127.0.0.1:${server.port}`, {
    deadlines: (_, planned) => ({ ...planned, connectMs: 100 }),
  });
  closers.push(() => server.close());
  closers.push(() => bench.close());
  const { end } = collect(await all(bench.exchanges.perform(bench.draft(), { signal: never, repeat: false })));
  expect(end).toMatchObject({ state: 'failed', sent: 'not-sent', error: { code: 'connect-timeout' } });
  expect(server.requests.length).toBe(0);
  await server.idle();
});

test('6: a slow drip of comments is alive, and cancelling it keeps everything', async () => {
  const server = await startWireServer(({ socket }) => {
    socket.write(chunkedHead() + chunk(events));
    const drip = setInterval(() => socket.write(chunk(': ping\n\n')), 50);
    socket.on('close', () => clearInterval(drip));
  });
  const bench = startBench(server.url);
  closers.push(() => server.close());
  closers.push(() => bench.close());
  const parts = [];
  let timer: NodeJS.Timeout | undefined;
  for await (const part of bench.exchanges.handlers.run(bench.draft({ body: chatBody({ stream: true }) }), {
    signal: never,
  })) {
    parts.push(part);
    // Longer than the idle limit: only the pings keep it alive.
    if (part.type === 'run-start')
      timer = setTimeout(() => void bench.exchanges.handlers.cancel({ id: part.exchangeId }, { signal: never }), 700);
  }
  clearTimeout(timer);
  const { end, text } = collect(parts);
  expect(end).toMatchObject({ state: 'cancelled', sent: 'answered', error: { code: 'aborted' } });
  expect(text).toBe('Hello');
  await server.idle();
});

test('35: a kept connection that the server closes under a request is not used twice by itself', async () => {
  const server = await startWireServer(({ socket, earlier }) =>
    earlier === 0 ? socket.write(json(completion())) : socket.destroy(),
  );
  const bench = startBench(server.url);
  closers.push(() => server.close());
  closers.push(() => bench.close());
  expect((await bench.run()).end.state).toBe('done');
  expect((await bench.run()).end).toMatchObject({ state: 'failed', sent: 'maybe-processed', error: { code: 'reset' } });
  expect(server.requests.length).toBe(2);
});

test.each([
  ['before the headers', () => {}],
  ['in the middle', ({ socket }: Received) => socket.write(chunkedHead() + chunk(events))],
])('36: cancelling %s closes the connection', async (when, answer) => {
  const server = await startWireServer(answer);
  const bench = startBench(server.url, { deadlines: (_, planned) => planned });
  closers.push(() => server.close());
  closers.push(() => bench.close());
  const parts = [];
  for await (const part of bench.exchanges.handlers.run(bench.draft({ body: chatBody({ stream: true }) }), {
    signal: never,
  })) {
    parts.push(part);
    const stage = part.type === 'progress' ? part.stage : part.type;
    if (stage === (when === 'in the middle' ? 'text-delta' : 'waiting'))
      void bench.exchanges.handlers.cancel({ id: (parts[0] as { exchangeId: string }).exchangeId }, { signal: never });
  }
  const { end } = collect(parts);
  expect(end).toMatchObject({
    state: 'cancelled',
    sent: when === 'in the middle' ? 'answered' : 'maybe-processed',
    error: { code: 'aborted' },
  });
  await server.idle();
});
