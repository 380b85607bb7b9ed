import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSettings } from '#core/settings/settings.ts';
import { openDatabase } from '#core/store/database.ts';
import { callContext } from '../../../../support/core/call-context.ts';
import { createMemoryVault } from '../../../../support/core/memory-vault.ts';
import { chatDraft, openCore, readParts, textOf } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

/** A folder that cannot become a data folder for any account: a file is in its way. */
function impossibleFolder(): string {
  const folder = path.join(tempFolder(), 'data');
  writeFileSync(folder, 'in the way');
  return folder;
}

test('3.5 no folder: everything works, nothing is saved, the banner names the path, keys are for this run', async () => {
  const dataFolder = impossibleFolder();
  const vault = createMemoryVault();
  const { client } = await openCore({ dataFolder, vault: { ...vault, protection: 'keyring' } });
  const info = await client.host.info({});
  expect(info).toMatchObject({ saving: false, protection: 'memory' });
  expect(info.notices).toEqual([{ id: 'not-saving', message: expect.stringContaining(dataFolder) }]);

  const { connectionId } = await client.demo.start({});
  const parts = await readParts(client.exchanges.run(chatDraft(connectionId ?? '', 'Hello')));
  expect(textOf(parts)).not.toBe('');
  expect(parts.at(-1)).toMatchObject({ type: 'run-end', state: 'done' });
  expect(await client.exchanges.list({ limit: 10 })).toHaveLength(1);
  const { id } = await client.connections.save({ name: 'work', baseAddress: 'https://gateway.example' });
  await client.keys.put({ connectionId: id, alias: 'mine', secret: 'sk-for-this-run' });
  expect(await client.keys.status({ connectionId: id })).toMatchObject([{ state: 'ready', protection: 'memory' }]);
  // In the vault it would outlive the list that names it.
  expect(vault.held()).not.toContain('sk-for-this-run');
  const kept = await client.files.keep({ name: 'a.txt', type: 'text/plain', text: 'text' });
  expect(kept.sizeBytes).toBe(4);
  await expect(client.backups.restore({ from: { kind: 'file', id: kept.id } })).rejects.toThrow(/isn't saving/);
});

test('3.5 no folder: a backup of the data in memory can still be made', async () => {
  const { backups, client } = await openCore({ dataFolder: impossibleFolder() });
  await client.settings.put({ name: 'mine', value: 'kept nowhere else' });
  const pieces: Buffer[] = [];
  for await (const piece of backups.write()) pieces.push(Buffer.from(piece));
  const folder = tempFolder();
  const other = await openCore({ dataFolder: folder });
  await other.backups.read(
    (async function* () {
      yield Buffer.concat(pieces);
    })(),
  );
  await other.close();
  const restored = await openCore({ dataFolder: folder });
  expect(await restored.client.settings.all({})).toMatchObject({ mine: 'kept nowhere else' });
});

test('3.5 vault: when it no longer returns its keys, the history is whole and the key must be entered again', async () => {
  const dataFolder = tempFolder();
  const vault = createMemoryVault();
  const first = await openCore({ dataFolder, vault });
  const { connectionId } = await first.client.demo.start({});
  await readParts(first.client.exchanges.run(chatDraft(connectionId ?? '', 'Hello')));
  const { id } = await first.client.connections.save({ name: 'work', baseAddress: 'https://gateway.example' });
  await first.client.keys.put({ connectionId: id, alias: 'mine', secret: 'sk-lost' });
  await first.close();
  vault.secrets.clear();
  const { client } = await openCore({ dataFolder, vault });
  expect(await client.exchanges.list({ limit: 10 })).toHaveLength(1);
  expect(await client.keys.status({ connectionId: id })).toMatchObject([{ alias: 'mine', state: 'enter-again' }]);
  const parts = await readParts(client.exchanges.run({ ...chatDraft(id, 'Hello') }));
  expect(parts.at(-1)).toMatchObject({ state: 'failed', sent: 'not-sent', error: { code: 'no-key' } });
});

test('3.5 settings: one made unreadable by damage does not affect the others', async () => {
  const dataFolder = tempFolder();
  const first = await openCore({ dataFolder });
  await first.client.settings.put({ name: 'good', value: 1 });
  await first.client.settings.put({ name: 'broken', value: 2 });
  await first.close();
  const db = openDatabase(dataFolder);
  onTestFinished(() => db.close());
  db.sql.exec(`PRAGMA ignore_check_constraints = ON; UPDATE settings SET value = '{"half":' WHERE name = 'broken'`);
  expect(await createSettings({ db, announce: () => {} }).all({}, callContext)).toMatchObject({ good: 1 });
});
