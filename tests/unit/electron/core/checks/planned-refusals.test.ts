import { expect, test } from 'vitest';
import { openDemo, openHarness, openServer } from './check-harness.ts';

test('planned refusals are not among the broken exchanges, and a rejected key is', async () => {
  const demo = await openDemo();
  const { client, list, run } = await openHarness(demo.url, ['demo-key', 'wrong-key']);
  await list();
  await client.exchanges.forget({ ids: (await client.exchanges.list({})).map(({ id }) => id) });
  const free = await run({ routeIds: ['chat.completions', 'videos.get'], models: ['demo-chat'] });
  const all = await client.exchanges.list({ origin: 'check' });
  // Besides the two cells of each key, one control for GET and one for POST, which this gateway refuses before checking the key.
  expect(all.map(({ keyAlias, refusedAsPlanned }) => `${keyAlias} ${refusedAsPlanned}`).toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => 'demo-key true'),
    'wrong-key false',
    'wrong-key false',
    'wrong-key true',
    'wrong-key true',
  ]);
  const broken = await client.exchanges.list({ outcome: 'broken' });
  expect(broken.map(({ keyAlias }) => keyAlias)).toEqual(['wrong-key', 'wrong-key']);
  expect((await client.exchanges.counts({})).broken).toBe(2);
  expect(await client.exchanges.counts({ outcome: 'broken' })).toMatchObject({ total: 2, broken: 2 });
  const planned = free.rows.find(({ verdict }) => verdict === 'exists');
  expect(await client.exchanges.get({ id: planned?.exchangeId ?? '' })).toMatchObject({
    state: 'failed',
    refusedAsPlanned: true,
  });
});

test('a free check leaves open whether a model responds, and a real one decides', async () => {
  const demo = await openDemo();
  const { client, connectionId, run } = await openHarness(demo.url);
  const answers = async () => (await client.checks.marks({ connectionId }))['demo-chat']?.answers;
  const chat = { routeIds: ['chat.completions'] as 'chat.completions'[], models: ['demo-chat'] };
  await run(chat);
  expect(await answers()).toBeNull();
  await run({ ...chat, level: 'cheap' });
  expect(await answers()).toBe(true);
  await run(chat);
  expect(await answers()).toBe(true);
});

test('a request meant to be refused is sent once, whatever the number of retries', async () => {
  let requests = 0;
  const address = await openServer((request, response) => {
    requests += 1;
    request.resume();
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"panic"}}');
  });
  const { client, connectionId, run } = await openHarness(address);
  await client.connections.save({ id: connectionId, name: 'Tested', baseAddress: address, retries: 3 });
  expect(await run({ routeIds: ['videos.get'] })).toMatchObject({ callsMade: 2 });
  expect(requests).toBe(2);
});
