import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ConnectionDraft } from '#shared/contract/connections.ts';
import { asked } from '../../../../support/core/asked.ts';
import { failureOf } from '../../../../support/core/failure-of.ts';
import { createMemoryVault } from '../../../../support/core/memory-vault.ts';
import { authority, trusted } from '../../../../support/exchange/certificates.ts';
import { openConnections } from './open-connections.ts';

test('an address is stored without the version that routes bring, and listed as saved', async () => {
  const { area, save, heard } = await openConnections();
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
  expect(area.list({}, asked)).toEqual([saved]);
  expect(heard).toEqual([`connections ${saved.id}`]);
});

test('a connection without a name is called by its host', async () => {
  const { save } = await openConnections();
  expect((await save({ name: '  ', baseAddress: 'https://gate.example:8443/x' })).name).toBe('gate.example:8443');
});

test('a name loses the characters that nobody sees, as the alias of a key does', async () => {
  const { save } = await openConnections();
  expect((await save({ name: 'a\u0007\u001b[31mb\0\u202e c\u200b' })).name).toBe('a[31mb c');
});

test('saving again changes the one that is there, and its keys stay in use', async () => {
  const { area, save, keys, heard } = await openConnections();
  const { id, createdAt } = await save({});
  await keys.put({ connectionId: id, alias: '', secret: 'sk-1' });
  heard.length = 0;
  const changed = await save({ id, name: 'Other', baseAddress: 'https://gate.example/v1beta' });
  expect(changed).toMatchObject({ id, createdAt, name: 'Other', baseAddress: 'https://gate.example' });
  expect(area.list({}, asked)).toHaveLength(1);
  expect(keys.choose(id, undefined)?.state).toBe('ready');
  expect(heard).toEqual([`connections ${id}`]);
});

test('another origin takes the keys out of use and forgets the models', async () => {
  const { save, keys, listings, heard } = await openConnections();
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
  heard.length = 0;
  const moved = await save({ id, baseAddress: 'https://gate.example:8443' });
  expect(keys.choose(id, undefined)).toMatchObject({
    id: key.id,
    state: 'other-origin',
    origin: 'https://gate.example',
  });
  expect(await keys.take(key.id, moved.origin)).toBeNull();
  expect(listings.find({ connectionId: id, keyId: null }, 'models')).toBeNull();
  expect(heard).toEqual([`connections ${id}`, 'keys', 'models']);
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
  expect(area.list({}, asked)).toEqual([]);
});

test('plain http is for this computer, or for the origin the person accepted', async () => {
  const { save } = await openConnections();
  expect((await save({ baseAddress: 'http://127.0.0.1:8080', acceptedInsecure: true })).acceptedInsecure).toBe(false);
  const accepted = await save({ baseAddress: 'http://gate.example', acceptedInsecure: true });
  expect(accepted).toMatchObject({ origin: 'http://gate.example', acceptedInsecure: true });
  // The yes belonged to plain http: a safe address does not keep it for later.
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
  expect(area.list({}, asked)).toEqual([]);
});

test('headers keep their order, case and doubles; blank lines go', async () => {
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

test('a connection that was removed elsewhere is not brought back under its id', async () => {
  const { save } = await openConnections();
  expect((await failureOf(() => save({ id: 'gone' }))).code).toBe('not-found-here');
});

test('removing a connection takes its keys out of the vault and its models along', async () => {
  const { area, save, keys, vault, listings, db, heard } = await openConnections();
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
  heard.length = 0;
  await area.remove({ id }, asked);
  expect(area.list({}, asked)).toEqual([other]);
  expect([...vault.secrets.values()]).toEqual(['sk-3']);
  expect(db.sql.prepare('SELECT count(*) AS n FROM model_listings').get()).toEqual({ n: 0 });
  expect(heard).toContain(`connections ${id}`);
  await area.remove({ id }, asked);
});

test("the demo's address is not the person's to change", async () => {
  const { rows, save } = await openConnections();
  const demo = { ...(await save({ baseAddress: 'http://127.0.0.1:4010' })), isDemo: true };
  rows.write(demo);
  expect(await save({ id: demo.id, name: 'My demo', baseAddress: 'https://elsewhere.example' })).toEqual({
    ...demo,
    name: 'My demo',
  });
});

test('how a connection reaches its gateway is stored as it was chosen', async () => {
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
  expect(area.list({}, asked)).toEqual([saved]);
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
  ['a proxy that can not be read', { proxy: { mode: 'custom', address: 'http://[' } }, 'invalid-address'],
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
  ['a login in what can not be read', { proxy: { mode: 'none', address: 'http://me:hunter2@[' } }, 'invalid-address'],
  ['a private key as certificate', { extraCa: { name: 'x', pem: trusted.key } }, 'bad-input'],
])('%s is refused, and nothing is saved', async (_what, draft, code) => {
  const { area, save } = await openConnections();
  const failed = await failureOf(() => save(draft));
  expect(failed.code).toBe(code);
  expect(failed.hint).not.toBe('');
  expect(JSON.stringify(failed)).not.toMatch(/hunter2|MHcCAQ/);
  expect(area.list({}, asked)).toEqual([]);
});

test('an address of a proxy that is not in use is kept as it was typed', async () => {
  const { save } = await openConnections();
  const proxy = { mode: 'none' as const, address: 'socks5://later', bypass: '', user: '' };
  expect((await save({ proxy })).proxy).toEqual({ ...proxy, hasPassword: false });
});

const own = (address: string) => ({ mode: 'custom' as const, address, user: 'me' });

test("a proxy's password goes to the vault, and only its own proxy gets it", async () => {
  const { area, save, passwords, vault, heard, db } = await openConnections();
  const { id } = await save({ proxy: own('http://proxy.example:3128') });
  heard.length = 0;
  await area.putProxyPassword({ id, password: 'CANARY-pass-word-1' }, asked);
  expect(heard).toEqual([`connections ${id}`]);
  expect([...vault.secrets.values()]).toEqual(['CANARY-pass-word-1']);
  expect((await area.list({}, asked))[0]?.proxy.hasPassword).toBe(true);
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

test("a proxy's password is replaced, forgotten and gone with its connection", async () => {
  const { area, save, passwords, vault } = await openConnections();
  const { id } = await save({ proxy: own('proxy.example:3128') });
  await area.putProxyPassword({ id, password: 'first' }, asked);
  await area.putProxyPassword({ id, password: 'second' }, asked);
  expect([...vault.secrets.values()]).toEqual(['second']);
  await area.putProxyPassword({ id, password: '' }, asked);
  expect(vault.secrets.size).toBe(0);
  expect(await passwords.reveal(id)).toBeNull();
  await area.putProxyPassword({ id, password: 'third' }, asked);
  await area.remove({ id }, asked);
  expect(vault.secrets.size).toBe(0);
  expect((await failureOf(() => area.putProxyPassword({ id, password: 'x' }, asked))).code).toBe('not-found-here');
  const without = await save({});
  expect((await failureOf(() => area.putProxyPassword({ id: without.id, password: 'x' }, asked))).code).toBe(
    'bad-input',
  );
});

test('a vault that refuses the password leaves the old one bound to the old proxy', async () => {
  const vault = createMemoryVault();
  let takes = true;
  const put = (id: string, secret: string) => (takes ? vault.put(id, secret) : Promise.reject(new Error('locked')));
  const { area, save, passwords } = await openConnections({ vault: { ...vault, put } });
  const { id } = await save({ proxy: own('first.example') });
  await area.putProxyPassword({ id, password: 'old' }, asked);
  await save({ id, proxy: own('second.example') });
  takes = false;
  await expect(area.putProxyPassword({ id, password: 'new' }, asked)).rejects.toThrow('locked');
  expect(await passwords.reveal(id)).toBeNull();
  await save({ id, proxy: own('first.example') });
  expect(await passwords.reveal(id)).toBe('old');
});
