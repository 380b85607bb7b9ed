import { expect, test } from 'vitest';
import { skipReasons } from '#shared/contract/check-words.ts';
import { cell, openHarness, openServer } from './check-harness.ts';

/** A gateway that lists different models to each key: the response to `/v1/models` by key. */
function openLists(lists: Readonly<Record<string, readonly [status: number, body: unknown]>>): Promise<string> {
  return openServer((request, response) => {
    const key = String(request.headers.authorization).replace('Bearer ', '');
    const [status, body] = request.url === '/v1/models' ? (lists[key] ?? [401, {}]) : [404, { detail: 'Not Found' }];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
}

const listing = (...ids: string[]) =>
  [200, { object: 'list', data: ids.map((id) => ({ id, object: 'model' })) }] as const;
const chat = { routeIds: ['chat.completions'] as 'chat.completions'[], level: 'cheap' as const };

const vectors = { ...chat, routeIds: ['embeddings'] as 'embeddings'[] };

test('each key is tested with the best match of its own list', async () => {
  const address = await openLists({ one: listing('gpt-4o'), two: listing('qwen-max', 'bge-m3') });
  const bench = await openHarness(address, ['one', 'two']);
  await bench.list();
  const run = await bench.run({ ...chat, routeIds: ['chat.completions', 'embeddings'] });
  expect(run.rows.map(({ routeId, keyAlias, model }) => [routeId, keyAlias, model])).toEqual([
    ['chat.completions', 'one', 'gpt-4o'],
    ['chat.completions', 'two', 'qwen-max'],
    ['embeddings', 'one', null],
    ['embeddings', 'two', 'bge-m3'],
  ]);
  expect(cell(run, 'embeddings', 'one')).toMatchObject({ verdict: 'not-tried', why: skipReasons['none-fits'] });
});

test('a plan distinguishes a list never requested, an empty one and one that could not be read', async () => {
  const address = await openLists({
    one: listing('bge-m3'),
    empty: listing(),
    wrong: [401, { error: { message: 'Invalid token', code: 'invalid_token' } }],
  });
  const { client, connectionId, list } = await openHarness(address, ['one', 'empty', 'wrong']);
  const whys = async () => (await client.checks.plan({ connectionId, ...vectors })).cells.map(({ why }) => why);
  const unknown = skipReasons['not-listed'];
  expect(await whys()).toEqual([unknown, unknown, unknown]);
  await list();
  expect(await whys()).toEqual([null, skipReasons['none-listed'], skipReasons['list-failed']]);
});

test.each([
  ['a refused key', 401, { error: { message: 'Invalid token', code: 'invalid_token' } }, 'key-refused', 'auth'],
  ['an exhausted key', 403, { error: { message: 'used up', code: 'insufficient_user_quota' } }, 'quota', 'quota'],
  ['a gateway that is down', 503, { error: { message: 'Service Unavailable' } }, 'overloaded', 'overloaded'],
  ['a gateway without the listing', 404, { detail: 'Not Found' }, 'not-tried', 'route-absent'],
] as const)(
  'without a list because of %s, a cell takes its verdict from the listing',
  async (_, status, body, ...found) => {
    const bench = await openHarness(await openLists({ one: [status, body] }), ['one']);
    await bench.list();
    const [verdict, code] = found;
    const run = await bench.run(vectors);
    // Its status is that of the listing: nothing was sent for the cell itself.
    expect(run.rows[0]).toMatchObject({ verdict, proof: null, status: null, failure: { code }, listFailure: { code } });
    expect(run).toMatchObject({ callsMade: 0, verdicts: { [verdict as string]: 1 } });
    expect(run.rows[0]?.exchangeId).toBe((await bench.client.exchanges.list({ routeId: 'models' }))[0]?.id);
  },
);
