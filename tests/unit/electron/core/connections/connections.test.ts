import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ConnectionDraft } from '#shared/contract/connections.ts';
import { callContext } from '../../../../support/core/call-context.ts';
import { failureOf } from '../../../../support/core/failure-of.ts';
import { createMemoryVault } from '../../../../support/core/memory-vault.ts';
import { authority, trusted } from '../../../../support/exchange/certificates.ts';
import { openConnections } from './open-connections.ts';

test('an address is stored without the version that routes add, and listed as saved', async () => {
  const { area, save, announced } = await openConnections();
  const saved = await save({
    baseAddress: ' https://gate.example/team/v1/ ',
    colour: 'prod',
    exposedRoutes: ['a', 'a'],
  });
  expect(saved).toMatchObject({
    name: 'Gate',
    baseAddress: 'https://gate.example/team',
    origin: 'https://gate.example',
    nativeKeyStyle: 'auto',
    colour: 'prod',
    exposedRoutes: ['a'],
    isDemo: false,
  });
  expect(area.list({}, callContext)).toEqual([saved]);
  expect(announced).toEqual([`connections ${saved.id}`]);
});

test('a connection without a name is named after its host', async () => {
  const { save } = await openConnections();
  expect((await save({ name: '  ', baseAddress: 'https://gate.example:8443/x' })).name).toBe('gate.example:8443');
});

test('invisible characters are removed from a name, as from the alias of a key', async () => {
  const { save } = await openConnections();
  expect((await save({ name: 'a\u0007\u001b[31mb\0\u202e c\u200b' })).name).toBe('a[31mb c');
});

test('saving again updates the existing connection, and its keys stay usable', async () => {
  const { area, save, keys, announced } = await openConnections();
  const { id, createdAt } = await save({});
  await keys.put({ connectionId: id, alias: '', secret: 'sk-1' });
  announced.length = 0;
  const changed = await save({ id, name: 'Other', baseAddress: 'https://gate.example/v1beta' });
  expect(changed).toMatchObject({ id, createdAt, name: 'Other', baseAddress: 'https://gate.example' });
  expect(area.list({}, callContext)).toHaveLength(1);
  expect(keys.choose(id, undefined)?.state).toBe('ready');
  expect(announced).toEqual([`connections ${id}`]);
});

test('changing the origin makes the keys unusable and forgets the models', async () => {
  const { save, keys, listings, announced } = await openConnections();
  const { id } = await save({});
  const key = await keys.put({ connectionId: id, alias: '', secret: 'sk-1' });
  listings.write({ connectionId: id, keyId: null }, 'models', {
    models: [],
    listedAt: 1,
    askedAt: 1,
    exchangeIds: [],
    failure: null,
    latencyMs: null,
    tried: [],
  });
  announced.length = 0;
  const moved = await save({ id, baseAddress: 'https://gate.example:8443' });
  expect(keys.choose(id, undefined)).toMatchObject({
    id: key.id,
    state: 'other-origin',
    origin: 'https://gate.example',
  });
  expect(await keys.take(key.id, moved.origin)).toBeNull();
  expect(listings.find({ connectionId: id, keyId: null }, 'models')).toBeNull();
  expect(announced).toEqual([`connections ${id}`, 'keys', 'models']);
});

test.each([
  ['gate.example', 'invalid-address'],
  ['', 'invalid-address'],
  ['ftp://gate.example', 'invalid-address'],
  ['https://user:hunter2@gate.example', 'invalid-address'],
  ['https://gate .example', 'invalid-address'],
  ['http://gate.example', 'insecure-address'],
])('the address "%s" is refused as %s, and nothing is saved', async (baseAddress, code) => {
  const { area, save } = await openConnections();
  const failed = await failureOf(() => save({ baseAddress }));
  expect(failed.code).toBe(code);
  expect(failed.hint).not.toBe('');
  expect(JSON.stringify(failed)).not.toContain('hunter2');
  expect(area.list({}, callContext)).toEqual([]);
});

test('plain http is allowed for this computer, or for the origin the user accepted', async () => {
  const { save } = await openConnections();
  expect((await save({ baseAddress: 'http://127.0.0.1:8080', acceptedInsecure: true })).acceptedInsecure).toBe(false);
  const accepted = await save({ baseAddress: 'http://gate.example', acceptedInsecure: true });
  expect(accepted).toMatchObject({ origin: 'http://gate.example', acceptedInsecure: true });
  // The consent belonged to plain http: switching to a safe address discards it.
  expect(
    (await save({ id: accepted.id, baseAddress: 'https://gate.example', acceptedInsecure: true })).acceptedInsecure,
  ).toBe(false);
});

test.each([
  ['Authorization', 'Bearer x'],
  ['x-vendor-api-key', 'x'],
  ['Host', 'other.example'],
  ['Content-Length', '5'],
  ['Transfer-Encoding', 'chunked'],
  ['Connection', 'close'],
  ['X Spaced', 'x'],
  ['X-Colon:', 'x'],
  ['X-Break\r\nX-More', 'x'],
  ['', 'value without a name'],
  ['X-Fine', 'one\r\nX-Two: two'],
  ['X-Fine', 'nul\0'],
  ['X-Fine', '網關'],
])('the header %j with %j is refused', async (name, value) => {
  const { area, save } = await openConnections();
  const failed = await failureOf(() => save({ headers: [[name, value]] }));
  expect(['bad-draft', 'bad-input']).toContain(failed.code);
  expect(area.list({}, callContext)).toEqual([]);
});

test('headers keep their order, case and duplicates; blank lines are removed', async () => {
  const { save } = await openConnections();
  const headers: [string, string][] = [
    ['X-Team', ' red '],
    ['', ''],
    ['x-team', 'blue'],
  ];
  expect((await save({ headers })).headers).toEqual([
    ['X-Team', 'red'],
    ['x-team', 'blue'],
  ]);
});

test('a connection removed elsewhere is not restored under its id', async () => {
  const { save } = await openConnections();
  expect((await failureOf(() => save({ id: 'gone' }))).code).toBe('not-found-here');
});

test('removing a connection deletes its keys from the vault and its models', async () => {
  const { area, save, keys, vault, listings, db, announced } = await openConnections();
  const { id } = await save({});
  const other = await save({ name: 'Other' });
  await keys.put({ connectionId: id, alias: 'a', secret: 'sk-1' });
  await keys.put({ connectionId: id, alias: 'b', secret: 'sk-2' });
  await keys.put({ connectionId: other.id, alias: 'c', secret: 'sk-3' });
  listings.write({ connectionId: id, keyId: null }, 'models', {
    models: [],
    listedAt: 1,
    askedAt: 1,
    exchangeIds: [],
    failure: null,
    latencyMs: null,
    tried: [],
  });
  announced.length = 0;
  await area.remove({ id }, callContext);
  expect(area.list({}, callContext)).toEqual([other]);
  expect(vault.held()).toEqual(['sk-3']);
  expect(db.sql.prepare('SELECT count(*) AS n FROM model_listings').get()).toEqual({ n: 0 });
  expect(announced).toContain(`connections ${id}`);
  await area.remove({ id }, callContext);
});

test("the user cannot change the demo's address", async () => {
  const { rows, save } = await openConnections();
  const demo = { ...(await save({ baseAddress: 'http://127.0.0.1:4010' })), isDemo: true };
  rows.write(demo);
  expect(await save({ id: demo.id, name: 'My demo', baseAddress: 'https://elsewhere.example' })).toEqual({
    ...demo,
    name: 'My demo',
  });
});

test('proxy and TLS settings of a connection are stored as selected', async () => {
  const { area, save } = await openConnections();
  const saved = await save({
    proxy: { mode: 'custom', address: ' proxy.example:3128 ', bypass: ' .corp.example ', user: ' me ' },
    extraCa: { name: '', pem: `  ${authority}` },
    deadlines: { idleMs: 5000, totalMs: null, connectMs: undefined },
    retries: 2,
  });
  expect(saved).toMatchObject({
    proxy: {
      mode: 'custom',
      address: 'http://proxy.example:3128',
      bypass: '.corp.example',
      user: 'me',
      hasPassword: false,
    },
    extraCa: { name: 'certificate', pem: authority },
    retries: 2,
  });
  expect(saved.deadlines).toEqual({ idleMs: 5000, totalMs: null });
  expect(area.list({}, callContext)).toEqual([saved]);
  const plain = await save({ id: saved.id });
  expect(plain).toMatchObject({
    proxy: { mode: 'system', address: '', bypass: '', user: '', hasPassword: false },
    extraCa: { name: '', pem: '' },
    deadlines: {},
    retries: 0,
  });
});

test.each<[what: string, draft: Partial<ConnectionDraft>, code: string]>([
  ['no address of the own proxy', { proxy: { mode: 'custom' } }, 'invalid-address'],
  [
    'a proxy that is no HTTP proxy',
    { proxy: { mode: 'custom', address: 'socks5://proxy.example' } },
    'invalid-address',
  ],
  ['a proxy that cannot be read', { proxy: { mode: 'custom', address: 'http://[' } }, 'invalid-address'],
  [
    'a login in the proxy',
    { proxy: { mode: 'custom', address: 'http://me:hunter2@proxy.example' } },
    'invalid-address',
  ],
  [
    'a login in a proxy that is not used',
    { proxy: { mode: 'none', address: 'me:hunter2@proxy.example' } },
    'invalid-address',
  ],
  ['a login in what cannot be read', { proxy: { mode: 'none', address: 'http://me:hunter2@[' } }, 'invalid-address'],
  ['a private key as certificate', { extraCa: { name: 'x', pem: trusted.key } }, 'bad-input'],
])('%s is refused, and nothing is saved', async (_what, draft, code) => {
  const { area, save } = await openConnections();
  const failed = await failureOf(() => save(draft));
  expect(failed.code).toBe(code);
  expect(failed.hint).not.toBe('');
  expect(JSON.stringify(failed)).not.toMatch(/hunter2|MHcCAQ/);
  expect(area.list({}, callContext)).toEqual([]);
});

test('the address of an unused proxy is stored as typed', async () => {
  const { save } = await openConnections();
  const proxy = { mode: 'none' as const, address: 'socks5://later', bypass: '', user: '' };
  expect((await save({ proxy })).proxy).toEqual({ ...proxy, hasPassword: false });
});

const own = (address: string) => ({ mode: 'custom' as const, address, user: 'me' });

test("a proxy's password is stored in the vault, and sent only to its own proxy", async () => {
  const { area, save, passwords, vault, announced, db } = await openConnections();
  const { id } = await save({ proxy: own('http://proxy.example:3128') });
  announced.length = 0;
  await area.putProxyPassword({ id, password: 'CANARY-pass-word-1' }, callContext);
  expect(announced).toEqual([`connections ${id}`]);
  expect(vault.held()).toEqual(['CANARY-pass-word-1']);
  expect((await area.list({}, callContext))[0]?.proxy.hasPassword).toBe(true);
  expect(await passwords.reveal(id)).toBe('CANARY-pass-word-1');
  for (const address of ['http://proxy.example:3129', 'https://proxy.example:3128', 'http://evil.example:3128']) {
    expect((await save({ id, proxy: own(address) })).proxy.hasPassword).toBe(false);
    expect(await passwords.reveal(id)).toBeNull();
  }
  expect((await save({ id, proxy: own('proxy.example:3128') })).proxy.hasPassword).toBe(true);
  const files = readdirSync(db.folder).map((name) => path.join(db.folder, name));
  const contents = files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, 'latin1'));
  expect(contents.filter((content) => content.includes('CANARY'))).toEqual([]);
});

test("a proxy's password is replaced, forgotten, and deleted with its connection", async () => {
  const { area, save, passwords, vault } = await openConnections();
  const { id } = await save({ proxy: own('proxy.example:3128') });
  await area.putProxyPassword({ id, password: 'first' }, callContext);
  await area.putProxyPassword({ id, password: 'second' }, callContext);
  expect(vault.held()).toEqual(['second']);
  await area.putProxyPassword({ id, password: '' }, callContext);
  expect(vault.held().length).toBe(0);
  expect(await passwords.reveal(id)).toBeNull();
  await area.putProxyPassword({ id, password: 'third' }, callContext);
  await area.remove({ id }, callContext);
  expect(vault.held().length).toBe(0);
  expect((await failureOf(() => area.putProxyPassword({ id, password: 'x' }, callContext))).code).toBe(
    'not-found-here',
  );
  const without = await save({});
  expect((await failureOf(() => area.putProxyPassword({ id: without.id, password: 'x' }, callContext))).code).toBe(
    'bad-input',
  );
});

test('a vault that refuses the password leaves the old one bound to the old proxy', async () => {
  const vault = createMemoryVault();
  let takes = true;
  const put = (id: string, secret: string) => (takes ? vault.put(id, secret) : Promise.reject(new Error('locked')));
  const { area, save, passwords } = await openConnections({ vault: { ...vault, put } });
  const { id } = await save({ proxy: own('first.example') });
  await area.putProxyPassword({ id, password: 'old' }, callContext);
  await save({ id, proxy: own('second.example') });
  takes = false;
  await expect(area.putProxyPassword({ id, password: 'new' }, callContext)).rejects.toThrow('locked');
  expect(await passwords.reveal(id)).toBeNull();
  await save({ id, proxy: own('first.example') });
  expect(await passwords.reveal(id)).toBe('old');
});
