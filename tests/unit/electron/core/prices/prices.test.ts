import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { createConnectionRows } from '#core/connections/connection-rows.ts';
import { demoConnection } from '#core/demo-area/demo-area.ts';
import { createCostLedger } from '#core/prices/cost-ledger.ts';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { wavHeader } from '#shared/media/wav.ts';
import type { Part } from '#shared/protocol/part.ts';
import { failureOf } from '../../../../support/core/failure-of.ts';
import { chatDraft, openCore, readParts } from '../../../../support/core/open-core.ts';
import { tempDatabase } from '../../../../support/core/temp-database.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

async function openDemo() {
  const dataFolder = tempFolder();
  const core = await openCore({ dataFolder });
  const { client } = core;
  const connectionId = (await client.demo.start({})).connectionId ?? '';
  const run = async (draft: DraftInput) => {
    const end = (await readParts(client.exchanges.run(draft))).at(-1) as Extract<Part, { type: 'run-end' }>;
    const usage = (await client.exchanges.get({ id: end.exchangeId })).usage;
    return { id: end.exchangeId, usage, cost: (await client.prices.costs({ ids: [end.exchangeId] }))[end.exchangeId] };
  };
  const json = (routeId: DraftInput['routeId'], body: object) =>
    run({ connectionId, routeId, body: { kind: 'json', text: JSON.stringify(body) } });
  const list = () => client.models.list({ connectionId, refresh: true });
  const costOf = async (id: string) => (await client.prices.costs({ ids: [id] }))[id];
  return { ...core, dataFolder, connectionId, run, json, list, costOf };
}

test('a request has no cost until its model has a price; the model list tells it, also for earlier requests', async () => {
  const { client, connectionId, run, list, costOf } = await openDemo();
  const first = await run(chatDraft(connectionId, 'Hello'));
  expect(first.cost).toMatchObject({ money: null, gap: 'no-price' });
  expect(await client.prices.list({ connectionId })).toEqual([]);
  await list();
  const prices = await client.prices.list({ connectionId });
  expect(prices.find(({ model }) => model === 'demo-chat')).toMatchObject({
    source: 'listing',
    currency: 'USD',
    rates: { inputPerMillion: '0.4', cachedInputPerMillion: '0.1', outputPerMillion: '1.6' },
    listed: null,
  });
  expect(prices.some(({ model }) => model === 'demo-echo')).toBe(false);
  const { inputTokens, outputTokens } = first.usage ?? {};
  await vi.waitFor(async () =>
    expect((await costOf(first.id))?.money).toEqual({
      nano: (inputTokens ?? 0) * 400 + (outputTokens ?? 0) * 1600,
      currency: 'USD',
    }),
  );
  const second = await run(chatDraft(connectionId, 'Hello'));
  expect(second.cost?.parts.map(({ name, rate }) => [name, rate])).toEqual([
    ['inputPerMillion', '0.4'],
    ['outputPerMillion', '1.6'],
  ]);
  expect((await run(chatDraft(connectionId, 'Hello', 'demo-echo'))).cost).toMatchObject({
    money: null,
    gap: 'no-price',
  });
});

test('a price by hand overrides the model list, applies from then on, and to all requests on demand', async () => {
  const { client, connectionId, run, list, costOf } = await openDemo();
  await list();
  const before = await run(chatDraft(connectionId, 'Hello'));
  const price = { currency: 'EUR', rates: { perRequest: '0.50' } };
  const place = { connectionId, model: 'demo-chat' };
  expect(await client.prices.set({ ...place, price })).toEqual({ recalculated: 0 });
  const after = await run(chatDraft(connectionId, 'Hello'));
  expect(after.cost?.money).toEqual({ nano: 500_000_000, currency: 'EUR' });
  expect(await costOf(before.id)).toEqual(before.cost);
  const [shown] = (await client.prices.list({ connectionId })).filter(({ model }) => model === 'demo-chat');
  expect(shown).toMatchObject({ source: 'manual', rates: { perRequest: '0.5' }, listed: { currency: 'USD' } });

  expect(
    await client.prices.set({ ...place, price: { ...price, rates: { perRequest: '2' } }, recalculate: true }),
  ).toEqual({
    recalculated: 2,
  });
  expect((await costOf(before.id))?.money).toEqual({ nano: 2_000_000_000, currency: 'EUR' });
  await client.prices.remove(place);
  expect((await client.prices.list({ connectionId })).find(({ model }) => model === 'demo-chat')?.source).toBe(
    'listing',
  );
  expect((await costOf(before.id))?.money).toEqual({ nano: 2_000_000_000, currency: 'EUR' });
});

test('refuses rates that are no amounts, and prices without any', async () => {
  const { client, connectionId } = await openDemo();
  const set = (rates: Record<string, string>) =>
    failureOf(() => client.prices.set({ connectionId, model: 'demo-chat', price: { currency: 'USD', rates } }));
  expect(await set({ inputPerMillion: '-1' })).toMatchObject({ code: 'bad-input', param: 'inputPerMillion' });
  expect(await set({ inputPerMillion: '1,50' })).toMatchObject({ code: 'bad-input' });
  expect(await set({})).toMatchObject({ code: 'bad-input' });
  expect(
    await failureOf(() => client.prices.set({ connectionId, model: 'm', price: { currency: 'usd', rates: {} } })),
  ).toBeTruthy();
  expect(await client.prices.list({ connectionId })).toEqual([]);
});

test('what a response without images, or one that broke off, is charged is not known', async () => {
  const { client, json, list } = await openDemo();
  await list();
  for (const scenario of ['images-empty-data', 'cut-mid-stream', 'images-one-failed']) {
    await client.demo.set({ scenario });
    const image = await json('images.generations', { model: 'demo-image', prompt: 'a cat' });
    expect(image.cost, scenario).toMatchObject({ money: null, gap: 'no-usage' });
  }
});

test('charges images, speech, transcription, embeddings and reranking in their own units', async () => {
  const { files, connectionId, run, json, list, client } = await openDemo();
  await list();
  const image = await json('images.generations', { model: 'demo-image', prompt: 'a cat', n: 2 });
  expect(image.cost?.parts).toMatchObject([{ name: 'perImage', count: 2, nano: 80_000_000 }]);
  const speech = await json('audio.speech', {
    model: 'demo-tts',
    input: 'Grüße 👋',
    voice: 'alloy',
    response_format: 'wav',
  });
  expect(speech.cost?.parts).toMatchObject([{ name: 'perMillionCharacters', count: 7, nano: 105_000 }]);
  const embedded = await json('embeddings', { model: 'demo-embed', input: 'one two three four' });
  expect(embedded.cost?.money?.nano).toBe((embedded.usage?.inputTokens ?? 0) * 20);
  expect(embedded.cost?.money?.nano).toBeGreaterThan(0);
  const ranked = await json('rerank', {
    model: 'demo-rerank',
    query: 'tea',
    documents: ['green tea', 'a kind of pear'],
  });
  expect(ranked.cost?.money?.nano).toBe((ranked.usage?.inputTokens ?? ranked.usage?.totalTokens ?? 0) * 50);
  const detail = await client.exchanges.get({ id: image.id });
  expect(detail.cost).toEqual({ nano: 80_000_000, currency: 'USD', isEstimate: false });

  const wav = Buffer.concat([wavHeader(32_000, 16_000), Buffer.alloc(32_000)]);
  const file = await files.admit({ name: 'a.wav', type: 'audio/wav', sizeBytes: wav.length }, [wav]);
  const heard = await run({
    connectionId,
    routeId: 'audio.transcriptions',
    body: {
      kind: 'form',
      fields: [
        { kind: 'text', name: 'model', value: 'demo-whisper' },
        { kind: 'file', name: 'file', fileId: file.id },
      ],
    },
  });
  expect(heard.cost?.parts).toMatchObject([{ name: 'perAudioSecond', count: 1, nano: 100_000 }]);
});

test('a video is an estimate of the length that was requested', async () => {
  const { json, list } = await openDemo();
  await list();
  const video = await json('videos', { model: 'demo-video', prompt: 'a cat', seconds: '4' });
  expect(video.cost).toMatchObject({ money: { nano: 400_000_000 }, isEstimate: true });
});

test('refused requests, model lists and custom paths cost nothing; a cut reply without usage is unknown', async () => {
  const { connectionId, run, list, costOf } = await openDemo();
  const { exchangeIds } = await list();
  expect(await costOf(exchangeIds[0] ?? '')).toBeUndefined();
  expect((await run(chatDraft(connectionId, 'Hello', 'no-such-model'))).cost).toBeUndefined();
  const custom = { method: 'GET', path: '/v1/models', keyStyle: 'bearer' } as const;
  expect((await run({ connectionId, routeId: 'custom', custom, body: { kind: 'none' } })).cost).toBeUndefined();
  expect((await run(chatDraft(connectionId, 'Hello', 'faulty/cut-mid-stream'))).cost).toMatchObject({ money: null });
});

test('sums a period by model, with requests that have no price, and sorts requests by cost', async () => {
  const { client, connectionId, run, list } = await openDemo();
  await list();
  const from = Date.now() - 60_000;
  const cheap = await run(chatDraft(connectionId, 'Hello'));
  const dear = await run(chatDraft(connectionId, 'Hello', 'demo-reasoner'));
  const free = await run(chatDraft(connectionId, 'Hello', 'demo-echo'));
  const spent = await client.prices.spent({ from, to: Date.now() + 60_000 });
  expect(
    spent.map(({ model, requests, money, gaps, isDemo }) => [model, requests, money[0]?.nano, gaps, isDemo]),
  ).toEqual([
    ['demo-reasoner', 1, dear.cost?.money?.nano, {}, true],
    ['demo-chat', 1, cheap.cost?.money?.nano, {}, true],
    ['demo-echo', 1, undefined, { 'no-price': 1 }, true],
  ]);
  expect(await client.prices.spent({ from: 0, to: from })).toEqual([]);
  const byCost = async (descending: boolean) =>
    (await client.exchanges.list({ order: { by: 'cost', descending } })).slice(0, 3).map(({ id }) => id);
  expect((await byCost(true)).slice(0, 2)).toEqual([dear.id, cheap.id]);
  expect(await byCost(false)).toEqual([cheap.id, dear.id, free.id]);
  expect((await client.exchanges.list({})).find(({ id }) => id === dear.id)?.cost).toEqual({
    ...dear.cost?.money,
    isEstimate: false,
  });
});

test('a deleted request leaves its amount in the sum, and nothing that says which request it was', async () => {
  const { client, connectionId, run, list, dataFolder } = await openDemo();
  await list();
  const priced = await run(chatDraft(connectionId, 'Hello'));
  const unpriced = await run(chatDraft(connectionId, 'Hello', 'demo-echo'));
  await client.exchanges.forget({ ids: [priced.id, unpriced.id] });
  expect(await client.prices.costs({ ids: [priced.id, unpriced.id] })).toEqual({});
  expect(await client.prices.spent({ from: 0, to: Date.now() + 1000 })).toEqual([
    {
      connectionId: '',
      connectionName: '',
      isDemo: true,
      model: '',
      requests: 1,
      money: [priced.cost?.money],
      isEstimate: false,
      gaps: {},
    },
  ]);
  const sql = new DatabaseSync(path.join(dataFolder, 'patchbay.db'), { readOnly: true });
  const rows = JSON.stringify(sql.prepare('SELECT * FROM exchange_costs').all());
  sql.close();
  expect(rows).not.toContain('demo-');
  expect(rows).not.toContain(priced.id);
});

test('imports prices from a file and exports them again', async () => {
  const { client, files, connectionId, run, list } = await openDemo();
  const unpriced = await run(chatDraft(connectionId, 'Hello', 'demo-echo'));
  await list();
  const admit = (text: string) => {
    const bytes = Buffer.from(text);
    return files.admit({ name: 'prices.json', type: 'application/json', sizeBytes: bytes.length }, [bytes]);
  };
  const entry = (input: number) => ({ input_cost_per_token: input, output_cost_per_token: 0 });
  const { id: fileId } = await admit(
    JSON.stringify({ 'demo-echo': entry(1e-6), 'x/demo-chat': entry(2e-6), other: entry(1) }),
  );
  const preview = await client.prices.importPreview({ connectionId, fileId });
  expect(preview).toMatchObject({ form: 'litellm', entries: 3, unreadable: 1 });
  expect(preview.candidates.map(({ model, name, isExact, before }) => [model, name, isExact, before !== null])).toEqual(
    [
      ['demo-chat', 'x/demo-chat', false, true],
      ['demo-echo', 'demo-echo', true, false],
    ],
  );
  expect(await failureOf(() => client.prices.importChosen({ connectionId, fileId, models: ['other'] }))).toMatchObject({
    code: 'not-found-here',
  });
  expect(await client.prices.importChosen({ connectionId, fileId, models: ['demo-echo'] })).toEqual({
    recalculated: 1,
  });
  expect((await client.prices.costs({ ids: [unpriced.id] }))[unpriced.id]?.money?.nano).toBe(
    (unpriced.usage?.inputTokens ?? 0) * 1000,
  );
  const saved = await client.prices.export({ connectionId });
  const stored = await files.open(saved.id);
  const chunks: Uint8Array[] = [];
  for await (const chunk of stored?.stream() ?? []) chunks.push(Uint8Array.from(chunk));
  const text = Buffer.concat(chunks).toString('utf8');
  expect(JSON.parse(text).prices).toContainEqual({
    model: 'demo-echo',
    currency: 'USD',
    rates: { inputPerMillion: '1', outputPerMillion: '0' },
  });
  const bad = await admit('model,price');
  expect(await failureOf(() => client.prices.importPreview({ connectionId, fileId: bad.id }))).toMatchObject({
    code: 'bad-input',
  });
});

test('prices of a connection are deleted with it, and what was spent stays', async () => {
  const { client, connectionId, run, list } = await openDemo();
  await list();
  await client.prices.set({ connectionId, model: 'demo-echo', price: { currency: 'USD', rates: { perRequest: '1' } } });
  await run(chatDraft(connectionId, 'Hello', 'demo-echo'));
  await client.demo.stop({});
  await client.connections.remove({ id: connectionId });
  expect(await client.prices.list({ connectionId })).toEqual([]);
  expect(await client.prices.spent({ from: 0, to: Date.now() + 1000 })).toMatchObject([
    { model: 'demo-echo', requests: 1 },
  ]);
});

test('recalculates thousands of requests in slices and removes what is older than a year', async () => {
  const db = tempDatabase();
  createConnectionRows(db).write({ ...demoConnection(null, 'https://gate.example'), id: 'c1' });
  const ledger = createCostLedger(db);
  const charge = { connectionId: 'c1', connectionName: 'Gate', isDemo: false, model: 'm' };
  db.transaction(() => {
    for (let at = 0; at < 1000; at += 1)
      ledger.add({ ...charge, exchangeId: `x${at}`, at, billed: { usage: null } }, null);
  });
  const price = { currency: 'USD', rates: { perRequest: '0.001' } };
  expect(await ledger.recalculate({ connectionId: 'c1', model: 'm' }, price, 'unpriced')).toBe(1000);
  expect(await ledger.recalculate({ connectionId: 'c1', model: 'm' }, price, 'unpriced')).toBe(0);
  expect(ledger.spent(0, 1000)).toMatchObject([{ requests: 1000, money: [{ nano: 1_000_000_000 }] }]);
  ledger.trim(400);
  expect(ledger.spent(0, 1000)).toMatchObject([{ requests: 600 }]);
});
