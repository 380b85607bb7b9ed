import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createConnectionRows } from '#core/connections/connection-rows.ts';
import { demoConnection } from '#core/demo-area/demo-area.ts';
import { createKeys } from '#core/keys/keys.ts';
import type { Connection } from '#shared/contract/connections.ts';
import { callContext } from '../../../../support/core/call-context.ts';
import { collectChanges } from '../../../../support/core/collect-changes.ts';
import { failureOf } from '../../../../support/core/failure-of.ts';
import { createMemoryVault } from '../../../../support/core/memory-vault.ts';
import { tempDatabase } from '../../../../support/core/temp-database.ts';

const origin = 'https://gate.example';

function openKeys(db = tempDatabase(), vault = createMemoryVault()) {
  const { announce, announced } = collectChanges();
  const rows = createConnectionRows(db);
  const addConnection = (id: string) => rows.write({ ...demoConnection(null, origin), id, isDemo: false });
  addConnection('c1');
  const keys = createKeys({ db, vault, connections: rows, announce });
  const move = (address: string) => rows.write({ ...demoConnection(rows.find('c1'), address), isDemo: false });
  return { db, vault, keys, announced, rows, addConnection, move };
}

test('a key is stored and only its mask is returned', async () => {
  const { keys, vault, announced, db } = openKeys();
  const secret = 'sk-CANARY-0123456789abcdefghijABCDEFGHIJ01234567';
  const status = await keys.put({ connectionId: 'c1', alias: ' Work\n', secret: `\t${secret} \n\u200b` });
  expect(status).toEqual({
    id: expect.any(String),
    connectionId: 'c1',
    alias: 'Work',
    fingerprint: createHash('sha256').update(secret).digest('hex').slice(0, 6),
    origin,
    protection: 'memory',
    state: 'ready',
    enabled: true,
    createdAt: expect.any(Number),
    lastUsedAt: null,
  });
  expect(await keys.area.status({}, callContext)).toEqual([status]);
  expect(vault.held()).toEqual([secret]);
  expect(announced).toEqual([`keys ${status.id}`]);
  const files = readdirSync(db.folder).map((name) => readFileSync(path.join(db.folder, name), 'latin1'));
  expect(files.filter((content) => content.includes('CANARY'))).toEqual([]);
});

test('no two keys of a connection share a name', async () => {
  const { keys, addConnection } = openKeys();
  addConnection('c2');
  const put = async (connectionId: string, alias: string, id?: string) =>
    (await keys.put({ id, connectionId, alias, secret: 'sk-1' })).alias;
  expect(await put('c1', 'default')).toBe('default');
  expect(await put('c1', 'default')).toBe('default 2');
  expect(await put('c2', 'default')).toBe('default');
  const [first, second] = keys.listOf('c1');
  expect(await put('c1', 'default', first?.id)).toBe('default');
  await keys.area.rename({ id: second?.id ?? '', alias: 'default' }, callContext);
  expect(keys.listOf('c1').map(({ alias }) => alias)).toEqual(['default', 'default 2']);
});

test('the secret is released for the origin it was entered for and for no other', async () => {
  const { keys } = openKeys();
  const { id } = await keys.put({ connectionId: 'c1', alias: '', secret: 'sk-1' });
  expect(await keys.take(id, origin)).toBe('sk-1');
  for (const other of ['http://gate.example', 'https://gate.example:8443', 'https://evil.example', ''])
    expect(await keys.take(id, other)).toBeNull();
  expect(await keys.take('no such key', origin)).toBeNull();
});

test('entering the key again binds it to the new origin under the same id', async () => {
  const { keys, vault, move } = openKeys();
  const { id } = await keys.put({ connectionId: 'c1', alias: 'Work', secret: 'sk-1' });
  move('https://new.example');
  expect((await keys.area.status({}, callContext))[0]?.state).toBe('other-origin');
  const again = await keys.put({ id, connectionId: 'c1', alias: '', secret: 'sk-2' });
  expect(again).toMatchObject({ id, alias: 'Work', origin: 'https://new.example', state: 'ready' });
  expect(await keys.take(id, 'https://new.example')).toBe('sk-2');
  expect(await keys.take(id, origin)).toBeNull();
  expect(vault.held()).toEqual(['sk-2']);
});

test('restoring the old address makes the key usable again', async () => {
  const { keys, move } = openKeys();
  const { id } = await keys.put({ connectionId: 'c1', alias: '', secret: 'sk-1' });
  move('https://new.example');
  move(origin);
  expect(keys.choose('c1', id)?.state).toBe('ready');
});

test('a key can be replaced only by its own connection', async () => {
  const { keys, addConnection } = openKeys();
  addConnection('c2');
  const { id } = await keys.put({ connectionId: 'c1', alias: '', secret: 'sk-1' });
  const put = (connectionId: string, key: string) =>
    failureOf(() => keys.put({ id: key, connectionId, alias: '', secret: 'sk-2' }));
  expect((await put('c2', id)).code).toBe('not-found-here');
  expect((await put('c1', 'gone')).code).toBe('not-found-here');
  expect((await put('gone', id)).code).toBe('not-found-here');
  expect(await keys.take(id, origin)).toBe('sk-1');
});

test.each([
  ['an inner line break', 'sk-CANARY\nabcdef'],
  ['a NUL', 'sk-CANARY\0abcdef'],
  ['a space inside', 'Bearer sk-CANARYabcdef'],
  ['a sign outside Latin-1', 'sk-CANARY-密钥'],
  ['only blanks', ' \n\t '],
])('a key with %s is refused without being shown', async (_what, secret) => {
  const { keys, vault } = openKeys();
  const thrown = await keys.put({ connectionId: 'c1', alias: '', secret }).catch((error: Error) => error);
  const failed = await failureOf(() => {
    throw thrown;
  });
  expect(failed.code).toBe('invalid-key');
  const said = [inspect(thrown, { depth: 9 }), (thrown as Error).stack, JSON.stringify(failed)].join('\n');
  expect(said).not.toMatch(/CANARY|abcdef|密/);
  expect(vault.held().length).toBe(0);
  expect(await keys.area.status({}, callContext)).toEqual([]);
});

test('keys without a name are numbered', async () => {
  const { keys } = openKeys();
  const names = [];
  for (const alias of ['', 'Mine', '']) names.push((await keys.put({ connectionId: 'c1', alias, secret: 'sk' })).alias);
  expect(names).toEqual(['Key 1', 'Mine', 'Key 3']);
});

test('a draft without a key gets the first usable one; a named one must belong to its connection', async () => {
  const { keys, addConnection, vault } = openKeys();
  addConnection('c2');
  expect(keys.choose('c1', undefined)).toBeNull();
  const first = await keys.put({ connectionId: 'c1', alias: 'first', secret: 'sk-1' });
  const second = await keys.put({ connectionId: 'c1', alias: 'second', secret: 'sk-2' });
  expect(keys.choose('c1', undefined)?.id).toBe(first.id);
  expect(keys.choose('c1', second.id)?.id).toBe(second.id);
  expect(keys.choose('c2', first.id)).toBeNull();
  for (const [id, secret] of vault.secrets) if (secret.includes('sk-1')) vault.secrets.delete(id);
  expect(await keys.take(first.id, origin)).toBeNull();
  expect(keys.choose('c1', undefined)?.id).toBe(second.id);
});

test('a key lost by the keyring is reported, at once and after a restart', async () => {
  const { keys, vault, announced, db } = openKeys();
  const { id } = await keys.put({ connectionId: 'c1', alias: '', secret: 'sk-1' });
  const [[secretId, stored] = ['', '']] = vault.secrets;
  vault.secrets.clear();
  announced.length = 0;
  expect(await keys.take(id, origin)).toBeNull();
  expect(announced).toEqual([`keys ${id}`]);
  expect(keys.choose('c1', id)?.state).toBe('enter-again');
  const restarted = openKeys(db, vault);
  expect(await restarted.keys.area.status({ connectionId: 'c1' }, callContext)).toMatchObject([
    { id, state: 'enter-again' },
  ]);
  vault.secrets.set(secretId, stored);
  expect(await restarted.keys.area.status({ connectionId: 'c1' }, callContext)).toMatchObject([{ id, state: 'ready' }]);
});

test('each key shows how it is stored, where that may differ between keys', async () => {
  const vault = createMemoryVault();
  const { keys } = openKeys(tempDatabase(), Object.assign(vault, { protectionOf: () => 'weak' as const }));
  const put = await keys.put({ connectionId: 'c1', alias: 'main', secret: 'sk-1' });
  expect([put.protection, vault.protection]).toEqual(['weak', 'memory']);
});

test('a vault that rejects a key changes nothing', async () => {
  const vault = createMemoryVault();
  const { keys } = openKeys(tempDatabase(), vault);
  const { id, fingerprint } = await keys.put({ connectionId: 'c1', alias: '', secret: 'sk-1' });
  const broken = { ...vault, put: () => Promise.reject(new Error('the keyring is locked')) };
  const again = openKeys(tempDatabase(), broken).keys;
  await expect(again.put({ connectionId: 'c1', alias: '', secret: 'sk-2' })).rejects.toThrow('locked');
  expect(await again.area.status({}, callContext)).toEqual([]);
  expect(keys.choose('c1', id)?.fingerprint).toBe(fingerprint);
});

test('a forgotten key is removed from the list and the vault; forgetting it twice does nothing', async () => {
  const { keys, vault } = openKeys();
  const { id } = await keys.put({ connectionId: 'c1', alias: '', secret: 'sk-1' });
  await keys.area.forget({ id }, callContext);
  await keys.area.forget({ id }, callContext);
  expect(vault.held().length).toBe(0);
  expect(await keys.area.status({}, callContext)).toEqual([]);
  expect((await failureOf(() => keys.area.rename({ id, alias: 'x' }, callContext))).code).toBe('not-found-here');
});

test('renaming keeps everything else', async () => {
  const { keys, announced } = openKeys();
  const status = await keys.put({ connectionId: 'c1', alias: '', secret: 'sk-1' });
  await keys.area.rename({ id: status.id, alias: ' New\u202e name ' }, callContext);
  expect(await keys.area.status({}, callContext)).toEqual([{ ...status, alias: 'New name' }]);
  expect(announced).toEqual([`keys ${status.id}`, `keys ${status.id}`]);
});

test('a disabled key is never selected, and never released', async () => {
  const { keys, announced } = openKeys();
  const first = await keys.put({ connectionId: 'c1', alias: 'first', secret: 'sk-1' });
  const second = await keys.put({ connectionId: 'c1', alias: 'second', secret: 'sk-2' });
  announced.length = 0;
  await keys.area.enable({ id: first.id, enabled: false }, callContext);
  expect(announced).toEqual([`keys ${first.id}`]);
  expect(keys.choose('c1', undefined)?.id).toBe(second.id);
  expect(await keys.take(first.id, origin)).toBeNull();
  // A named key is found, so that the caller learns that it is disabled.
  expect(keys.choose('c1', first.id)).toMatchObject({ id: first.id, enabled: false });
  await keys.area.enable({ id: second.id, enabled: false }, callContext);
  expect(keys.choose('c1', undefined)).toMatchObject({ enabled: false });
  await keys.area.enable({ id: first.id, enabled: true }, callContext);
  expect(await keys.take(first.id, origin)).toBe('sk-1');
  expect((await failureOf(() => keys.area.enable({ id: 'gone', enabled: true }, callContext))).code).toBe(
    'not-found-here',
  );
});

test('entering a key again does not enable it', async () => {
  const { keys } = openKeys();
  const { id } = await keys.put({ connectionId: 'c1', alias: '', secret: 'sk-1' });
  await keys.area.enable({ id, enabled: false }, callContext);
  expect((await keys.put({ id, connectionId: 'c1', alias: '', secret: 'sk-2' })).enabled).toBe(false);
});

test("the time of a key's last use is announced, but not on every request", async () => {
  const { keys, announced, db } = openKeys();
  const { id } = await keys.put({ connectionId: 'c1', alias: '', secret: 'sk-1' });
  expect(await keys.take(id, origin)).toBe('sk-1');
  expect(keys.listOf('c1')[0]?.lastUsedAt).toBeNull();
  announced.length = 0;
  const before = Date.now();
  keys.noteUse(id);
  const usedAt = keys.listOf('c1')[0]?.lastUsedAt ?? 0;
  expect(usedAt).toBeGreaterThanOrEqual(before);
  keys.noteUse(id);
  expect(announced).toEqual([`keys ${id}`]);
  db.sql.prepare('UPDATE keys SET last_used_at = last_used_at - 61000').run();
  keys.noteUse(id);
  expect(keys.listOf('c1')[0]?.lastUsedAt).toBeGreaterThanOrEqual(usedAt);
  expect(announced).toHaveLength(2);
  expect(keys.choose('c1', id)?.lastUsedAt).toBe((await keys.area.status({}, callContext))[0]?.lastUsedAt);
});

test('a disk that rejects writes does not prevent using a key', async () => {
  const { keys, db } = openKeys();
  const { id } = await keys.put({ connectionId: 'c1', alias: '', secret: 'sk-1' });
  db.sql.exec('PRAGMA query_only = ON');
  expect(() => keys.noteUse(id)).not.toThrow();
  db.sql.exec('PRAGMA query_only = OFF');
});

test('a key from a sealed file stays bound to the origin it came with', async () => {
  const { keys, rows } = openKeys();
  const bound = { alias: 'a', secret: 'sk-1', enabled: true };
  const found = [
    { ...bound, origin },
    { ...bound, origin: 'https://other.example' },
  ];
  const staged = await keys.stageAll(rows.find('c1') as Connection, found);
  expect(keys.listOf('c1')).toEqual([]);
  staged.commit();
  const [here, elsewhere] = keys.listOf('c1');
  expect([here?.state, elsewhere?.state]).toEqual(['ready', 'other-origin']);
  expect([here?.alias, elsewhere?.alias]).toEqual(['a', 'a 2']);
  expect(await keys.take(elsewhere?.id ?? '', origin)).toBeNull();
  expect(await keys.reveal(elsewhere?.id ?? '')).toBe('sk-1');
});

test('protection is reported as the vault reports it', async () => {
  for (const protection of ['keyring', 'weak', 'memory'] as const) {
    const { keys } = openKeys(tempDatabase(), { ...createMemoryVault(), protection });
    expect((await keys.put({ connectionId: 'c1', alias: '', secret: 'sk-1' })).protection).toBe(protection);
  }
});
