import { expect, test } from 'vitest';
import { openBench, openDemo, openServer } from './bench.ts';

test('refusals that were planned are not among the broken exchanges, and a rejected key is', async () => {
  const demo = await openDemo();
  const { client, list, run } = await openBench(demo.url, ['demo-key', 'wrong-key']);
  await list();
  await client.exchanges.forget({ ids: (await client.exchanges.list({})).map(({ id }) => id) });
  const free = await run({ routeIds: ['chat.completions', 'videos.get'], models: ['demo-chat'] });
  const all = await client.exchanges.list({ origin: 'check' });
  // Beside the two cells of each key a control for GET and one for POST, which this gateway refuses before it asks for a key.
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

test('a free check leaves open whether a model answers, and a real one decides', async () => {
  const demo = await openDemo();
  const { client, connectionId, run } = await openBench(demo.url);
  const answers = async () => (await client.checks.marks({ connectionId }))['demo-chat']?.answers;
  const chat = { routeIds: ['chat.completions'] as 'chat.completions'[], models: ['demo-chat'] };
  await run(chat);
  expect(await answers()).toBeNull();
  await run({ ...chat, level: 'cheap' });
  expect(await answers()).toBe(true);
  await run(chat);
  expect(await answers()).toBe(true);
});

test('a request that is made to be refused is sent once, however often others would be', async () => {
  let asked = 0;
  const address = await openServer((request, response) => {
    asked += 1;
    request.resume();
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"panic"}}');
  });
  const { client, connectionId, run } = await openBench(address);
  await client.connections.save({ id: connectionId, name: 'Tested', baseAddress: address, retries: 3 });
  expect(await run({ routeIds: ['videos.get'] })).toMatchObject({ callsMade: 2 });
  expect(asked).toBe(2);
});
