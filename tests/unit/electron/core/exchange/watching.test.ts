import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import type { EventRow } from '#shared/contract/exchanges.ts';
import type { Part } from '#shared/protocol/part.ts';
import { all, collect } from '../../../../support/exchange/bench.ts';
import { delta, done, finish } from '../../../../support/exchange/chat-wire.ts';
import { chunk, chunkedHead, lastChunk } from '../../../../support/exchange/wire-server.ts';
import { callContext, pausedResponse, setUp, stream, untilText, withoutTimes } from './set-up.ts';

test('leaving does not stop a run that may finish without a watcher', async () => {
  const { answer, resume: goOn } = pausedResponse();
  const { bench } = await setUp(answer);
  const id = await untilText(bench.exchanges.handlers.run(bench.draft(stream), callContext));
  goOn();
  const watched = collect(await all(bench.exchanges.handlers.watch({ id }, callContext)));
  expect(watched).toMatchObject({ text: 'first second', end: { state: 'done' } });
});

test('leaving stops a run that may not', async () => {
  const { answer } = pausedResponse();
  const { bench, server } = await setUp(answer);
  const options = { finishAlone: false };
  const id = await untilText(bench.exchanges.handlers.run(bench.draft({ ...stream, options }), callContext));
  await server.idle();
  const watched = collect(await all(bench.exchanges.handlers.watch({ id }, callContext)));
  expect(watched).toMatchObject({ text: 'first ', end: { state: 'cancelled', error: { code: 'aborted' } } });
});

test('a draft sent twice under one id is sent once, during the run and after it', async () => {
  const { answer, resume: goOn } = pausedResponse();
  const { bench, server } = await setUp(answer);
  const { handlers } = bench.exchanges;
  const draft = { ...bench.draft(stream), exchangeId: '0b9c3f7e-51d4-4c1a-9e53-7f0b8a2d6c41' };
  // The caller's connection breaks before the first part.
  const leaving = new AbortController();
  const unread = handlers.run(draft, { signal: leaving.signal });
  leaving.abort();
  expect(await all(unread)).toEqual([]);
  const live = all(handlers.run(draft, callContext));
  await untilText(handlers.watch({ id: draft.exchangeId }, callContext));
  goOn();
  const [second, third] = [collect(await live), collect(await all(handlers.run(draft, callContext)))];
  for (const { id, text, end } of [second, third])
    expect({ id, text, state: end.state }).toEqual({ id: draft.exchangeId, text: 'first second', state: 'done' });
  expect(server.requests).toHaveLength(1);
  // A replay is made from what was stored, and is a new request.
  const { draft: kept } = await handlers.get({ id: draft.exchangeId }, callContext);
  expect(kept).not.toHaveProperty('exchangeId');
});

test("the caller's signal ends the parts, and the run too unless it may finish without a watcher", async () => {
  for (const finishAlone of [true, false]) {
    const { answer, resume: goOn, begun } = pausedResponse();
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
    const { end } = collect(await all(bench.exchanges.handlers.watch({ id }, callContext)));
    expect(end.state).toBe(finishAlone ? 'done' : 'cancelled');
  }
});

test('several watchers see the same parts from the first on, however late they join', async () => {
  const { answer, begun, resume: goOn } = pausedResponse();
  const { bench } = await setUp(answer);
  const { handlers } = bench.exchanges;
  const parts: Part[] = [];
  const late = Promise.withResolvers<Part[]>();
  const running = (async () => {
    for await (const part of handlers.run(bench.draft(stream), callContext)) {
      parts.push(part);
      if (part.type !== 'text-delta' || parts.some(({ type }) => type === 'finish')) continue;
      const { exchangeId: id } = parts[0] as { exchangeId: string };
      all(handlers.watch({ id }, callContext)).then(late.resolve, late.reject);
    }
  })();
  await begun;
  goOn();
  await running;
  const [first, second] = [collect(parts), collect(await late.promise)];
  expect(second.text).toBe(first.text);
  expect(second.end).toEqual(first.end);
  expect(second.parts[0]).toEqual(first.parts[0]);
  const replayed = collect(await all(handlers.watch({ id: first.id }, callContext)));
  expect(withoutTimes(replayed.parts)).toEqual(withoutTimes(first.parts));
});

test('a paused reader slows the socket, and still gets everything', async () => {
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
  for await (const part of bench.exchanges.handlers.run(bench.draft(stream), callContext)) {
    if (part.type !== 'text-delta') continue;
    if (characters === 0) {
      await new Promise((resolve) => setTimeout(resolve, 400));
      const before = written;
      await new Promise((resolve) => setTimeout(resolve, 150));
      asleep = written;
      // What the buffers on the way can take is written; then nothing more.
      expect(asleep).toBe(before);
    }
    characters += part.text.length;
  }
  expect(asleep).toBeLessThan(count);
  expect(characters).toBe(count * 200);
});

test('events are derived from the bytes, with their arrival, live and afterwards', async () => {
  const { answer, resume: goOn } = pausedResponse();
  const { bench } = await setUp(answer);
  const { handlers } = bench.exchanges;
  const id = await untilText(handlers.run(bench.draft(stream), callContext));
  const live: EventRow[] = [];
  for await (const row of handlers.events({ id, from: 0 }, callContext)) {
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
  await all(handlers.watch({ id }, callContext));
  expect(await all(handlers.events({ id, from: 0 }, callContext))).toEqual(live);
  expect(await all(handlers.events({ id, from: 2 }, callContext))).toEqual(live.slice(2));
  const chunks = await handlers.chunks({ id }, callContext);
  expect(chunks.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBe(
    (await handlers.body({ id, side: 'response', offset: 0, length: 1 }, callContext)).totalBytes,
  );
});

test('leaving the events of a running exchange ends them', async () => {
  const { answer, resume: goOn } = pausedResponse();
  const { bench } = await setUp(answer);
  const id = await untilText(bench.exchanges.handlers.run(bench.draft(stream), callContext));
  const leaving = new AbortController();
  const rows: EventRow[] = [];
  for await (const row of bench.exchanges.handlers.events({ id, from: 0 }, { signal: leaving.signal })) {
    rows.push(row);
    setImmediate(() => leaving.abort());
  }
  expect(rows.length).toBe(1);
  goOn();
});

test('a stream held back by a proxy is reported as such', async () => {
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
  expect((await bench.exchanges.handlers.get({ id }, callContext)).warnings).toMatchObject([{ code: 'proxy-buffers' }]);
});

test('counts the events of the wire while they arrive, at the end, and in every later replay', async () => {
  const { answer, resume: goOn } = pausedResponse();
  const { bench } = await setUp(answer);
  const { handlers } = bench.exchanges;
  const draft = { ...bench.draft(stream), exchangeId: '1d3b5f7a-0c2e-4a6b-8d9f-a1b2c3d4e5f6' };
  setTimeout(goOn, 300);
  const parts = await all(handlers.run(draft, callContext));
  const { id } = collect(parts);
  const rows = await all(handlers.events({ id, from: 0 }, callContext));
  const counts = parts.flatMap((part) => (part.type === 'progress' && part.events !== undefined ? part.events : []));
  expect(counts.length).toBeGreaterThan(0);
  expect(counts.every((count) => count > 0 && count <= rows.length)).toBe(true);
  const { events } = await handlers.get({ id }, callContext);
  const replayed = collect(await all(handlers.watch({ id }, callContext)));
  expect([events, collect(parts).end.events, replayed.end.events]).toEqual([rows.length, rows.length, rows.length]);
});
