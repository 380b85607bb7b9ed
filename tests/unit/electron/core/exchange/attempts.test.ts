import { expect, onTestFinished, test } from 'vitest';
import type { Part } from '#shared/routes/part.ts';
import { collect, startBench } from './bench.ts';
import { completion } from './chat-wire.ts';
import { asked, setUp } from './set-up.ts';
import { json, startWireServer } from './wire-server.ts';

test('a request that was not sent is tried twice more, each time as an exchange of its own', async () => {
  const server = await startWireServer(({ socket }) => socket.write(json(completion())));
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
  onTestFinished(() => bench.close());
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
