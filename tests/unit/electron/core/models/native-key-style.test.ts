import { expect, test } from 'vitest';
import type { ConnectionDraft } from '#shared/contract/connections.ts';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { RunEnd } from '#shared/protocol/part.ts';
import { openCore, readParts } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';
import { goodKey, type NativeRefusal, type Reads, startKeyGateway } from '../../../../support/key-gateways.ts';

async function open(
  reads: readonly Reads[],
  {
    refusal,
    secret = goodKey,
    ...draft
  }: { refusal?: NativeRefusal; secret?: string | null } & Partial<ConnectionDraft> = {},
) {
  const gateway = await startKeyGateway(reads, refusal);
  const core = await openCore({ dataFolder: tempFolder() });
  const { client } = core;
  const connection = await client.connections.save({ name: 'gate', baseAddress: gateway.url, ...draft });
  const connectionId = connection.id;
  if (secret !== null) await client.keys.put({ connectionId, alias: 'k', secret });
  const list = (more: { tryQueryKey?: boolean } = {}) => client.models.list({ connectionId, refresh: true, ...more });
  const post = async (change: Partial<DraftInput> = {}): Promise<RunEnd> => {
    const body = { kind: 'json' as const, text: JSON.stringify({ contents: [{ parts: [{ text: 'Hi' }] }] }) };
    const draft = {
      connectionId,
      routeId: 'native.generateContent' as const,
      params: { model: 'm-1' },
      body,
      ...change,
    };
    return (await readParts(client.exchanges.run(draft))).at(-1) as RunEnd;
  };
  return { ...core, gateway, connection, connectionId, list, post };
}

const native = (heard: readonly string[]) => heard.filter((line) => line.includes('/v1beta'));
const surfaceOf = ({ surfaces }: { surfaces: { surface: string }[] }) =>
  surfaces.find(({ surface }) => surface === 'native');

test.each([
  ['x-goog-api-key', ['x-goog-api-key']],
  ['x-vendor-api-key', ['x-goog-api-key', 'x-vendor-api-key']],
  ['bearer', ['x-goog-api-key', 'x-vendor-api-key', 'bearer']],
] as const)('a new connection learns that native routes take %s, and keeps using it', async (style, tried) => {
  for (const refusal of ['new-api', 'litellm'] as const) {
    const { gateway, connection, list, post, client } = await open([style], { refusal });
    expect(connection.nativeKeyStyle).toBe('auto');
    const listed = await list();
    expect(listed).toMatchObject({
      nativeKeyStyle: style,
      failures: [],
      listedBy: { 'm-1': ['compatible', 'native'] },
    });
    expect(surfaceOf(listed)).toMatchObject({ state: 'listed', tried: tried.map((one) => ({ style: one })) });
    expect(native(gateway.heard)).toEqual(tried.map((one) => `GET /v1beta/models ${one}`));
    gateway.heard.length = 0;
    expect(await post()).toMatchObject({ state: 'done', error: null });
    await list();
    expect(native(gateway.heard)).toEqual([
      `POST /v1beta/models/m-1:generateContent ${style}`,
      `GET /v1beta/models ${style}`,
    ]);
    // Each attempt is its own exchange, with the key left out.
    const recorded = await client.exchanges.list({ routeId: 'native.models' });
    expect(recorded).toHaveLength(tried.length + 1);
    for (const { id, origin } of recorded) {
      expect(origin).toBe('core');
      expect(JSON.stringify(await client.exchanges.get({ id }))).not.toContain(goodKey);
    }
  }
});

test('the key is put into the address only with consent, and then stays there', async () => {
  const { gateway, list, post, client } = await open(['query']);
  expect(surfaceOf(await list())).toMatchObject({ state: 'not-offered', failure: { status: 401 } });
  expect(gateway.heard.join()).not.toContain('query');
  const listed = await list({ tryQueryKey: true });
  expect(listed).toMatchObject({ nativeKeyStyle: 'query', failures: [] });
  expect(native(gateway.heard).at(-1)).toBe('GET /v1beta/models query');
  expect(await post()).toMatchObject({ state: 'done' });
  expect(native(gateway.heard).at(-1)).toBe('POST /v1beta/models/m-1:generateContent query');
  for (const { id, address } of await client.exchanges.list({})) {
    expect(address).not.toContain(goodKey);
    expect(JSON.stringify(await client.exchanges.get({ id }))).not.toContain(goodKey);
  }
});

test.each([
  ['absent', 404, ['x-goog-api-key']],
  ['new-api', 401, ['x-goog-api-key', 'x-vendor-api-key', 'bearer']],
] as const)('a gateway without native routes (%s) is a fact, not a failure', async (refusal, status, tried) => {
  const { list, gateway } = await open([], { refusal });
  const listed = await list();
  expect(listed).toMatchObject({ failures: [], nativeKeyStyle: null });
  expect(surfaceOf(listed)).toMatchObject({ state: 'not-offered', failure: { status } });
  expect(native(gateway.heard)).toEqual(tried.map((style) => `GET /v1beta/models ${style}`));
});

test('a 404 behind a check of the key settles the style, and native requests say that the route is absent', async () => {
  const { list, post, gateway } = await open([], { refusal: 'key-first' });
  const listed = await list();
  expect(surfaceOf(listed)).toMatchObject({ state: 'not-offered', failure: { status: 404 } });
  expect(listed).toMatchObject({ failures: [], nativeKeyStyle: 'bearer' });
  gateway.heard.length = 0;
  expect((await post()).error).toMatchObject({ code: 'route-absent', status: 404 });
  await list();
  expect(native(gateway.heard)).toEqual([
    'POST /v1beta/models/m-1:generateContent bearer',
    'GET /v1beta/models bearer',
  ]);
});

test('a pinned style is the only one that is sent, and its refusal is not a refusal of the key', async () => {
  const { list, post, gateway, client } = await open(['x-goog-api-key'], { nativeKeyStyle: 'x-vendor-api-key' });
  const listed = await list();
  expect(listed).toMatchObject({ failures: [], nativeKeyStyle: 'x-vendor-api-key' });
  expect(surfaceOf(listed)).toMatchObject({
    state: 'key-style',
    failure: { code: 'key-style', status: 401, gatewayMessage: expect.stringContaining('Invalid token') },
  });
  const { error } = await post();
  expect(error).toMatchObject({
    code: 'key-style',
    message:
      'The native routes rejected the key in the header x-vendor-api-key (status 401), but /v1 accepts this key.',
    hint: 'Set the native key style to auto, or select another one.',
  });
  // A request that may create something is sent once.
  expect(native(gateway.heard)).toEqual([
    'GET /v1beta/models x-vendor-api-key',
    'POST /v1beta/models/m-1:generateContent x-vendor-api-key',
  ]);
  const { verdict } = await client.exchanges.get({ id: error?.exchangeId ?? '' });
  expect(verdict).toContain('the way the key was sent is not accepted, but /v1 accepts the key');
});

test.each(['x-goog-api-key', 'x-vendor-api-key', 'bearer', 'query'] as const)('%s can be pinned', async (style) => {
  const { list, post, gateway } = await open([style], { nativeKeyStyle: style });
  expect(await list()).toMatchObject({ nativeKeyStyle: style, failures: [] });
  expect(await post()).toMatchObject({ state: 'done' });
  expect(native(gateway.heard).map((line) => line.split(' ').at(-1))).toEqual([style, style]);
});

test('a 500 of LiteLLM on a native route suggests the key style, not a wrong key', async () => {
  const { list, post } = await open(['x-goog-api-key'], { refusal: 'litellm', nativeKeyStyle: 'x-vendor-api-key' });
  const [failure] = (await list()).failures;
  expect(failure).toMatchObject({
    code: 'server',
    status: 500,
    hint: expect.stringContaining('/v1 accepts this key'),
  });
  expect((await post()).error).toMatchObject({
    code: 'server',
    hint: expect.stringContaining('native key style to auto'),
  });
});

test("a refusal where the native listing works in the same style is left to the gateway's message", async () => {
  const { list, post, gateway } = await open(['x-goog-api-key']);
  await list();
  gateway.set({ reads: [] });
  expect((await post()).error).toMatchObject({ code: 'auth' });
  // The gateway listed before: it has the routes.
  expect(surfaceOf(await list())).toMatchObject({ state: 'key-style' });
});

test('a wrong key is refused, and not retried in every style', async () => {
  const { list, gateway } = await open(['x-vendor-api-key'], { secret: 'sk-wrong-key-4711' });
  expect((await list()).failures).toMatchObject([{ code: 'auth' }, { code: 'auth' }]);
  expect(gateway.heard).toEqual(['GET /v1/models bearer', 'GET /v1beta/models x-goog-api-key']);
});

test('without a key the failure is that none was sent', async () => {
  const { list, post, connectionId, client, gateway } = await open(['x-goog-api-key'], { secret: null });
  expect((await list()).failures).toMatchObject([{ code: 'key-missing' }, { code: 'key-missing' }]);
  expect(gateway.heard).toEqual(['GET /v1/models none', 'GET /v1beta/models none']);
  const { error } = await post();
  expect(error).toMatchObject({
    code: 'key-missing',
    message: 'The gateway requires a key, but none was sent (status 401).',
    hint: 'Add a key to this connection, then send again.',
  });
  const { verdict } = await client.exchanges.get({ id: error?.exchangeId ?? '' });
  expect(verdict).toContain('a key is required, but none was sent');
  // A header set by the user may have been the key.
  const own = await post({ headers: [['x-api-key', 'some-key-of-mine']] });
  expect(own.error).toMatchObject({ code: 'auth' });
  expect(connectionId).not.toBe('');
});

test('the style learned with another key of the connection is tried first', async () => {
  const { list, gateway, client, connectionId } = await open(['bearer']);
  await list();
  gateway.heard.length = 0;
  const { id: keyId } = await client.keys.put({ connectionId, alias: 'second', secret: goodKey });
  expect(await client.models.list({ connectionId, keyId, refresh: true })).toMatchObject({ nativeKeyStyle: 'bearer' });
  expect(native(gateway.heard)).toEqual(['GET /v1beta/models bearer']);
});

test('changing the address forgets what was learned', async () => {
  const { list, client, connection, connectionId } = await open(['bearer']);
  await list();
  await client.connections.save({ id: connectionId, name: connection.name, baseAddress: 'http://127.0.0.1:9' });
  expect((await client.models.list({ connectionId })).nativeKeyStyle).toBeNull();
});
