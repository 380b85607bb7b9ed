import { expect, test } from 'vitest';
import {
  isFailed,
  queriesOf,
  stateOfSet,
  withAddedQueries,
  withOpenQuery,
} from '../../../../../renderer/panels/rerank/model/queries.ts';
import { originOf, stateOf, withPrevious, withTexts } from '../../../../../renderer/panels/rerank/model/rank-set.ts';
import type { RankPorts } from '../../../../../renderer/panels/rerank/runs.ts';
import { createRankStore } from '../../../../../renderer/panels/rerank/store.ts';
import type { DraftInput } from '../../../../../shared/contract/exchanges.ts';
import { AppError, failure } from '../../../../../shared/protocol/failure.ts';
import type { Part } from '../../../../../shared/protocol/part.ts';
import { handLibrary } from '../../lib/documents/hand-library.ts';
import { startRunByHand } from '../../lib/runs/hand-run.ts';

/** An in-memory library and a gateway that ranks the last document first. */
function bench(send?: (draft: DraftInput) => AsyncIterable<Part>) {
  const library = handLibrary();
  const drafts: DraftInput[] = [];
  const troubles: string[] = [];
  let count = 0;
  const textsOf = (draft: DraftInput) =>
    draft.body.kind === 'json' ? (JSON.parse(draft.body.text) as { documents: string[] }).documents : [];
  async function* answer(draft: DraftInput): AsyncGenerator<Part> {
    const results = textsOf(draft).map((_, index) => ({ index, score: index, text: null }));
    yield { type: 'run-start', exchangeId: `x${drafts.length}`, attempt: 1 };
    yield { type: 'ranking', results: results.toReversed() };
    yield end('done');
  }
  const ports: RankPorts = {
    client: {
      library: library.client,
      exchanges: {
        cancel: async () => undefined,
        get: async () => ({ connectionId: 'old', connectionName: 'Old', keyAlias: 'a', draft: { keyId: 'k' } }),
      },
    } as unknown as RankPorts['client'],
    send(draft) {
      drafts.push(draft);
      return (send ?? answer)(draft);
    },
    startRun: startRunByHand,
    embedTexts: async ({ texts }) => ({
      failure: null,
      items: texts.map((text) => ({
        vector: Float32Array.from([text.length, 1]),
        failure: null,
        exchangeId: 'e',
        tokens: 1,
        isShare: true,
        ms: 1,
      })),
    }),
    beginWork: () => () => undefined,
    newId: () => `id${++count}`,
    now: () => 0,
    words: () => ({ lost: { message: 'lost', hint: '' }, copyTitle: (title) => `${title} (copy)` }),
    onExchange: () => undefined,
    onSettled: () => undefined,
    onTrouble: (trouble) => troubles.push(trouble),
  };
  return { ports, stored: library.rows, drafts, troubles, textsOf };
}

const end = (state: 'done' | 'failed', error: ReturnType<typeof failure> | null = null): Part => ({
  type: 'run-end',
  state,
  finishReason: null,
  sent: 'answered',
  error,
  exchangeId: 'x',
  timeline: { endMs: 5 } as Extract<Part, { type: 'run-end' }>['timeline'],
});

const filledStore = (ports: RankPorts) => {
  const store = createRankStore(ports);
  store.change((set) => withTexts({ ...set, query: 'qq', model: 'm' }, ['a', 'bb', 'cccc'], 'add'));
  return store;
};
const place = { connectionId: 'c', connectionName: 'Gateway', keyId: null, keyAlias: null };

test('a ranking is saved in the library and restored in full', async () => {
  const { ports, stored } = bench();
  const store = filledStore(ports);
  await store.rank(place);
  const { id, outcome } = store.current();
  expect(outcome?.calls[0]).toMatchObject({ state: 'done', results: [{ place: 2 }, { place: 1 }, { place: 0 }] });
  expect(stored.get(id)).toMatchObject({ panel: 'rerank', title: 'qq', note: '3|done' });
  const other = createRankStore({ ...ports, newId: () => 'fresh' });
  expect(await other.open(id)).toBe(true);
  expect(other.current()).toEqual(store.current());
});

test('several queries rank the same documents with one request each, and are stored with the documents once', async () => {
  const { ports, drafts, stored } = bench();
  const store = filledStore(ports);
  store.change((set) => withAddedQueries(set, [{ query: 'second' }, { query: ' ' }, { query: 'third' }], 'add'));
  await store.rank(place);
  const queryIn = ({ body }: DraftInput) => (body.kind === 'json' ? JSON.parse(body.text).query : null);
  expect(drafts.map(queryIn)).toEqual(['qq', 'second', 'third']);
  const { id } = store.current();
  expect(queriesOf(store.current()).map(({ outcome }) => stateOf(outcome))).toEqual(['done', 'done', 'idle', 'done']);
  expect(stored.get(id)).toMatchObject({ title: 'qq', note: '3|done|4' });
  expect(stored.get(id)?.content.match(/"cccc"/g)).toHaveLength(2);
  store.change((set) => withOpenQuery(set, 4));
  await store.flush();
  expect(stored.get(id)?.title).toBe('qq');
  const other = createRankStore({ ...ports, newId: () => 'fresh' });
  await other.open(id);
  expect(other.current()).toEqual(store.current());
  expect(other.current().query).toBe('third');
});

test('a few requests run at the same time, and stopping leaves the rest unsent', async () => {
  const waiting: (() => void)[] = [];
  const { ports, drafts } = bench(async function* () {
    yield { type: 'run-start', exchangeId: `x${waiting.length}`, attempt: 1 };
    await new Promise<void>((resolve) => waiting.push(resolve));
    yield { type: 'ranking', results: [{ index: 0, score: 1, text: null }] };
    yield end('done');
  });
  const store = filledStore(ports);
  store.change((set) => withAddedQueries(set, [{ query: 'b' }, { query: 'c' }, { query: 'd' }], 'add'));
  const run = store.rank(place);
  await expect.poll(() => waiting.length).toBe(2);
  store.stop();
  for (const release of waiting.splice(0)) release();
  await run;
  expect(drafts).toHaveLength(2);
  expect(queriesOf(store.current()).map(({ outcome }) => stateOf(outcome))).toEqual([
    'done',
    'done',
    'cancelled',
    'cancelled',
  ]);
});

test('only the queries that failed are sent again', async () => {
  let isBroken = true;
  const { ports, drafts } = bench(async function* (draft) {
    const fails = isBroken && draft.body.kind === 'json' && draft.body.text.includes('"bad"');
    yield { type: 'run-start', exchangeId: `x${drafts.length}`, attempt: 1 };
    if (!fails) yield { type: 'ranking', results: [{ index: 0, score: 1, text: null }] };
    yield fails ? end('failed', failure('server', 'no')) : end('done');
  });
  const store = filledStore(ports);
  store.change((set) => withAddedQueries(set, [{ query: 'bad' }, { query: 'good' }], 'add'));
  await store.rank(place);
  const failed = queriesOf(store.current()).filter(isFailed);
  expect(failed.map(({ query }) => query)).toEqual(['bad']);
  expect(stateOfSet(store.current())).toBe('failed');
  isBroken = false;
  await store.rank(
    place,
    failed.map(({ queryId }) => queryId),
  );
  expect(drafts).toHaveLength(4);
  expect(stateOfSet(store.current())).toBe('done');
});

test('several queries are embedded with the documents once, and each has its own nearest documents', async () => {
  const embedded: (readonly string[])[] = [];
  const { ports, drafts, textsOf } = bench();
  const { embedTexts } = ports;
  ports.embedTexts = (options) => {
    embedded.push(options.texts);
    return embedTexts(options);
  };
  const store = filledStore(ports);
  store.change((set) => withAddedQueries(set, [{ query: 'q' }], 'add'));
  store.change((set) => ({ ...set, retrieval: { on: true, model: 'e', k: 1 } }));
  await store.rank(place);
  expect(embedded).toEqual([['qq', 'q', 'a', 'bb', 'cccc']]);
  expect(drafts.map(textsOf)).toEqual([['bb'], ['a']]);
  expect(store.current().outcome?.retrieval).toMatchObject({ queries: 2, taken: [1] });
});

test('a threshold stays for the model whose scores it cuts, and is dropped with another one', async () => {
  const { ports } = bench();
  const store = filledStore(ports);
  await store.rank(place);
  store.change((set) => ({ ...set, thresholds: [1, null] }));
  await store.rank(place);
  expect(store.current().thresholds).toEqual([1, null]);
  store.change((set) => ({ ...set, model: 'another' }));
  await store.rank(place);
  expect(store.current().thresholds).toEqual([null, null]);
});

test('with retrieval only the nearest are sent, and results refer to the given documents', async () => {
  const { ports, drafts, textsOf } = bench();
  const store = filledStore(ports);
  store.change((set) => ({ ...set, retrieval: { on: true, model: 'e', k: 2 } }));
  await store.rank(place);
  expect(drafts.map(textsOf)).toEqual([['bb', 'cccc']]);
  const { outcome } = store.current();
  expect(outcome?.retrieval).toMatchObject({ state: 'done', taken: [1, 2] });
  expect(outcome?.calls[0]?.results.map((result) => result.place)).toEqual([2, 1]);
});

test('a model that fails leaves the other its order, and all documents', async () => {
  const refused = failure('rejected', 'no');
  const { ports } = bench(async function* (draft) {
    const isSecond = draft.body.kind === 'json' && draft.body.text.includes('"other"');
    yield { type: 'run-start', exchangeId: isSecond ? 'b' : 'a', attempt: 1 };
    if (!isSecond) yield { type: 'ranking', results: [{ index: 0, score: 1, text: null }] };
    yield isSecond ? end('failed', refused) : end('done');
  });
  const store = filledStore(ports);
  store.change((set) => ({ ...set, secondModel: 'other' }));
  await store.rank(place);
  const { outcome, documents } = store.current();
  expect(outcome?.calls.map(({ state }) => state)).toEqual(['done', 'failed']);
  expect(outcome?.calls[1]?.failure?.code).toBe('rejected');
  expect(documents).toHaveLength(3);
});

test('a ranking is not lost when the next one fails', async () => {
  let isBroken = false;
  const { ports } = bench(async function* () {
    yield { type: 'run-start', exchangeId: String(isBroken), attempt: 1 };
    if (!isBroken) yield { type: 'ranking', results: [{ index: 0, score: 1, text: null }] };
    yield isBroken ? end('failed', failure('server', 'no')) : end('done');
  });
  const store = filledStore(ports);
  await store.rank(place);
  const good = store.current().outcome;
  isBroken = true;
  await store.rank(place);
  await store.rank(place);
  expect(store.current().outcome?.calls[0]?.state).toBe('failed');
  expect(store.current().previous).toEqual(good);
  store.change(withPrevious);
  expect(store.current().outcome).toEqual(good);
});

test('a broken connection is reported as a response that broke off', async () => {
  const { ports } = bench(async function* () {
    yield { type: 'run-start', exchangeId: 'a', attempt: 1 } as Part;
    throw new AppError(failure('connection-lost', 'gone'));
  });
  const store = filledStore(ports);
  await store.rank(place);
  expect(store.current().outcome?.calls[0]).toMatchObject({
    state: 'interrupted',
    failure: { code: 'connection-lost' },
  });
});

test('a newer version in the library loses nothing: ours is kept as a copy', async () => {
  const { ports, stored, troubles } = bench();
  const store = filledStore(ports);
  await store.flush();
  const { id } = store.current();
  const theirs = stored.get(id);
  if (!theirs) throw new Error('not saved');
  stored.set(id, { ...theirs, revision: theirs.revision + 1 });
  store.change((set) => ({ ...set, query: 'mine' }));
  await store.flush();
  expect(troubles).toEqual(['conflict']);
  expect(store.current()).toMatchObject({ name: 'mine (copy)', query: 'mine' });
  expect(stored.get(id)?.title).toBe('qq');
});

test('a ranking keeps the place it was made at, and moving the set does not change it', async () => {
  const { ports } = bench();
  const store = filledStore(ports);
  expect(originOf(store.current())).toBeNull();
  await store.rank({ ...place, keyId: 'k', keyAlias: 'main' });
  const origin = { ...place, keyId: 'k', keyAlias: 'main', routeId: 'rerank', model: 'm' };
  store.moveTo({ connectionId: 'd', connectionName: 'Other', keyId: null, keyAlias: null });
  store.change((set) => ({ ...set, model: 'another' }));
  expect(originOf(store.current())).toEqual(origin);
  await store.flush();
  const other = createRankStore({ ...ports, newId: () => 'fresh' });
  await other.open(store.current().id);
  expect(originOf(other.current())).toEqual(origin);
  expect(other.getState().moved).toEqual({});
  await store.rank({ connectionId: 'd', connectionName: 'Other', keyId: null, keyAlias: null });
  expect(originOf(store.current())).toMatchObject({ connectionId: 'd', model: 'another' });
  expect(store.getState().moved).toEqual({});
});

test('a ranking of an earlier version takes its place from the record of its exchange', async () => {
  const { ports, stored } = bench();
  const store = filledStore(ports);
  await store.rank(place);
  const { id } = store.current();
  const row = stored.get(id);
  if (!row) throw new Error('not saved');
  const { outcome, ...set } = JSON.parse(row.content);
  const { place: _place, ...earlier } = outcome;
  stored.set(id, { ...row, content: JSON.stringify({ ...set, outcome: earlier }) });
  const other = createRankStore({ ...ports, newId: () => 'fresh' });
  await other.open(id);
  expect(originOf(other.current())).toMatchObject({ connectionId: 'old', connectionName: 'Old', keyId: 'k' });
});

test('a ranking of an earlier version, with its own names for the same fields, opens in full and is stored in the new ones', async () => {
  const { ports, stored } = bench();
  const store = filledStore(ports);
  await store.rank(place);
  const { id, outcome } = store.current();
  const row = stored.get(id);
  const [call] = outcome?.calls ?? [];
  if (!row || !outcome || !call) throw new Error('not saved');
  const { places, sent, warnings: _warnings, usage: _usage, endMs, ...others } = call;
  const earlier = { ...others, sent: places, sentFlag: sent, warnings: ['odd'], tokens: 7, ms: endMs };
  const { previous: _previous, ...set } = JSON.parse(row.content);
  stored.set(id, { ...row, content: JSON.stringify({ ...set, outcome: { ...outcome, calls: [earlier] } }) });
  const other = createRankStore({ ...ports, newId: () => 'fresh' });
  await other.open(id);
  expect(other.current().previous).toBeNull();
  expect(other.current().outcome?.calls).toEqual([
    {
      ...call,
      warnings: [{ code: '', message: 'odd' }],
      usage: { inputTokens: 7, outputTokens: null, reasoningTokens: null, cachedTokens: null, totalTokens: null },
    },
  ]);
  await other.edit(id, { name: 'named' });
  expect(stored.get(id)?.content).toContain('"places":[0,1,2]');
  expect(stored.get(id)?.content).not.toContain('sentFlag');
});

test('a query alone is not saved as a ranking; its first document makes it one', async () => {
  const { ports, stored } = bench();
  const store = createRankStore(ports);
  store.change((set) => ({ ...set, query: 'hello' }));
  await store.flush();
  expect(stored.size).toBe(0);
  store.change((set) => withTexts(set, ['a'], 'add'));
  await store.flush();
  expect([...stored.values()].map(({ title }) => title)).toEqual(['hello']);
});

test('a new ranking is not retrieved first; a copy with the same documents is', () => {
  const { ports } = bench();
  const store = filledStore(ports);
  const retrieval = { on: true, model: 'e', k: 4 };
  store.change((set) => ({ ...set, retrieval }));
  store.create({ retrieval });
  expect(store.current().retrieval).toEqual(retrieval);
  store.create();
  expect(store.current().retrieval).toEqual({ on: false, model: 'e', k: 20 });
});
