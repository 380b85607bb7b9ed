import { Buffer } from 'node:buffer';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import type { EventRow } from '../../../../../shared/contract/exchanges.ts';
import type { Part } from '../../../../../shared/routes/part.ts';
import { all, type Bench, chatBody, collect, memoryFile, never, type Ran, startBench } from './bench.ts';
import { completion, delta, done, finish, streamed } from './chat-wire.ts';
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

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function setUp(
  answer: (request: Received) => unknown,
  change: Parameters<typeof startBench>[1] = {},
): Promise<{ server: WireServer; bench: Bench }> {
  const server = await startWireServer(answer);
  closers.push(() => server.close());
  const bench = startBench(server.url, change);
  closers.push(() => bench.close());
  return { server, bench };
}

const asked = { signal: never };
const stream = { body: chatBody({ stream: true }) };

/** A stream that goes on when the test says so. */
function held() {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const answer = async ({ socket }: Received) => {
    socket.write(chunkedHead() + chunk(delta('first ')));
    begun.resolve();
    await gate.promise;
    socket.write(Buffer.concat([chunk(delta('second') + finish + done), Buffer.from(lastChunk)]));
  };
  return { answer, begun: begun.promise, goOn: gate.resolve };
}

/** Reads a run until some text is there; leaves the loop if `leave` is set. */
async function untilText(parts: AsyncIterable<Part>): Promise<string> {
  let id = '';
  for await (const part of parts) {
    if (part.type === 'run-start') id = part.exchangeId;
    if (part.type === 'text-delta') break;
  }
  return id;
}

const withoutTimes = (parts: Part[]) => parts.filter(({ type }) => type !== 'progress');

test('an unstreamed answer: record, summary, draft and bodies', async () => {
  const { bench } = await setUp(({ socket }) => socket.write(json(completion())));
  const { end, id, text } = await bench.run();
  expect(text).toBe('Hello');
  expect(end).toMatchObject({ state: 'done', finishReason: 'stop', sent: 'answered', error: null });
  const detail = await bench.exchanges.handlers.get({ id }, asked);
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
  const body = bench.exchanges.handlers.body({ id, side: 'response', offset: 5, length: 10 }, asked);
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

test('the preview is what is sent', async () => {
  const { bench, server } = await setUp(({ socket }) => socket.write(json(completion())));
  const preview = await bench.exchanges.handlers.preview(bench.draft(stream), asked);
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
    (await bench.exchanges.handlers.preview(bench.draft(input), asked)).problem;
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
  expect((await bench.exchanges.handlers.get({ id }, asked)).draft?.body).toMatchObject({ text: '{"contents":[{}]}' });
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

test('leaving does not stop a run that may finish alone', async () => {
  const { answer, goOn } = held();
  const { bench } = await setUp(answer);
  const id = await untilText(bench.exchanges.handlers.run(bench.draft(stream), asked));
  goOn();
  const watched = collect(await all(bench.exchanges.handlers.watch({ id }, asked)));
  expect(watched).toMatchObject({ text: 'first second', end: { state: 'done' } });
});

test('leaving stops a run that may not', async () => {
  const { answer } = held();
  const { bench, server } = await setUp(answer);
  const options = { finishAlone: false };
  const id = await untilText(bench.exchanges.handlers.run(bench.draft({ ...stream, options }), asked));
  await server.idle();
  const watched = collect(await all(bench.exchanges.handlers.watch({ id }, asked)));
  expect(watched).toMatchObject({ text: 'first ', end: { state: 'cancelled', error: { code: 'aborted' } } });
});

test('the signal of the asker ends the parts, and with it the run if it may not finish alone', async () => {
  for (const finishAlone of [true, false]) {
    const { answer, goOn, begun } = held();
    const { bench } = await setUp(answer);
    const leaving = new AbortController();
    const parts: Part[] = [];
    const draft = bench.draft({ ...stream, options: { finishAlone } });
    const reading = (async () => {
      for await (const part of bench.exchanges.handlers.run(draft, { signal: leaving.signal })) parts.push(part);
    })();
    await begun;
    leaving.abort();
    await reading;
    goOn();
    expect(parts.some(({ type }) => type === 'run-end')).toBe(false);
    const id = (parts[0] as { exchangeId: string }).exchangeId;
    const { end } = collect(await all(bench.exchanges.handlers.watch({ id }, asked)));
    expect(end.state).toBe(finishAlone ? 'done' : 'cancelled');
  }
});

test('several watchers see the same, from the first part on, however late they come', async () => {
  const { answer, begun, goOn } = held();
  const { bench } = await setUp(answer);
  const { handlers } = bench.exchanges;
  const parts: Part[] = [];
  const late = Promise.withResolvers<Part[]>();
  const running = (async () => {
    for await (const part of handlers.run(bench.draft(stream), asked)) {
      parts.push(part);
      if (part.type !== 'text-delta' || parts.some(({ type }) => type === 'finish')) continue;
      const { exchangeId: id } = parts[0] as { exchangeId: string };
      all(handlers.watch({ id }, asked)).then(late.resolve, late.reject);
    }
  })();
  await begun;
  goOn();
  await running;
  const [first, second] = [collect(parts), collect(await late.promise)];
  expect(second.text).toBe(first.text);
  expect(second.end).toEqual(first.end);
  expect(second.parts[0]).toEqual(first.parts[0]);
  const replayed = collect(await all(handlers.watch({ id: first.id }, asked)));
  expect(withoutTimes(replayed.parts)).toEqual(withoutTimes(first.parts));
});

test('a reader that sleeps slows the socket, and still gets everything', async () => {
  const count = 60_000;
  let written = 0;
  const piece = delta('x'.repeat(200));
  const { bench } = await setUp(({ socket }) => {
    socket.write(chunkedHead());
    const more = () => {
      while (written < count) {
        written += 1;
        if (!socket.write(chunk(piece))) {
          socket.once('drain', more);
          return;
        }
      }
      socket.write(Buffer.concat([chunk(finish + done), Buffer.from(lastChunk)]));
    };
    more();
  });
  let asleep = 0;
  let characters = 0;
  for await (const part of bench.exchanges.handlers.run(bench.draft(stream), asked)) {
    if (part.type !== 'text-delta') continue;
    if (characters === 0) {
      await new Promise((resolve) => setTimeout(resolve, 400));
      const before = written;
      await new Promise((resolve) => setTimeout(resolve, 150));
      asleep = written;
      // What the buffers on the way hold is written; then nothing more.
      expect(asleep).toBe(before);
    }
    characters += part.text.length;
  }
  expect(asleep).toBeLessThan(count);
  expect(characters).toBe(count * 200);
});

test('events are derived from the bytes, with their arrival, live and afterwards', async () => {
  const { answer, goOn } = held();
  const { bench } = await setUp(answer);
  const { handlers } = bench.exchanges;
  const id = await untilText(handlers.run(bench.draft(stream), asked));
  const live: EventRow[] = [];
  for await (const row of handlers.events({ id, from: 0 }, asked)) {
    live.push(row);
    if (live.length === 1) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      goOn();
    }
  }
  expect(live.map(({ index, kind, summary }) => [index, kind, summary])).toEqual([
    [0, 'answer-id', 'first '],
    [1, 'text-delta', 'second'],
    [2, 'finish', 'stop'],
    [3, 'end-mark', ''],
  ]);
  const [first, second] = live;
  expect(first?.data).toBe(delta('first ').slice('data: '.length).trim());
  expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThan(20);
  await all(handlers.watch({ id }, asked));
  expect(await all(handlers.events({ id, from: 0 }, asked))).toEqual(live);
  expect(await all(handlers.events({ id, from: 2 }, asked))).toEqual(live.slice(2));
  const chunks = await handlers.chunks({ id }, asked);
  expect(chunks.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBe(
    (await handlers.body({ id, side: 'response', offset: 0, length: 1 }, asked)).totalBytes,
  );
});

test('leaving the events of a running exchange ends them', async () => {
  const { answer, goOn } = held();
  const { bench } = await setUp(answer);
  const id = await untilText(bench.exchanges.handlers.run(bench.draft(stream), asked));
  const leaving = new AbortController();
  const rows: EventRow[] = [];
  for await (const row of bench.exchanges.handlers.events({ id, from: 0 }, { signal: leaving.signal })) {
    rows.push(row);
    setImmediate(() => leaving.abort());
  }
  expect(rows.length).toBe(1);
  goOn();
});

test('a request that was not sent is tried twice more, each time as an exchange of its own', async () => {
  const server = await startWireServer(({ socket }) => socket.write(json(completion())));
  const bench = startBench(server.url);
  closers.push(() => bench.close());
  await server.close();
  const { parts, end } = await bench.run();
  const starts = parts.filter((part) => part.type === 'run-start');
  expect(starts.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  expect(parts.filter(({ type }) => type === 'warning').length).toBe(2);
  expect(parts).toContainEqual(
    expect.objectContaining({ code: 'retried', message: expect.stringMatching(/attempt 2 of 3/) }),
  );
  expect(end).toMatchObject({ state: 'failed', sent: 'not-sent', exchangeId: starts[2]?.exchangeId });
  const list = await bench.exchanges.handlers.list({ limit: 10 }, asked);
  expect(list.map(({ id, state, failureCode }) => [id, state, failureCode])).toEqual(
    starts.map(({ exchangeId }) => [exchangeId, 'failed', 'refused']).reverse(),
  );
  const third = await bench.exchanges.handlers.get({ id: end.exchangeId }, asked);
  expect(third.warnings).toEqual([
    { code: 'retried', message: `Attempt 3; the first was exchange ${starts[0]?.exchangeId}.` },
  ]);
});

test('cancelling while it waits for another attempt', async () => {
  const server = await startWireServer(() => {});
  const bench = startBench(server.url);
  closers.push(() => bench.close());
  await server.close();
  const parts: Part[] = [];
  for await (const part of bench.exchanges.handlers.run(bench.draft(), asked)) {
    parts.push(part);
    if (part.type === 'warning')
      void bench.exchanges.handlers.cancel({ id: (parts[0] as { exchangeId: string }).exchangeId }, asked);
  }
  expect(collect(parts).end).toMatchObject({ state: 'cancelled', sent: 'not-sent', error: { code: 'aborted' } });
  expect(parts.filter(({ type }) => type === 'run-start').length).toBe(1);
});

test('what creates nothing is asked for again after a reset; what may cost is not', async () => {
  let fails = 1;
  const { bench, server } = await setUp(({ socket }) => {
    if (fails-- > 0) socket.resetAndDestroy();
    else socket.write(json({ object: 'list', data: [{ id: 'm-1' }] }));
  });
  const listing = await bench.run({ routeId: 'models', body: { kind: 'none' } });
  expect(listing.end.state).toBe('done');
  expect(server.requests.length).toBe(2);
  fails = 1;
  expect((await bench.run()).end).toMatchObject({ state: 'failed', sent: 'maybe-processed' });
  expect(server.requests.length).toBe(3);
});

test('the history is listed, searched, paged, pinned and forgotten', async () => {
  const { bench } = await setUp(({ socket }) => socket.write(json(completion())));
  const { handlers } = bench.exchanges;
  const ids: string[] = [];
  for (const model of ['alpha', 'beta', 'gamma']) ids.push((await bench.run({ body: chatBody({ model }) })).id);
  ids.push((await bench.run({ routeId: 'models', body: { kind: 'none' } })).id);
  const newest = [...ids].reverse();
  const listed = async (filter: Partial<Parameters<typeof handlers.list>[0]> = {}) =>
    (await handlers.list({ limit: 100, ...filter }, asked)).map(({ id }) => id);
  expect(await listed()).toEqual(newest);
  expect(await listed({ text: ' BETA ' })).toEqual([ids[1]]);
  expect(await listed({ text: '%' })).toEqual([]);
  expect(await listed({ routeId: 'models' })).toEqual([ids[3]]);
  expect(await listed({ connectionId: 'other' })).toEqual([]);
  const [first, second] = await handlers.list({ limit: 2 }, asked);
  expect([first?.id, second?.id]).toEqual(newest.slice(0, 2));
  expect(await listed({ before: second?.startedAt ?? 0 })).toEqual(newest.slice(2));
  await handlers.pin({ id: ids[0] ?? '', pinned: true }, asked);
  expect((await handlers.get({ id: ids[0] ?? '' }, asked)).pinned).toBe(true);
  await handlers.forget({ ids: [ids[0] ?? '', ids[1] ?? ''] }, asked);
  expect(await listed()).toEqual(newest.slice(0, 2));
  expect(() => handlers.get({ id: ids[0] ?? '' }, asked)).toThrow(/no longer in the history/);
  expect(await all(handlers.watch({ id: ids[2] ?? '' }, asked)).then(collect)).toMatchObject({ text: 'Hello' });
});

test('forgetting a running exchange stops it first', async () => {
  const { answer } = held();
  const { bench, server } = await setUp(answer);
  const id = await untilText(bench.exchanges.handlers.run(bench.draft(stream), asked));
  await bench.exchanges.handlers.forget({ ids: [id] }, asked);
  await server.idle();
  expect(await bench.exchanges.handlers.list({ limit: 10 }, asked)).toEqual([]);
});

test('everything is there after a restart, and reads the same', async () => {
  const { bench } = await setUp(streamed(delta('Hel'), delta('lo'), finish, done));
  const ran = await bench.run(stream);
  const before = [
    await bench.exchanges.handlers.get({ id: ran.id }, asked),
    await all(bench.exchanges.handlers.events({ id: ran.id, from: 0 }, asked)),
    await bench.exchanges.handlers.snippet({ id: ran.id, language: 'curl' }, asked),
  ];
  await bench.restart();
  expect([
    await bench.exchanges.handlers.get({ id: ran.id }, asked),
    await all(bench.exchanges.handlers.events({ id: ran.id, from: 0 }, asked)),
    await bench.exchanges.handlers.snippet({ id: ran.id, language: 'curl' }, asked),
  ]).toEqual(before);
  const again = collect(await all(bench.exchanges.handlers.watch({ id: ran.id }, asked)));
  expect(withoutTimes(again.parts)).toEqual(withoutTimes(ran.parts));
});

test('closing cancels what runs, and records it', async () => {
  const { answer } = held();
  const { bench, server } = await setUp(answer);
  const id = await untilText(bench.exchanges.handlers.run(bench.draft(stream), asked));
  await bench.restart();
  await server.idle();
  expect(await bench.exchanges.handlers.get({ id }, asked)).toMatchObject({
    state: 'cancelled',
    failureCode: 'aborted',
  });
});

test('files inside a JSON body are sent as base64 in the place of their tokens, with an exact length', async () => {
  const { bench, server } = await setUp(async ({ socket, body }) => {
    await body;
    socket.write(json(completion()));
  });
  const bytes = Buffer.from(Array.from({ length: 100_001 }, (_, index) => (index * 7) % 256));
  bench.files.set('f1', memoryFile('a.png', 'image/png', bytes));
  bench.files.set('f2', memoryFile('b.png', 'image/png', Buffer.from('xy')));
  const messages = [{ role: 'user', content: ['@@one@@', '@@two@@', '@@one@@', 'grüße'] }];
  const inline = [
    { token: '@@one@@', fileId: 'f1' },
    { token: '@@two@@', fileId: 'f2' },
  ];
  const draft = { body: { ...chatBody({ messages }), inline } };
  const preview = await bench.exchanges.handlers.preview(bench.draft(draft), asked);
  const { end, id } = await bench.run(draft);
  expect(end.state).toBe('done');
  const sent = (await server.requests[0]?.body)?.toString() ?? '';
  expect(JSON.parse(sent).messages[0].content).toEqual([
    bytes.toString('base64'),
    'eHk=',
    bytes.toString('base64'),
    'grüße',
  ]);
  expect(preview.bodyBytes).toBe(Buffer.byteLength(sent));
  const detail = await bench.exchanges.handlers.get({ id }, asked);
  expect(detail.request.bodyBytes).toBe(Buffer.byteLength(sent));
  expect(detail.draft?.body).toEqual({ kind: 'json', text: draft.body.text, inline });
  bench.files.clear();
  expect((await bench.run(draft)).end).toMatchObject({ sent: 'not-sent', error: { code: 'bad-draft' } });
});

test('an upload is streamed with its progress, and its record names the file instead of holding it', async () => {
  const { bench, server } = await setUp(async ({ socket, body }) => {
    await body;
    socket.write(json({ text: 'done' }));
  });
  const bytes = Buffer.alloc(20_000_000, 'RIFF');
  bench.files.set('f1', {
    ...memoryFile('talk.wav', 'audio/wav', bytes),
    async *stream() {
      for (let at = 0; at < bytes.length; at += 1_000_000) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        yield bytes.subarray(at, at + 1_000_000);
      }
    },
  });
  const fields = [
    { kind: 'text' as const, name: 'model', value: 'm' },
    { kind: 'file' as const, name: 'file', fileId: 'f1' },
  ];
  const { parts, end, id } = await bench.run({ routeId: 'audio.transcriptions', body: { kind: 'form', fields } });
  expect(end.state).toBe('done');
  const sending = parts.flatMap((part) => (part.type === 'progress' && part.stage === 'sending' ? [part] : []));
  expect(sending.length).toBeGreaterThan(2);
  const counts = sending.map(({ sentBytes = 0 }) => sentBytes);
  expect(counts).toEqual([...counts].sort((first, second) => first - second));
  expect(sending.every(({ totalBytes }) => totalBytes === Number(server.requests[0]?.headers.at(-1)?.[1]))).toBe(true);
  const kept = await bench.exchanges.handlers.body({ id, side: 'request', offset: 0, length: 4_194_304 }, asked);
  expect(Buffer.from(kept.base64, 'base64').toString()).toContain('[20000000 bytes of talk.wav, audio/wav]');
  expect(kept.totalBytes).toBeLessThan(1000);
  expect((await server.requests[0]?.body)?.length).toBe(
    (await bench.exchanges.handlers.get({ id }, asked)).request.bodyBytes,
  );
});

test('perform runs for the core itself: no draft is kept, nothing is recorded unless asked', async () => {
  const { bench } = await setUp(({ socket }) => socket.write(json({ data: [{ id: 'm-1' }] })));
  const draft = bench.draft({ routeId: 'models', body: { kind: 'none' } });
  const silent = collect(await all(bench.exchanges.perform(draft, { signal: never, record: false })));
  expect(silent.end.state).toBe('done');
  expect(await bench.exchanges.handlers.list({ limit: 10 }, asked)).toEqual([]);
  const kept = collect(await all(bench.exchanges.perform(draft, { signal: never })));
  expect((await bench.exchanges.handlers.get({ id: kept.id }, asked)).draft).toBeNull();
});

test('leaving a performance or aborting it cancels it', async () => {
  for (const how of ['leave', 'abort']) {
    const { answer } = held();
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

test('an address without https is refused for a key until the person accepts it', async () => {
  const bench = startBench('http://gateway.invalid');
  closers.push(() => bench.close());
  expect((await bench.run()).end).toMatchObject({ sent: 'not-sent', error: { code: 'insecure-address' } });
  bench.connection.acceptedInsecure = true;
  const { end } = collect(await all(bench.exchanges.perform(bench.draft(), { signal: never, repeat: false })));
  expect(end.error?.code).toBe('dns');
});

test('a key that is bound to another origin, switched off or unreadable is not sent', async () => {
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

test('a stream that a proxy held back is said to be', async () => {
  const events = Array.from({ length: 30 }, (_, index) => delta(String(index))).join('');
  const { bench } = await setUp(
    ({ socket }) => {
      setTimeout(
        () =>
          socket.write(
            Buffer.concat([Buffer.from(chunkedHead()), chunk(events + finish + done), Buffer.from(lastChunk)]),
          ),
        1700,
      );
    },
    { deadlines: (_, planned) => planned },
  );
  const { parts, end, id } = await bench.run(stream);
  expect(parts).toContainEqual(expect.objectContaining({ type: 'warning', code: 'proxy-buffers' }));
  expect(end.state).toBe('done-with-warnings');
  expect((await bench.exchanges.handlers.get({ id }, asked)).warnings).toMatchObject([{ code: 'proxy-buffers' }]);
});

test('a disk that refuses does not break a run, and saving resumes', async () => {
  const { bench } = await setUp(streamed(delta('Hel'), delta('lo'), finish, done));
  const saved = await bench.run(stream);
  // No page may be added any more, as on a full disk.
  const pages = Number(Object.values(bench.db.sql.prepare('PRAGMA page_count').get() ?? {})[0]);
  bench.db.sql.exec(`PRAGMA max_page_count = ${pages}`);
  let ran: Ran | undefined;
  for (let index = 0; index < 40 && bench.troubles.length === 0; index += 1) ran = await bench.run(stream);
  expect(bench.troubles).toEqual([expect.stringMatching(/not being saved: the disk is full/)]);
  expect(ran).toMatchObject({ text: 'Hello', end: { state: 'done' } });
  const { handlers } = bench.exchanges;
  const id = ran?.id ?? '';
  expect((await handlers.list({ limit: 100 }, asked))[0]).toMatchObject({ id, state: 'done' });
  expect(await handlers.get({ id }, asked)).toMatchObject({ state: 'done', finishReason: 'stop' });
  expect(collect(await all(handlers.watch({ id }, asked))).text).toBe('Hello');
  expect(collect(await all(handlers.watch({ id: saved.id }, asked))).text).toBe('Hello');
  bench.db.sql.exec('PRAGMA max_page_count = 1000000');
  await bench.run(stream);
  expect(bench.troubles.at(-1)).toBeNull();
  await bench.restart();
  expect(collect(await all(bench.exchanges.handlers.watch({ id }, asked))).text).toBe('Hello');
});

test('a status of a gateway error is told by the body, and the raw answer is kept', async () => {
  const { bench } = await setUp(({ socket }) =>
    socket.write(
      respond(503, { 'x-oneapi-request-id': 'req-7' }, '{"error":{"message":"no channel","code":"model_not_found"}}'),
    ),
  );
  const { end } = await bench.run();
  expect(end.error).toMatchObject({ code: 'model-not-found', status: 503, requestId: 'req-7' });
});
