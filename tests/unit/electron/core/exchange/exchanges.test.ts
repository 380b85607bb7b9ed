import { Buffer } from 'node:buffer';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { Part } from '#shared/protocol/part.ts';
import { all, type Bench, chatBody, collect, never, startBench } from '../../../../support/exchange/bench.ts';
import { completion } from '../../../../support/exchange/chat-wire.ts';
import { json, respond } from '../../../../support/exchange/wire-server.ts';
import { callContext, pausedResponse, setUp, stream } from './set-up.ts';

test('an unstreamed response: record, summary, draft and bodies', async () => {
  const { bench } = await setUp(({ socket }) => socket.write(json(completion())));
  const { end, id, text } = await bench.run();
  expect(text).toBe('Hello');
  expect(end).toMatchObject({ state: 'done', finishReason: 'stop', sent: 'answered', error: null });
  const detail = await bench.exchanges.handlers.get({ id }, callContext);
  expect(detail).toMatchObject({
    routeId: 'chat.completions',
    connectionName: 'Test gateway',
    keyAlias: 'test key',
    model: 'm-1',
    method: 'POST',
    state: 'done',
    status: 200,
    finishReason: 'stop',
    events: 1,
    request: { mediaType: 'application/json', bodyBytes: chatBody().text.length },
    response: { status: 200, httpVersion: '1.1', mediaType: 'application/json' },
    usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 },
    timeline: end.timeline,
    failure: null,
    draft: bench.draft(),
  });
  expect(detail.request.headers).toEqual([
    ['Host', new URL(bench.connection.baseAddress).host],
    ['Connection', 'keep-alive'],
    ['User-Agent', 'Patchbay/1.2.3'],
    ['Accept', 'application/json'],
    ['Accept-Encoding', 'gzip, deflate, br, zstd'],
    ['Content-Type', 'application/json'],
    ['Authorization', 'Bearer [redacted key]'],
    ['Content-Length', String(chatBody().text.length)],
  ]);
  expect(end.timeline.receivedBytes).toBe(json(completion()).length);
  const body = bench.exchanges.handlers.body({ id, side: 'response', offset: 5, length: 10 }, callContext);
  expect(await body).toEqual({
    totalBytes: JSON.stringify(completion()).length,
    offset: 5,
    base64: Buffer.from(JSON.stringify(completion()).slice(5, 15)).toString('base64'),
  });
});

test('the request is on disk before its first byte is sent', async () => {
  let seen: unknown;
  const { bench } = await setUp(({ socket }) => {
    // As another process would see it.
    const other = new DatabaseSync(path.join(bench.folder, 'patchbay.db'), { readOnly: true });
    seen = other.prepare('SELECT state, model FROM exchanges').get();
    other.close();
    socket.write(json(completion()));
  });
  await bench.run();
  expect({ ...(seen as object) }).toEqual({ state: 'running', model: 'm-1' });
});

test('the preview matches what is sent', async () => {
  const { bench, server } = await setUp(({ socket }) => socket.write(json(completion())));
  const preview = await bench.exchanges.handlers.preview(bench.draft(stream), callContext);
  expect(preview).toMatchObject({ method: 'POST', problem: null, bodyBytes: stream.body.text.length });
  await bench.run(stream);
  const [request] = server.requests;
  expect(preview.address).toBe(server.url + request?.target);
  expect(request?.headers.map(([name, value]) => [name, value.replace(/^Bearer .*/, 'Bearer [redacted key]')])).toEqual(
    preview.headers,
  );
  expect((await request?.body)?.toString()).toBe(stream.body.text);
});

test('a preview names what is wrong and sends nothing', async () => {
  const { bench, server } = await setUp(() => {});
  const problem = async (input: Parameters<Bench['draft']>[0]) =>
    (await bench.exchanges.handlers.preview(bench.draft(input), callContext)).problem;
  expect(await problem({ body: { kind: 'json', text: '{"model": }' } })).toMatchObject({
    code: 'bad-draft',
    message: expect.stringContaining('line 1, column 11'),
  });
  expect(await problem({ body: { kind: 'json', text: '{"model":"m"}' } })).toMatchObject({
    code: 'bad-draft',
    param: 'messages',
  });
  expect(await problem({ connectionId: 'gone' })).toMatchObject({ code: 'not-found-here' });
  expect(await problem({ keyId: 'gone' })).toMatchObject({ code: 'no-key' });
  expect(await problem({ body: { kind: 'json', text: '{"contents":[]}' } })).toMatchObject({
    code: 'misuse',
    param: 'contents',
  });
  expect(server.receivedBytes()).toBe(0);
});

test('a refused draft ends as a part, is recorded, and sends nothing', async () => {
  const { bench, server } = await setUp(() => {});
  const { end, id, parts } = await bench.run({ body: { kind: 'json', text: '{"contents":[{}]}' } });
  expect(parts[0]).toMatchObject({ type: 'run-start' });
  expect(end).toMatchObject({ state: 'failed', sent: 'not-sent', error: { code: 'misuse', exchangeId: id } });
  expect((await bench.exchanges.handlers.get({ id }, callContext)).draft?.body).toMatchObject({
    text: '{"contents":[{}]}',
  });
  expect(server.receivedBytes()).toBe(0);
  const allowed = bench.run({ body: { kind: 'json', text: '{"contents":[{}]}' }, options: { allowMisuse: true } });
  await new Promise<void>((resolve) => {
    const look = setInterval(() => {
      if (server.requests.length === 0) return;
      clearInterval(look);
      resolve();
    }, 5);
  });
  server.requests[0]?.socket.write(json(completion()));
  expect((await allowed).end.state).toBe('done');
});

test('perform runs for the core itself: no draft is saved, nothing is recorded unless requested', async () => {
  const { bench } = await setUp(({ socket }) => socket.write(json({ data: [{ id: 'm-1' }] })));
  const draft = bench.draft({ routeId: 'models', body: { kind: 'none' } });
  const silent = collect(await all(bench.exchanges.perform(draft, { signal: never, record: false })));
  expect(silent.end.state).toBe('done');
  expect(await bench.exchanges.handlers.list({ limit: 10 }, callContext)).toEqual([]);
  const kept = collect(await all(bench.exchanges.perform(draft, { signal: never })));
  expect((await bench.exchanges.handlers.get({ id: kept.id }, callContext)).draft).toBeNull();
});

test('leaving or aborting perform cancels it', async () => {
  for (const how of ['leave', 'abort']) {
    const { answer } = pausedResponse();
    const { bench, server } = await setUp(answer);
    const stop = new AbortController();
    let last: Part | undefined;
    for await (const part of bench.exchanges.perform(bench.draft(stream), { signal: stop.signal })) {
      last = part;
      if (part.type !== 'text-delta') continue;
      if (how === 'leave') break;
      stop.abort();
    }
    if (how === 'abort') expect(last).toMatchObject({ type: 'run-end', state: 'cancelled' });
    await server.idle();
  }
});

test('an address without https is refused for a key until the user accepts it', async () => {
  const bench = startBench('http://gateway.invalid');
  onTestFinished(() => bench.close());
  expect((await bench.run()).end).toMatchObject({ sent: 'not-sent', error: { code: 'insecure-address' } });
  bench.connection.acceptedInsecure = true;
  const { end } = collect(await all(bench.exchanges.perform(bench.draft(), { signal: never, repeat: false })));
  expect(end.error?.code).toBe('dns');
});

test('a key that is bound to another origin, disabled or unreadable is not sent', async () => {
  const { bench, server } = await setUp(() => {});
  for (const change of [
    { origin: 'https://elsewhere.test' },
    { state: 'other-origin' },
    { state: 'enter-again' },
    { enabled: false },
  ] as const) {
    const before = { ...bench.key };
    Object.assign(bench.key, change);
    expect((await bench.run()).end).toMatchObject({ sent: 'not-sent', error: { code: 'no-key' } });
    Object.assign(bench.key, before);
  }
  expect(server.receivedBytes()).toBe(0);
});

test('a connection without keys sends without a credential', async () => {
  const { bench, server } = await setUp(({ socket }) => socket.write(json(completion())), { secret: null });
  expect((await bench.run()).end.state).toBe('done');
  expect(server.requests[0]?.head).not.toMatch(/authorization/i);
});

test('a gateway error is classified by its body, and the raw response is kept', async () => {
  const { bench } = await setUp(({ socket }) =>
    socket.write(
      respond(503, { 'x-oneapi-request-id': 'req-7' }, '{"error":{"message":"no channel","code":"model_not_found"}}'),
    ),
  );
  const { end } = await bench.run();
  expect(end.error).toMatchObject({ code: 'model-not-found', status: 503, requestId: 'req-7' });
});
