import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { readEntry } from '#core/keys/secret-entry.ts';
import { archiveOf, editArchive, editHistory, inPieces } from '../../support/core/edit-archive.ts';
import { createMemoryVault, type MemoryVault } from '../../support/core/memory-vault.ts';
import { openCore, readParts } from '../../support/core/open-core.ts';
import { tempFolder } from '../../support/core/temp-folder.ts';
import { canariesIn, canaryKey } from '../../support/exchange/canary.ts';
import { authority, otherName } from '../../support/exchange/certificates.ts';
import { startTunnelProxy } from '../../support/exchange/tunnel-proxy.ts';
import { json, startRecordingServer } from '../../support/exchange/wire-server.ts';

const listing = { object: 'list', data: [{ id: 'm-1', object: 'model' }] };

async function serve(...secure: [{ cert: string; key: string }?]) {
  const server = await startRecordingServer(({ socket }) => socket.write(json(listing)), ...secure);
  onTestFinished(() => server.close());
  return { ...server, heads: () => server.requests.map(({ head }) => head).join('\n') };
}

type Core = Awaited<ReturnType<typeof openCore>>;

/** A core of a user whose vault survives restarts, as a keychain does. */
async function openUser(vault: MemoryVault, dataFolder = tempFolder()) {
  let core: Core = await openCore({ dataFolder, vault });
  return {
    dataFolder,
    get core() {
      return core;
    },
    async restart(between: () => void = () => {}) {
      await core.close();
      between();
      core = await openCore({ dataFolder, vault });
      return core;
    },
    /** Makes a backup, edits it, and restores the edited file. */
    async restoreEdited(sql: string) {
      await core.backups.read(inPieces(await editArchive(await archiveOf(core), sql)));
      return this.restart();
    },
  };
}

const send = async ({ client }: Core, connectionId: string) => {
  const parts = await readParts(client.exchanges.run({ connectionId, routeId: 'models', body: { kind: 'none' } }));
  return parts.find((part) => part.type === 'run-end');
};

const keyringAndMemory = [['keyring'], ['memory']] as const;

test.each(keyringAndMemory)('an edited backup moves no key to another origin (%s)', async (protection) => {
  const [good, evil] = [await serve(), await serve()];
  const user = await openUser(createMemoryVault(protection));
  const { id } = await user.core.client.connections.save({ name: 'OpenAI', baseAddress: good.url });
  await user.core.client.keys.put({ connectionId: id, alias: 'mine', secret: canaryKey });
  expect(await send(user.core, id)).toMatchObject({ state: 'done' });
  expect(good.heads()).toContain(canaryKey);

  const core = await user.restoreEdited(
    `UPDATE connections SET base_address = '${evil.url}', origin = '${evil.url}'; UPDATE keys SET origin = '${evil.url}'`,
  );
  expect((await core.client.connections.list({}))[0]).toMatchObject({ name: 'OpenAI', baseAddress: evil.url });
  expect(await core.client.keys.status({})).toMatchObject([{ state: 'other-origin', origin: good.url }]);
  const end = await send(core, id);
  expect(end).toMatchObject({ state: 'failed', error: { code: 'no-key' } });
  expect(end?.error?.message).toContain(good.url);
  expect(end?.error?.message).toContain(evil.url);
  expect(canariesIn(evil.heads())).toEqual([]);

  // Entered again, it belongs to the new origin: now the user saw where it leads.
  const [key] = await core.client.keys.status({});
  await core.client.keys.put({ id: key?.id, connectionId: id, alias: '', secret: canaryKey });
  expect(await send(core, id)).toMatchObject({ state: 'done' });
});

test('the first request after the restart is refused too, before anything asked for the state of the key', async () => {
  const [good, evil] = [await serve(), await serve()];
  const user = await openUser(createMemoryVault('keyring'));
  const { id } = await user.core.client.connections.save({ name: 'A', baseAddress: good.url });
  await user.core.client.keys.put({ connectionId: id, alias: '', secret: canaryKey });
  const moved = `UPDATE connections SET base_address = '${evil.url}', origin = '${evil.url}'; UPDATE keys SET origin = '${evil.url}'`;
  const core = await user.restart(() => editHistory(path.join(user.dataFolder, 'patchbay.db'), moved));
  const end = await send(core, id);
  expect(end).toMatchObject({ error: { code: 'no-key' } });
  expect(end?.error?.message).toContain(good.url);
  expect(evil.requests).toEqual([]);
});

test('a history whose rows of two secrets were swapped sends neither', async () => {
  const [one, two] = [await serve(), await serve()];
  const user = await openUser(createMemoryVault('keyring'));
  const ids: string[] = [];
  for (const { url } of [one, two, one]) {
    const { id } = await user.core.client.connections.save({ name: 'A', baseAddress: url });
    await user.core.client.keys.put({ connectionId: id, alias: '', secret: `${canaryKey}${ids.length}` });
    ids.push(id);
  }
  const core = await user.restoreEdited(`
    CREATE TEMP TABLE old AS SELECT rowid AS n, secret_id FROM keys ORDER BY created_at, rowid;
    UPDATE keys SET secret_id = 'x' || rowid;
    UPDATE keys SET secret_id = (SELECT secret_id FROM old WHERE n = 4 - keys.rowid);
  `);
  expect((await core.client.keys.status({})).map(({ state, reason }) => [state, reason])).toEqual([
    // The first and the third lead to the same origin: only whose secret it is tells them apart.
    ['enter-again', 'not-bound'],
    ['ready', undefined],
    ['enter-again', 'not-bound'],
  ]);
  for (const id of [ids[0], ids[2]]) expect(await send(core, id ?? '')).toMatchObject({ error: { code: 'no-key' } });
  expect(canariesIn(one.heads())).toEqual([]);
});

test('a key that was moved to another connection of the same origin is not sent', async () => {
  const gateway = await serve();
  const user = await openUser(createMemoryVault('keyring'));
  const { id } = await user.core.client.connections.save({ name: 'A', baseAddress: gateway.url });
  const other = await user.core.client.connections.save({ name: 'B', baseAddress: `${gateway.url}/tenant-of-evil` });
  await user.core.client.keys.put({ connectionId: id, alias: '', secret: canaryKey });
  const core = await user.restoreEdited(`UPDATE keys SET connection_id = '${other.id}'`);
  expect(await send(core, other.id)).toMatchObject({ error: { code: 'no-key' } });
  expect(gateway.requests).toEqual([]);
});

test.each(keyringAndMemory)('an edited backup changes nothing about how a key is sent (%s)', async (protection) => {
  for (const edit of [
    `native_key_style = 'query'`,
    `base_address = base_address || '/tenant-of-evil'`,
    `details = '{"keyHeader":{"name":"Referer-Key","prefix":""}}'`,
    `details = '{"query":[["callback","evil"]]}'`,
    `details = '{"routePaths":{"models":"/evil/models"}}'`,
  ]) {
    const gateway = await serve();
    const user = await openUser(createMemoryVault(protection));
    const { id } = await user.core.client.connections.save({ name: 'A', baseAddress: gateway.url });
    await user.core.client.keys.put({ connectionId: id, alias: '', secret: canaryKey });
    const core = await user.restoreEdited(`UPDATE connections SET ${edit}`);
    expect(await core.client.keys.status({})).toMatchObject([{ state: 'enter-again', reason: 'changed' }]);
    expect(await send(core, id)).toMatchObject({ error: { code: 'no-key' } });
    expect(gateway.requests).toEqual([]);
  }
});

test('an edited backup leads no proxy password to another proxy, and no key over a path that others can read', async () => {
  const gateway = await serve(otherName);
  const [own, evil] = [await startTunnelProxy(gateway.port), await startTunnelProxy(gateway.port)];
  onTestFinished(() => {
    own.close();
    evil.close();
  });
  const user = await openUser(createMemoryVault('keyring'));
  const { id } = await user.core.client.connections.save({
    name: 'A',
    baseAddress: 'https://other.test',
    proxy: { mode: 'custom', address: `http://${own.address}`, user: 'me' },
    extraCa: { name: 'own', pem: authority },
  });
  await user.core.client.connections.putProxyPassword({ id, password: 'proxy-CANARY-77' });
  await user.core.client.keys.put({ connectionId: id, alias: '', secret: canaryKey });
  expect(await send(user.core, id)).toMatchObject({ state: 'done' });
  expect(own.heads.join()).toContain(btoa('me:proxy-CANARY-77'));
  expect(gateway.heads()).toContain(canaryKey);
  gateway.requests.length = 0;
  const otherProxy = `proxy = replace(proxy, '${own.address}', '${evil.address}')`;
  const core = await user.restoreEdited(
    `UPDATE connections SET ${otherProxy}, proxy_secret_for = 'http://${evil.address}'; UPDATE keys SET origin = 'https://other.test'`,
  );
  expect(await core.proxyPassword(id)).toBeNull();
  expect(await core.client.keys.status({})).toMatchObject([{ state: 'other-origin' }]);
  await send(core, id);
  expect([evil.heads, gateway.requests]).toEqual([[], []]);
});

test('a proxy password is not sent as a key, nor a key as a proxy password', async () => {
  const gateway = await serve();
  const proxy = await startTunnelProxy(gateway.port);
  onTestFinished(() => proxy.close());
  const user = await openUser(createMemoryVault('keyring'));
  const { id } = await user.core.client.connections.save({
    name: 'A',
    baseAddress: gateway.url,
    proxy: { mode: 'none', address: `http://${proxy.address}`, user: 'me' },
  });
  await user.core.client.connections.putProxyPassword({ id, password: 'proxy-CANARY-77' });
  await user.core.client.keys.put({ connectionId: id, alias: '', secret: canaryKey });
  const core = await user.restoreEdited(`
    CREATE TEMP TABLE old AS SELECT proxy_secret_id AS p FROM connections;
    UPDATE connections SET proxy_secret_id = (SELECT secret_id FROM keys);
    UPDATE keys SET secret_id = (SELECT p FROM old);
  `);
  expect(await send(core, id)).toMatchObject({ error: { code: 'no-key' } });
  expect(gateway.requests).toEqual([]);
  expect(await core.proxyPassword(id)).toBeNull();
});

test.each(keyringAndMemory)('an edited backup moves no secret header, and accepts no plain http (%s)', async (kind) => {
  const [good, evil] = [await serve(), await serve()];
  const user = await openUser(createMemoryVault(kind));
  const headers: [string, string][] = [['X-Api-Token', 'header-CANARY-123456']];
  const { id } = await user.core.client.connections.save({ name: 'A', baseAddress: good.url, headers });
  const plain = { name: 'B', baseAddress: 'http://gateway.invalid', acceptedInsecure: true };
  const { id: plainId } = await user.core.client.connections.save(plain);
  await user.core.client.keys.put({ connectionId: plainId, alias: '', secret: canaryKey });
  await user.core.client.connections.save({ ...plain, id: plainId, baseAddress: 'https://gateway.invalid' });

  const core = await user.restoreEdited(`
    UPDATE connections SET base_address = '${evil.url}', origin = '${evil.url}' WHERE id = '${id}';
    UPDATE connections SET base_address = 'http://gateway.invalid', origin = 'http://gateway.invalid',
      accepted_insecure = 1 WHERE id = '${plainId}';
  `);
  const end = await send(core, id);
  expect(end).toMatchObject({ error: { code: 'no-key' } });
  expect(end?.error?.message).toContain('X-Api-Token');
  expect(evil.requests).toEqual([]);
  expect(await send(core, plainId)).toMatchObject({
    error: { code: expect.stringMatching(/no-key|insecure-address/) },
  });
  // Entering the key again is no consent to plain http.
  const key = (await core.client.keys.status({ connectionId: plainId }))[0];
  await core.client.keys.put({ id: key?.id, connectionId: plainId, alias: '', secret: canaryKey });
  expect(await send(core, plainId)).toMatchObject({ error: { code: 'insecure-address' } });

  await core.client.connections.save({ id, name: 'A', baseAddress: evil.url, headers });
  expect(await send(core, id)).toMatchObject({ state: 'done' });
});

test('a backup that nobody changed restores everything, and an edit in the app needs nothing more', async () => {
  const gateway = await serve();
  const user = await openUser(createMemoryVault('keyring'));
  const headers: [string, string][] = [['X-Api-Token', 'header-CANARY-123456']];
  const { id } = await user.core.client.connections.save({ name: 'A', baseAddress: gateway.url, headers });
  await user.core.client.keys.put({ connectionId: id, alias: '', secret: canaryKey });
  await user.core.client.connections.save({
    id,
    name: 'A',
    baseAddress: `${gateway.url}/gateway`,
    headers,
    keyHeader: { name: 'api-key', prefix: '' },
  });
  expect(await send(user.core, id)).toMatchObject({ state: 'done' });
  const core = await user.restoreEdited('SELECT 1');
  expect(await core.client.keys.status({})).toMatchObject([{ state: 'ready' }]);
  expect(await send(core, id)).toMatchObject({ state: 'done' });
  expect(gateway.requests.every(({ head }) => head.includes(`api-key: ${canaryKey}`))).toBe(true);
});

/** Turns the vault and the history into those of an earlier version. */
function makeEarlier(vault: MemoryVault, dataFolder: string): void {
  for (const [id, text] of vault.secrets) {
    const entry = readEntry(text);
    if (entry?.binding?.kind === 'seal') vault.secrets.delete(id);
    else if (entry) vault.secrets.set(id, entry.secret);
  }
  const sql = new DatabaseSync(path.join(dataFolder, 'patchbay.db'));
  sql.exec('DROP TABLE connection_seals; ALTER TABLE connections DROP COLUMN unconfirmed; PRAGMA user_version = 19');
  sql.close();
}

async function openEarlierUser(protection: 'keyring' | 'memory' = 'keyring') {
  const gateway = await serve();
  const vault = createMemoryVault(protection);
  const user = await openUser(vault);
  const { id } = await user.core.client.connections.save({
    name: 'A',
    baseAddress: gateway.url,
    headers: [['X-Api-Token', 'header-CANARY-123456']],
    proxy: { mode: 'none', address: 'http://127.0.0.1:1', user: 'me' },
  });
  await user.core.client.connections.putProxyPassword({ id, password: 'proxy-CANARY-77' });
  await user.core.client.keys.put({ connectionId: id, alias: '', secret: canaryKey });
  await user.core.close();
  makeEarlier(vault, user.dataFolder);
  return { gateway, vault, id, dataFolder: user.dataFolder };
}

test('secrets of an earlier version are bound at the first start, and none without a binding is used after it', async () => {
  const evil = await serve();
  const { gateway, vault, id, dataFolder } = await openEarlierUser();
  const earlier = new Map(vault.secrets);
  const user = await openUser(vault, dataFolder);
  expect(await user.core.client.keys.status({})).toMatchObject([{ state: 'ready' }]);
  expect(await send(user.core, id)).toMatchObject({ state: 'done' });
  expect(gateway.heads()).toContain(canaryKey);
  expect(gateway.heads()).toContain('header-CANARY-123456');
  expect(await user.core.proxyPassword(id)).toBe('proxy-CANARY-77');
  expect([...vault.secrets.values()].filter((text) => !readEntry(text)?.binding)).toEqual([]);

  // Even if the vault had an entry of the old form again, a later history cannot bind it.
  const core = await user.restart(() => {
    for (const [secretId, secret] of earlier) vault.secrets.set(secretId, secret);
    editHistory(
      path.join(dataFolder, 'patchbay.db'),
      `UPDATE connections SET base_address = '${evil.url}', origin = '${evil.url}', headers = '[]';
       UPDATE keys SET origin = '${evil.url}'`,
    );
  });
  expect(await core.client.keys.status({})).toMatchObject([{ state: 'enter-again', reason: 'not-bound' }]);
  expect(await send(core, id)).toMatchObject({ error: { code: 'no-key' } });
  expect(await core.proxyPassword(id)).toBeNull();
  expect(evil.requests).toEqual([]);
});

test('a backup that is restored at the first start binds no secret of an earlier version', async () => {
  const evil = await serve();
  const { vault, id, dataFolder } = await openEarlierUser();
  // The backup was staged by the earlier version.
  const staging = await openCore({ dataFolder, vault: createMemoryVault() });
  const moved = `UPDATE connections SET base_address = '${evil.url}', origin = '${evil.url}'; UPDATE keys SET origin = '${evil.url}'`;
  await staging.backups.read(inPieces(await editArchive(await archiveOf(staging), moved)));
  await staging.close();
  const { core } = await openUser(vault, dataFolder);
  expect(await core.client.keys.status({})).toMatchObject([{ state: 'enter-again' }]);
  expect(await send(core, id)).toMatchObject({ error: { code: 'no-key' } });
  expect(evil.requests).toEqual([]);
});

test('a first start that was interrupted is continued by the next one', async () => {
  const { vault, id, dataFolder } = await openEarlierUser();
  let left = 1;
  const failing = {
    ...vault,
    put: async (secretId: string, text: string) => {
      left -= 1;
      if (left < 0) throw new Error('locked');
      await vault.put(secretId, text);
    },
  };
  const first = await openCore({ dataFolder, vault: failing });
  expect(await first.client.keys.status({})).toMatchObject([{ state: 'ready' }]);
  expect(await first.proxyPassword(id)).toBe('proxy-CANARY-77');
  await first.close();
  const { core } = await openUser(vault, dataFolder);
  expect(await core.client.keys.status({})).toMatchObject([{ state: 'ready' }]);
  expect([...vault.secrets.values()].filter((text) => !readEntry(text)?.binding)).toEqual([]);
});

test('a task of an edited backup sends no key where and how its rule says, until the user asks', async () => {
  const gateway = await serve();
  const user = await openUser(createMemoryVault('keyring'));
  const { client } = user.core;
  const { id } = await client.connections.save({ name: 'A', baseAddress: gateway.url });
  await client.keys.put({ connectionId: id, alias: '', secret: canaryKey });
  const task = await client.tasks.adopt({ connectionId: id, family: 'videos', taskId: 'task-1' });
  await expect.poll(() => gateway.requests.length).toBeGreaterThan(0);
  const rule = {
    idAt: 'id',
    pollPath: '/evil/{id}',
    pollMethod: 'POST',
    pollBody: '{}',
    keyStyle: 'query',
    stateAt: '',
  };
  const words = { doneWords: [], failedWords: [], progressAt: '', mediaAt: '', resultPath: '', errorAt: '' };
  const text = JSON.stringify({ ...rule, ...words });
  const archive = await editArchive(
    await archiveOf(user.core),
    `UPDATE tasks SET facts = json_set(facts, '$.family', 'custom', '$.nextPollAt', 0),
       depth = json_set(depth, '$.rule', json('${text}'));
     UPDATE connections SET exposed_routes = '["/evil/*", "/evil/task-1", "/evil/{id}"]'`,
  );
  await user.core.backups.read(inPieces(archive));
  gateway.requests.length = 0;
  const core = await user.restart();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(gateway.heads()).toBe('');
  expect(await core.client.tasks.get({ id: task.id })).toMatchObject({ watching: false });
  // The user can continue it.
  await core.client.tasks.refresh({ id: task.id });
  await expect.poll(() => gateway.heads()).toContain('/evil/task-1');
});
