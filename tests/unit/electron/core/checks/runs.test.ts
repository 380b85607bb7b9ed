import { expect, test } from 'vitest';
import { openCore } from '../../../../support/core/open-core.ts';
import { finish, openDemo, openHarness, openServer } from './check-harness.ts';

/** Answers listings on demand, so that a run can be inspected midway. */
async function openSlowListing() {
  let requests = 0;
  const waiting: (() => void)[] = [];
  let isOpen = false;
  const address = await openServer((_request, response) => {
    requests += 1;
    const answer = () => {
      response.setHeader('content-type', 'application/json');
      response.end('{"object":"list","data":[{"id":"m","object":"model"}]}');
    };
    if (isOpen) answer();
    else waiting.push(answer);
  });
  return {
    address,
    requests: () => requests,
    open() {
      isOpen = true;
      for (const answer of waiting.splice(0)) answer();
    },
  };
}

test('the core continues when the watcher leaves, and a second watcher sees everything', async () => {
  const slow = await openSlowListing();
  const { client, connectionId } = await openHarness(slow.address);
  const { runId } = await client.checks.start({ input: { connectionId, routeIds: ['models'] } });
  for await (const news of client.checks.watch({ runId })) if (news.type === 'cell' && news.cell.exchangeId) break;
  slow.open();
  const seen: string[] = [];
  for await (const news of client.checks.watch({ runId }))
    seen.push(news.type === 'cell' ? news.cell.state : news.run.state);
  expect(seen[0]).toMatch(/running|done/);
  expect(seen.at(-1)).toBe('done');
  expect(seen).toContain('ended');
});

test('stopping cancels running cells and leaves the rest untried', async () => {
  const slow = await openSlowListing();
  const { client, connectionId } = await openHarness(slow.address, ['one', 'two', 'three']);
  const { runId } = await client.checks.start({ input: { connectionId, routeIds: ['models'], concurrency: 1 } });
  for await (const news of client.checks.watch({ runId })) if (news.type === 'cell' && news.cell.exchangeId) break;
  // A cell has its exchange before the first byte is sent.
  await expect.poll(slow.requests).toBe(1);
  await client.checks.stop({ runId });
  const run = await client.checks.get({ runId });
  expect(run).toMatchObject({ state: 'stopped', callsMade: 1 });
  expect(run.rows.map(({ verdict }) => verdict)).toEqual(['not-tried', 'not-tried', 'not-tried']);
  expect(slow.requests()).toBe(1);
  const [exchange] = await client.exchanges.list({ origin: 'check' });
  expect(exchange?.state).toBe('cancelled');
});

test('the cap stops a run before the call that would exceed it', async () => {
  const demo = await openDemo();
  const { run, client } = await openHarness(demo.url, ['demo-key', 'second', 'third']);
  const capped = await run({ routeIds: ['models'], cap: { calls: 2, tokens: null }, concurrency: 1 });
  expect(capped).toMatchObject({ state: 'capped', callsMade: 2, ended: 3 });
  expect((await client.exchanges.list({ origin: 'check' })).length).toBe(2);
});

test('the token cap counts what pending calls may still use', async () => {
  const demo = await openDemo();
  const { run } = await openHarness(demo.url);
  const capped = await run({
    routeIds: ['chat.completions'],
    models: ['demo-chat', 'demo-echo', 'demo-json'],
    level: 'cheap',
    cap: { calls: null, tokens: 70 },
    concurrency: 3,
  });
  expect(capped.state).toBe('capped');
  expect(capped.callsMade).toBe(2);
});

test('only failed cells run again, and the other results are carried over', async () => {
  const demo = await openDemo();
  const { run, client } = await openHarness(demo.url, ['demo-key', 'wrong']);
  const first = await run({ routeIds: ['models', 'native.models'] });
  const calls = demo.requests();
  const { runId } = await client.checks.rerun({ runId: first.id, cells: 'failing' });
  const second = await finish(client, runId);
  expect(demo.requests() - calls).toBe(2);
  expect(second).toMatchObject({ callsMade: 2, comparedWith: first.id, verdicts: { works: 2, 'key-refused': 2 } });
  await expect(client.checks.rerun({ runId, cells: ['no such cell'] })).rejects.toThrow(/nothing to run again/);
});

test('what worked before and no longer does is a regression, against the baseline if there is one', async () => {
  let isGood = true;
  const address = await openServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.statusCode = isGood ? 200 : 401;
    response.end(
      isGood ? '{"object":"list","data":[{"id":"m"}]}' : '{"error":{"message":"Invalid token","code":"invalid_token"}}',
    );
  });
  const { run, client } = await openHarness(address);
  const good = await run({ routeIds: ['models'] });
  await client.checks.setBaseline({ runId: good.id });
  isGood = false;
  const bad = await run({ routeIds: ['models'] });
  expect(bad.drift).toEqual([
    { cellId: bad.rows[0]?.id, what: 'verdict', before: 'works', after: 'key-refused', isRegression: true },
  ]);
  const again = await run({ routeIds: ['models'] });
  expect(again).toMatchObject({ comparedWith: good.id, changed: 1 });
  const runs = await client.checks.runs({});
  expect(runs.map(({ id, isBaseline }) => [id, isBaseline])).toEqual([
    [again.id, false],
    [bad.id, false],
    [good.id, true],
  ]);
});

test('the best match tries the next model for one that is not served, and skips it from then on', async () => {
  const dead = new Set(['a']);
  const address = await openServer((request, response) => {
    let body = '';
    request.on('data', (bytes: Buffer) => {
      body += bytes.toString();
    });
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      const isListing = request.method === 'GET';
      const isDead = !isListing && dead.has((JSON.parse(body) as { model: string }).model);
      if (isDead) response.statusCode = 503;
      const listed = ['a', 'bb'].map((id) => ({ id, object: 'model', supported_endpoint_types: ['embeddings'] }));
      const answer = isListing
        ? { object: 'list', data: listed }
        : isDead
          ? { error: { message: 'No available channel for model', code: 'model_not_found' } }
          : { object: 'list', data: [{ object: 'embedding', index: 0, embedding: [0.5, 0.5] }] };
      response.end(JSON.stringify(answer));
    });
  });
  const { run, client, connectionId } = await openHarness(address);
  await client.models.list({ connectionId, refresh: true });
  const modelAndVerdict = async () =>
    (await run({ level: 'cheap', routeIds: ['embeddings'] })).rows.map(({ model, verdict }) => `${model} ${verdict}`);
  const first = await run({ level: 'cheap', routeIds: ['embeddings'] });
  expect(first.rows[0]).toMatchObject({ model: 'bb', replaced: 'a', verdict: 'works', earlier: [expect.any(String)] });
  expect(first.rows[0]?.sentence).toMatch(/^The gateway does not serve a here, so bb was tried\. The route returned/);
  expect(first.callsMade).toBe(2);
  const second = await run({ level: 'cheap', routeIds: ['embeddings'] });
  expect(second).toMatchObject({ callsMade: 1, changed: 0, rows: [{ model: 'bb', verdict: 'works' }] });
  dead.add('bb');
  expect(await modelAndVerdict()).toEqual(['bb model-not-on-route']);
  const { runId } = await client.checks.rerun({ runId: first.id, cells: [first.rows[0]?.id ?? ''] });
  const again = await finish(client, runId);
  expect(again.rows[0]).toMatchObject({ model: 'a', id: first.rows[0]?.id, verdict: 'model-not-on-route' });
  expect(again.rows[0]?.sentence).toMatch(/It does not serve bb either\.$/);
});

test('a saved check runs under its name, and its runs are its history', async () => {
  const demo = await openDemo();
  const { client, connectionId } = await openHarness(demo.url);
  const set = await client.checks.saveSet({ name: 'Nightly', input: { connectionId, routeIds: ['models'] } });
  const { runId } = await client.checks.start({ input: set.input, setId: set.id });
  const run = await finish(client, runId);
  expect(run).toMatchObject({ setId: set.id, name: 'Nightly' });
  expect((await client.checks.runs({ setId: set.id })).map(({ id }) => id)).toEqual([runId]);
  await client.checks.removeSet({ id: set.id });
  expect(await client.checks.sets({})).toEqual([]);
  expect((await client.checks.get({ runId })).name).toBe('Nightly');
});

test('a run survives a restart unchanged', async () => {
  const demo = await openDemo();
  const bench = await openHarness(demo.url);
  const run = await bench.run({ routeIds: ['models', 'native.models'] });
  const second = await openCore({ dataFolder: bench.dataFolder });
  expect(await second.client.checks.get({ runId: run.id })).toEqual(run);
});

test('having nothing to check is reported before anything is started', async () => {
  const demo = await openDemo();
  const { client, connectionId } = await openHarness(demo.url);
  const [key] = await client.keys.status({ connectionId });
  await client.keys.enable({ id: key?.id ?? '', enabled: false });
  const plan = await client.checks.plan({ connectionId });
  expect(plan.problems.map(({ code }) => code)).toEqual(['no-key']);
  await expect(client.checks.start({ input: { connectionId } })).rejects.toThrow(/turned off/);
  expect(await client.checks.runs({})).toEqual([]);
});
