import { expect, test } from 'vitest';
import { openDemo, openHarness } from './check-harness.ts';

test('the newest check of each key shows how much of it worked', async () => {
  const demo = await openDemo();
  const bench = await openHarness(demo.url, ['demo-key', 'sk-wrong-1234']);
  const { client, connectionId } = bench;
  const marks = () => client.checks.keyMarks({ connectionId });
  expect(await marks()).toEqual({});
  const [good, wrong] = await client.keys.status({ connectionId });
  const [goodId, wrongId] = [good?.id ?? '', wrong?.id ?? ''];
  const first = await bench.run({ routeIds: ['models', 'native.models'], level: 'cheap' });
  expect(await marks()).toEqual({
    [goodId]: expect.objectContaining({ runId: first.id, tried: 2, working: 2, code: null }),
    [wrongId]: expect.objectContaining({ runId: first.id, tried: 2, working: 0, code: 'auth' }),
  });
  const refused = first.rows.find(({ keyId }) => keyId === wrongId);
  expect((await marks())[wrongId]?.exchangeId).toBe(refused?.exchangeId);

  // A later run of one key says nothing about the other.
  const models = ['demo-chat', 'demo-dead'];
  const second = await bench.run({ routeIds: ['chat.completions'], models, keyIds: [goodId], level: 'cheap' });
  expect(await marks()).toMatchObject({
    [goodId]: { runId: second.id, tried: 2, working: 1 },
    [wrongId]: { runId: first.id },
  });
  const times = second.rows.map(({ endedAt }) => endedAt ?? 0);
  expect((await marks())[goodId]?.checkedAt).toBe(Math.max(...times));
});
