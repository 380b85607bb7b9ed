import { expect, onTestFinished, test, vi } from 'vitest';
import { createConnectionRows } from '#core/connections/connection-rows.ts';
import { demoConnection } from '#core/demo-area/demo-area.ts';
import { createKeys } from '#core/keys/keys.ts';
import { createListings } from '#core/models/listings.ts';
import { createModels } from '#core/models/models.ts';
import { createNativeKeyStyles } from '#core/models/native-key-styles.ts';
import type { Perform } from '#core/models/request-listing.ts';
import type { Draft } from '#shared/contract/exchanges.ts';
import { failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { callContext } from '../../../../support/core/call-context.ts';
import { collectChanges } from '../../../../support/core/collect-changes.ts';
import { failureOf } from '../../../../support/core/failure-of.ts';
import { createMemoryVault } from '../../../../support/core/memory-vault.ts';
import { tempDatabase } from '../../../../support/core/temp-database.ts';

const timeline = { headersMs: 5 } as Extract<Part, { type: 'run-end' }>['timeline'];
const broken = failure('server', 'The gateway failed.', { status: 502 });

/** The gateway's response to one request: ids, perhaps with their types, and the next page, or a failure. */
type Answer =
  | { ids: string[]; types?: Record<string, string[]>; nextPage?: string }
  | { failure: typeof broken; ids?: string[] };

function openModels(
  response: (draft: Draft) => Answer,
  db = tempDatabase(),
  delay: (draft: Draft) => Promise<void> | undefined = () => undefined,
) {
  const { announce, announced } = collectChanges();
  const rows = createConnectionRows(db);
  rows.write({ ...demoConnection(rows.find('c1'), 'https://gate.example'), id: 'c1' });
  const keys = createKeys({ db, vault: createMemoryVault(), connections: rows, announce: () => {} });
  const addKey = async (alias: string) => (await keys.put({ connectionId: 'c1', alias, secret: 'sk-1' })).id;
  const drafts: Draft[] = [];
  const perform: Perform = async function* (draft) {
    drafts.push(draft);
    const exchangeId = `x${drafts.length}`;
    await new Promise((resolve) => setImmediate(resolve));
    await delay(draft);
    const said = response(draft);
    yield { type: 'run-start', exchangeId, attempt: 1 };
    if (said.ids) {
      const facts = { name: null, owner: null, endpoints: [], inputTokenLimit: null, outputTokenLimit: null, raw: {} };
      const nextPage = 'nextPage' in said ? (said.nextPage ?? null) : null;
      const types = 'types' in said ? (said.types ?? {}) : {};
      yield {
        type: 'models',
        models: said.ids.map((id) => ({ id, ...facts, endpoints: (Object.hasOwn(types, id) && types[id]) || [] })),
        nextPage,
      };
    }
    const error = 'failure' in said ? said.failure : null;
    const state = error ? 'failed' : 'done';
    yield { type: 'run-end', state, finishReason: null, sent: 'answered', error, exchangeId, timeline };
  };
  const nativeKeys = createNativeKeyStyles(db, { macOf: (...given) => given.join() });
  const listings = createListings(db);
  const exchanges = { perform };
  const area = createModels({ db, listings, nativeKeys, connections: rows, keys, exchanges, announce });
  const list = async (refresh?: boolean, keyId?: string) =>
    area.list({ connectionId: 'c1', ...(refresh && { refresh }), ...(keyId && { keyId }) }, callContext);
  const accept = async (keyId?: string) =>
    area.acceptChanges({ connectionId: 'c1', ...(keyId && { keyId }) }, callContext);
  return { area, list, accept, drafts, announced, rows, keys, addKey, db };
}

const idsOf = (list: { models: { id: string }[] }) => list.models.map(({ id }) => id);
const isNative = (draft: Draft) => draft.routeId === 'native.models';

test('nothing is requested until the user refreshes', async () => {
  const { list, drafts } = openModels(() => ({ ids: ['a'] }));
  expect(await list()).toEqual({
    models: [],
    asOf: null,
    exchangeIds: [],
    failures: [],
    surfaces: [],
    nativeKeyStyle: null,
    latencyMs: null,
    listedBy: {},
    changes: [],
    changesSince: null,
  });
  expect(drafts).toEqual([]);
});

test('both listings are joined and stored, also across a restart', async () => {
  const response = (draft: Draft): Answer => (isNative(draft) ? { ids: ['b', 'c'] } : { ids: ['b', 'a'] });
  const { list, drafts, announced, addKey, db } = openModels(response);
  const keyId = await addKey('work');
  const before = Date.now();
  const listed = await list(true);
  expect(idsOf(listed)).toEqual(['a', 'b', 'c']);
  expect(listed).toMatchObject({
    exchangeIds: ['x1', 'x2'],
    failures: [],
    listedBy: { a: ['compatible'], b: ['compatible', 'native'], c: ['native'] },
    changes: [],
    changesSince: listed.asOf,
  });
  expect(listed.asOf).toBeGreaterThanOrEqual(before);
  expect(drafts).toMatchObject(
    ['models', 'native.models'].map((routeId) => ({
      connectionId: 'c1',
      keyId,
      routeId,
      body: { kind: 'none' },
    })),
  );
  // One for each listing as it arrives, and one for the first accepted list.
  expect(announced).toEqual(['models c1', 'models c1', 'models c1']);
  expect(await openModels(() => ({ ids: [] }), db).list()).toEqual(listed);
});

test('pages of `/v1` are followed too, and a repeated page ends the listing', async () => {
  const { list, drafts } = openModels((draft) => {
    const page = Number(draft.query[0]?.[1] ?? 0);
    return isNative(draft) ? { ids: [] } : { ids: [`n${page}`], nextPage: String(Math.min(page + 1, 2)) };
  });
  expect(idsOf(await list(true))).toEqual(['n0', 'n1', 'n2']);
  const queries = drafts.filter((draft) => !isNative(draft)).map(({ query }) => query);
  expect(queries).toEqual([[], [['after_id', '1']], [['after_id', '2']]]);
});

test('native pages are followed to the last one', async () => {
  const { list, drafts } = openModels((draft) => {
    const page = Number(draft.query[0]?.[1] ?? 0);
    return isNative(draft) && page < 3 ? { ids: [`n${page}`], nextPage: String(page + 1) } : { ids: [`n${page}`] };
  });
  expect(idsOf(await list(true))).toEqual(['n0', 'n1', 'n2', 'n3']);
  expect(drafts.filter(isNative).map(({ query }) => query)).toEqual([
    [],
    [['pageToken', '1']],
    [['pageToken', '2']],
    [['pageToken', '3']],
  ]);
});

test('paging stops when a gateway goes in circles or never ends', async () => {
  const circle = openModels((draft) => (isNative(draft) ? { ids: ['n'], nextPage: 'same' } : { ids: [] }));
  expect(idsOf(await circle.list(true))).toEqual(['n']);
  expect(circle.drafts.filter(isNative)).toHaveLength(2);
  let page = 0;
  const endless = openModels((draft) =>
    isNative(draft) ? { ids: [`n${page}`], nextPage: `p${++page}` } : { ids: [] },
  );
  expect(idsOf(await endless.list(true))).toHaveLength(50);
});

test('a silent `/v1` delays the native listing only briefly', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const silent = Promise.withResolvers<void>();
  const { list, announced } = openModels(
    (draft) => ({ ids: [isNative(draft) ? 'n' : 'a'] }),
    undefined,
    (draft) => (isNative(draft) ? undefined : silent.promise),
  );
  const refreshed = list(true);
  await vi.advanceTimersByTimeAsync(2000);
  await vi.waitFor(() => expect(announced).toEqual(['models c1']));
  expect(idsOf(await list())).toEqual(['n']);
  silent.resolve();
  expect(idsOf(await refreshed)).toEqual(['a', 'n']);
  expect(announced).toEqual(['models c1', 'models c1', 'models c1']);
});

test('a failed listing is data, and the other one counts', async () => {
  const { list } = openModels((draft) => (isNative(draft) ? { failure: broken } : { ids: ['a'] }));
  const listed = await list(true);
  expect(idsOf(listed)).toEqual(['a']);
  expect(listed.failures).toEqual([broken]);
  expect(listed.asOf).not.toBeNull();
});

test('a failed refresh keeps the models of the earlier listing and its time', async () => {
  let works = true;
  const { list } = openModels(() => (works ? { ids: ['a'] } : { failure: broken }));
  const first = await list(true);
  works = false;
  const second = await list(true);
  expect(second).toMatchObject({ models: first.models, asOf: first.asOf, failures: [broken, broken] });
  works = true;
  expect((await list(true)).failures).toEqual([]);
});

test('an interrupted first listing shows the pages that arrived', async () => {
  const { list } = openModels((draft) => {
    if (!isNative(draft)) return { ids: [] };
    return draft.query.length > 0 ? { failure: broken } : { ids: ['n0'], nextPage: '1' };
  });
  const listed = await list(true);
  expect(idsOf(listed)).toEqual(['n0']);
  expect(listed.failures).toEqual([broken]);
});

test('two windows that refresh at once cause one pair of requests', async () => {
  const { list, drafts, announced } = openModels(() => ({ ids: ['a'] }));
  await Promise.all([list(true), list(true), list(true, 'other key')]);
  expect(drafts).toHaveLength(4);
  expect(announced).toHaveLength(6);
  await list(true);
  expect(drafts).toHaveLength(6);
});

test('models of an address that changed during the request are not stored', async () => {
  const opened = openModels(() => {
    opened.rows.write({ ...demoConnection(opened.rows.find('c1'), 'https://new.example') });
    return { ids: ['old'] };
  });
  expect(idsOf(await opened.list(true))).toEqual([]);
});

test('a missing connection is a failure, also when it is deleted meanwhile', async () => {
  const opened = openModels(() => {
    opened.rows.remove('c1');
    return { ids: ['a'] };
  });
  expect(idsOf(await opened.list(true))).toEqual([]);
  expect((await failureOf(() => opened.list())).code).toBe('not-found-here');
});

test('a list belongs to its key, and without one to the key that a request would use', async () => {
  const opened = openModels(({ keyId }) => ({ ids: keyId === undefined ? ['open'] : [keyId] }));
  expect(idsOf(await opened.list(true))).toEqual(['open']);
  const first = await opened.addKey('first');
  const second = await opened.addKey('second');
  expect(idsOf(await opened.list())).toEqual([]);
  expect(idsOf(await opened.list(true))).toEqual([first]);
  expect(idsOf(await opened.list(true, second))).toEqual([second]);
  expect(idsOf(await opened.list(false, first))).toEqual([first]);
  await opened.keys.area.enable({ id: first, enabled: false }, callContext);
  expect(idsOf(await opened.list())).toEqual([second]);
  await opened.keys.area.forget({ id: second }, callContext);
  expect(opened.db.sql.prepare('SELECT DISTINCT key_id FROM model_listings').all()).toEqual([
    { key_id: '' },
    { key_id: first },
  ]);
  expect(idsOf(await opened.list(true, second))).toEqual([]);
});

test('the first list is accepted silently; later ones show their differences until they are accepted', async () => {
  let response: (draft: Draft) => Answer = () => ({ ids: ['a', 'b', 'same'], types: { b: ['openai'] } });
  const { list, accept, announced } = openModels((draft) => (isNative(draft) ? { failure: broken } : response(draft)));
  const first = await list(true);
  expect(first).toMatchObject({ changes: [], changesSince: first.asOf, failures: [broken] });
  response = () => ({ ids: ['b', 'c', 'same'], types: { b: ['openai', 'image-generation'] } });
  const second = await list(true);
  expect(second.changes).toEqual([
    { modelId: 'a', what: 'removed', detail: null },
    { modelId: 'b', what: 'changed', detail: 'endpoint types: openai -> image-generation, openai' },
    { modelId: 'c', what: 'added', detail: null },
  ]);
  expect(second.changesSince).toBe(first.asOf);
  expect((await list()).changes).toEqual(second.changes);
  announced.length = 0;
  await accept();
  expect(announced).toEqual(['models c1']);
  expect(await list()).toMatchObject({ changes: [], changesSince: second.asOf });
});

test('a model that leaves one of the two listings has changed', async () => {
  let native = ['a', 'b'];
  const { list } = openModels((draft) => ({ ids: isNative(draft) ? native : ['a', 'b'] }));
  await list(true);
  native = ['a'];
  expect((await list(true)).changes).toEqual([
    { modelId: 'b', what: 'changed', detail: 'listed by: compatible, native -> compatible' },
  ]);
});

test('a listing that fails once or breaks off is not a change', async () => {
  let response: (draft: Draft) => Answer = () => ({ ids: ['a'] });
  const { list } = openModels((draft) => response(draft));
  await list(true);
  response = () => ({ failure: broken });
  expect((await list(true)).changes).toEqual([]);
  const cut = openModels((draft) => {
    if (!isNative(draft)) return { ids: ['a'] };
    return draft.query.length > 0 ? { failure: broken } : { ids: ['n0'], nextPage: '1' };
  });
  expect(await cut.list(true)).toMatchObject({ changes: [], changesSince: null });
});

test('an incomplete list is not accepted, even on request', async () => {
  let works = false;
  const { list, accept } = openModels(() => (works ? { ids: ['a'] } : { failure: broken }));
  await list(true);
  await accept();
  expect(await list()).toMatchObject({ changes: [], changesSince: null });
  works = true;
  expect(await list(true)).toMatchObject({ changes: [], changesSince: expect.any(Number) });
});

test('lists are accepted for one key or for all', async () => {
  let ids = ['a'];
  const { list, accept, addKey } = openModels(() => ({ ids }));
  const first = await addKey('first');
  const second = await addKey('second');
  for (const key of [first, second]) await list(true, key);
  ids = ['b'];
  for (const key of [first, second]) await list(true, key);
  await accept(first);
  expect((await list(false, first)).changes).toEqual([]);
  expect((await list(false, second)).changes).toHaveLength(2);
  await accept();
  expect((await list(false, second)).changes).toEqual([]);
});

test('property names of every object are ordinary ids', async () => {
  const ids = ['__proto__', 'constructor', 'toString'];
  let listed = ids;
  const { list } = openModels(() => ({ ids: listed }));
  const first = await list(true);
  expect(Object.keys(first.listedBy).sort()).toEqual([...ids].sort());
  listed = ['constructor'];
  expect((await list(true)).changes.map(({ modelId, what }) => [modelId, what])).toEqual([
    ['__proto__', 'removed'],
    ['toString', 'removed'],
  ]);
});
