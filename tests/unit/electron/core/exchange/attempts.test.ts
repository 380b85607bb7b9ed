import { expect, onTestFinished, test } from 'vitest';
import type { Part } from '#shared/protocol/part.ts';
import { all, collect, startBench } from '../../../../support/exchange/bench.ts';
import { completion } from '../../../../support/exchange/chat-wire.ts';
import { json, startRecordingServer } from '../../../../support/exchange/wire-server.ts';
import { callContext, setUp } from './set-up.ts';

test('a request that was not sent is retried twice, each attempt as its own exchange', async () => {
  const server = await startRecordingServer(({ socket }) => socket.write(json(completion())));
  const bench = startBench(server.url);
  onTestFinished(() => bench.close());
  await server.close();
  const { parts, end } = await bench.run();
  const starts = parts.filter((part) => part.type === 'run-start');
  expect(starts.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  expect(parts.filter(({ type }) => type === 'warning').length).toBe(2);
  expect(parts).toContainEqual(
    expect.objectContaining({ code: 'retried', message: expect.stringMatching(/attempt 2 of 3/) }),
  );
  expect(end).toMatchObject({ state: 'failed', sent: 'not-sent', exchangeId: starts[2]?.exchangeId });
  // The failure is about the last attempt; what all of them took is said as well.
  expect(end.error?.message).toMatch(/ Tried 3 times in [\d.]+ s\.$/);
  const list = await bench.exchanges.handlers.list({ limit: 10 }, callContext);
  expect(list.map(({ id, state, failureCode }) => [id, state, failureCode])).toEqual(
    starts.map(({ exchangeId }) => [exchangeId, 'failed', 'refused']).reverse(),
  );
  const third = await bench.exchanges.handlers.get({ id: end.exchangeId }, callContext);
  expect(third.failure?.message).toBe(end.error?.message);
  expect(third.warnings).toEqual([
    { code: 'retried', message: `Attempt 3. The first was request ${starts[0]?.exchangeId}.` },
  ]);
});

test('cancels while waiting for another attempt', async () => {
  const server = await startRecordingServer(() => {});
  const bench = startBench(server.url);
  onTestFinished(() => bench.close());
  await server.close();
  const parts: Part[] = [];
  for await (const part of bench.exchanges.handlers.run(bench.draft(), callContext)) {
    parts.push(part);
    if (part.type === 'warning')
      void bench.exchanges.handlers.cancel({ id: (parts[0] as { exchangeId: string }).exchangeId }, callContext);
  }
  expect(collect(parts).end).toMatchObject({ state: 'cancelled', sent: 'not-sent', error: { code: 'aborted' } });
  expect(parts.filter(({ type }) => type === 'run-start').length).toBe(1);
});

test('a request that creates nothing is retried after a reset; one that may cost is not', async () => {
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

test('two processes given one id at the same time send it once, and both show it', async () => {
  const server = await startRecordingServer(({ socket }) => socket.write(json(completion())));
  onTestFinished(() => server.close());
  const first = startBench(server.url);
  onTestFinished(() => first.close());
  const second = startBench(server.url, { folder: first.folder });
  onTestFinished(() => second.close());
  const exchangeId = 'chosen-by-the-asker';
  const runs = [first, second].map(({ exchanges, draft }) =>
    exchanges.handlers.run({ ...draft(), exchangeId }, callContext),
  );
  const results = await Promise.all(runs.map((run) => all(run as AsyncIterable<Part>)));
  expect(server.requests).toHaveLength(1);
  for (const parts of results) {
    expect(parts[0]).toMatchObject({ type: 'run-start', exchangeId });
    expect(parts.filter(({ type }) => type === 'run-start')).toHaveLength(1);
    expect(parts.at(-1)).toMatchObject({ type: 'run-end', exchangeId });
  }
  const ends = results.map((parts) => parts.at(-1)) as { state: string; error: { message: string } | null }[];
  const [sender, follower] = ends.sort((one, other) => Number(other.state === 'done') - Number(one.state === 'done'));
  expect(sender?.state).toBe('done');
  if (follower?.state !== 'done') expect(follower?.error?.message).toContain('running in another Patchbay');
  // Nothing of the second one overwrote the first.
  for (const { exchanges } of [first, second])
    expect(await exchanges.handlers.get({ id: exchangeId }, callContext)).toMatchObject({ state: 'done', status: 200 });
  expect(collect(await all(second.exchanges.handlers.watch({ id: exchangeId }, callContext))).text).toBe('Hello');
});
