import { expect, test } from 'vitest';
import { createConnectionRows } from '#core/connections/connection-rows.ts';
import { createConnections } from '#core/connections/connections.ts';
import { createKeys } from '#core/keys/keys.ts';
import { createListings } from '#core/models/listings.ts';
import { type ConnectionDraft, connectionDraft } from '#shared/contract/connections.ts';
import { asked } from '../asked.ts';
import { collectChanges } from '../collect-changes.ts';
import { failureOf } from '../failure-of.ts';
import { createMemoryVault } from '../memory-vault.ts';
import { tempDatabase } from '../temp-database.ts';

function openArea(db = tempDatabase()) {
  const { announce, heard } = collectChanges();
  const vault = createMemoryVault();
  const rows = createConnectionRows(db);
  const listings = createListings(db);
  const keys = createKeys({ db, vault, connections: rows, announce });
  const area = createConnections({ db, rows, keys, listings, announce });
  const save = async (draft: Partial<ConnectionDraft>) =>
    area.save(connectionDraft.parse({ name: 'Gate', baseAddress: 'https://gate.example', ...draft }), asked);
  return { db, area, rows, keys, listings, vault, heard, save };
}

test('an address is stored without the version that routes bring, and listed as saved', async () => {
  const { area, save, heard } = openArea();
  const saved = await save({
    baseAddress: ' https://gate.example/team/v1/ ',
    colour: 'prod',
    exposedRoutes: ['a', 'a'],
  });
  expect(saved).toMatchObject({
    name: 'Gate',
    baseAddress: 'https://gate.example/team',
    origin: 'https://gate.example',
    nativeKeyStyle: 'x-vendor-api-key',
    colour: 'prod',
    exposedRoutes: ['a'],
    isDemo: false,
  });
  expect(area.list({}, asked)).toEqual([saved]);
  expect(heard).toEqual([`connections ${saved.id}`]);
});

test('a connection without a name is called by its host', async () => {
  const { save } = openArea();
  expect((await save({ name: '  ', baseAddress: 'https://gate.example:8443/x' })).name).toBe('gate.example:8443');
});

test('saving again changes the one that is there, and its keys stay in use', async () => {
  const { area, save, keys, heard } = openArea();
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
  const { save, keys, listings, heard } = openArea();
  const { id } = await save({});
  const key = await keys.put({ connectionId: id, alias: '', secret: 'sk-1' });
  listings.write(id, 'models', { models: [], listedAt: 1, askedAt: 1, exchangeIds: [], failure: null });
  heard.length = 0;
  const moved = await save({ id, baseAddress: 'https://gate.example:8443' });
  expect(keys.choose(id, undefined)).toMatchObject({
    id: key.id,
    state: 'other-origin',
    origin: 'https://gate.example',
  });
  expect(await keys.take(key.id, moved.origin)).toBeNull();
  expect(listings.find(id, 'models')).toBeNull();
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
  const { area, save } = openArea();
  const failed = await failureOf(() => save({ baseAddress }));
  expect(failed.code).toBe(code);
  expect(failed.hint).not.toBe('');
  expect(JSON.stringify(failed)).not.toContain('hunter2');
  expect(area.list({}, asked)).toEqual([]);
});

test('plain http is for this computer, or for the origin the person accepted', async () => {
  const { save } = openArea();
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
  const { area, save } = openArea();
  const failed = await failureOf(() => save({ headers: [[name, value]] }));
  expect(['bad-draft', 'bad-input']).toContain(failed.code);
  expect(area.list({}, asked)).toEqual([]);
});

test('headers keep their order, case and doubles; blank lines go', async () => {
  const { save } = openArea();
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
  const { save } = openArea();
  expect((await failureOf(() => save({ id: 'gone' }))).code).toBe('not-found-here');
});

test('removing a connection takes its keys out of the vault and its models along', async () => {
  const { area, save, keys, vault, listings, db, heard } = openArea();
  const { id } = await save({});
  const other = await save({ name: 'Other' });
  await keys.put({ connectionId: id, alias: 'a', secret: 'sk-1' });
  await keys.put({ connectionId: id, alias: 'b', secret: 'sk-2' });
  await keys.put({ connectionId: other.id, alias: 'c', secret: 'sk-3' });
  listings.write(id, 'models', { models: [], listedAt: 1, askedAt: 1, exchangeIds: [], failure: null });
  heard.length = 0;
  await area.remove({ id }, asked);
  expect(area.list({}, asked)).toEqual([other]);
  expect([...vault.secrets.values()]).toEqual(['sk-3']);
  expect(db.sql.prepare('SELECT count(*) AS n FROM model_listings').get()).toEqual({ n: 0 });
  expect(heard).toContain(`connections ${id}`);
  await area.remove({ id }, asked);
});

test("the demo's address is not the person's to change", async () => {
  const { rows, save } = openArea();
  const demo = { ...(await save({ baseAddress: 'http://127.0.0.1:4010' })), isDemo: true };
  rows.write(demo);
  expect(await save({ id: demo.id, name: 'My demo', baseAddress: 'https://elsewhere.example' })).toEqual({
    ...demo,
    name: 'My demo',
  });
});
