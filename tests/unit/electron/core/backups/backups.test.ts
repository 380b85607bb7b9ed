import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { entryHead, padding } from '#core/backups/tar.ts';
import { createCore, type RunningCore } from '#core/index.ts';
import type { Client } from '#shared/contract/index.ts';
import { createHostServices } from '../../../../support/core/create-host-services.ts';
import { archiveOf, editArchive, inPieces } from '../../../../support/core/edit-archive.ts';
import { failureOf } from '../../../../support/core/failure-of.ts';
import { createMemoryVault } from '../../../../support/core/memory-vault.ts';
import { openCore } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

type Core = RunningCore & { client: Client };

const secret = 'CANARY-4b1d9e77c2';

/** A core with a connection, its key, and a conversation with a file, in a separate folder. */
async function filled(): Promise<{ core: Core; folder: string; fileId: string }> {
  const folder = tempFolder();
  const core = await openCore({ dataFolder: folder, vault: createMemoryVault() });
  const { id } = await core.client.connections.save({ name: 'work', baseAddress: 'https://gateway.example' });
  await core.client.keys.put({ connectionId: id, alias: 'mine', secret });
  const kept = await core.client.files.keep({ name: 'note.txt', type: 'text/plain', text: 'what was attached' });
  await core.client.library.save({
    id: 'c-1',
    panel: 'chat',
    title: 'A talk',
    starred: false,
    model: null,
    note: '',
    content: JSON.stringify({ file: kept.id }),
    revision: 0,
    passages: [],
  });
  return { core, folder, fileId: kept.id };
}

test('the next start removes an unfinished backup of a killed Patchbay', async () => {
  const folder = tempFolder();
  for (const name of ['backup-aB3xY9', 'backup-of-mine']) {
    mkdirSync(path.join(folder, name));
    writeFileSync(path.join(folder, name, 'patchbay.db'), 'a copy of the whole history');
  }
  // Not only when the history is maintained: a program killed before that would leave one more each time.
  const core = await createCore(createHostServices({ dataFolder: folder }), {
    maintenanceTimings: { firstMs: 3_600_000 },
  });
  await expect.poll(() => existsSync(path.join(folder, 'backup-aB3xY9'))).toBe(false);
  expect(existsSync(path.join(folder, 'backup-of-mine'))).toBe(true);
  await core.close();
});

test('the next start removes what a killed Patchbay had unpacked of a backup', async () => {
  const folder = tempFolder();
  mkdirSync(path.join(folder, 'restore.part', 'files'), { recursive: true });
  writeFileSync(path.join(folder, 'restore.part', 'patchbay.db'), 'a copy of the whole history');
  await openCore({ dataFolder: folder });
  expect(existsSync(path.join(folder, 'restore.part'))).toBe(false);
});

test('backup files are private whatever the umask is', async () => {
  const { core, folder } = await filled();
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  const bytes = core.backups.write();
  await bytes.next();
  const [making = ''] = readdirSync(folder).filter((name) => name.startsWith('backup-'));
  const place = path.join(folder, making);
  expect(statSync(place).mode & 0o777).toBe(0o700);
  expect(readdirSync(place).map((name) => [name, statSync(path.join(place, name)).mode & 0o777])).toEqual([
    ['patchbay.db', 0o600],
  ]);
  await bytes.return(undefined);
});

test('a backup made on one computer restores everything on another, except keys', async () => {
  const { core, fileId } = await filled();
  const archive = await archiveOf(core);
  expect(archive.includes(secret)).toBe(false);

  const folder = tempFolder();
  const other = await openCore({ dataFolder: folder });
  await other.client.settings.put({ name: 'mine', value: 'was here before' });
  await other.backups.read(inPieces(archive, 700));
  expect((await other.client.backups.state({})).staged).not.toBeNull();
  expect(await other.client.connections.list({})).toEqual([]);
  await other.close();

  const restored = await openCore({ dataFolder: folder });
  const [connection] = await restored.client.connections.list({});
  expect(connection).toMatchObject({ name: 'work' });
  expect(await restored.client.keys.status({ connectionId: connection?.id ?? '' })).toMatchObject([
    { alias: 'mine', state: 'enter-again' },
  ]);
  expect(await restored.client.library.open({ id: 'c-1' })).toMatchObject({ title: 'A talk' });
  const stored = await restored.files.open(fileId);
  expect(stored?.sizeBytes).toBe(17);
  expect((await restored.client.host.info({})).notices).toEqual([
    { id: 'history-restored', message: expect.stringMatching(/was restored.*before-restore/) },
  ]);

  // The previous data can be restored in the same way.
  const [before] = (await restored.client.backups.state({})).aside;
  expect(before?.reason).toBe('restored');
  await restored.client.backups.restore({ from: { kind: 'aside', id: before?.id ?? '' } });
  await restored.close();
  const back = await openCore({ dataFolder: folder });
  expect(await back.client.settings.all({})).toMatchObject({ mine: 'was here before' });
  const { aside } = await back.client.backups.state({});
  for (const { id } of aside) await back.client.backups.removeAside({ id });
  expect(readdirSync(folder).filter((name) => name.includes('before-restore'))).toEqual([]);
});

test('the page creates a backup as a file and restores one; both files are deleted afterwards', async () => {
  const { core, folder } = await filled();
  const first = await core.client.backups.make({});
  expect(first.name).toMatch(/^patchbay-backup-\d{4}-\d\d-\d\d\.tar$/);
  const made = await core.client.backups.make({});
  expect([await core.files.open(first.id), (await core.files.open(made.id))?.sizeBytes]).toEqual([
    null,
    made.sizeBytes,
  ]);
  const archive = readFileSync(path.join(folder, 'files', made.id));
  expect(archive.includes(`files/${made.id}`)).toBe(false);
  const state = await core.client.backups.restore({ from: { kind: 'file', id: made.id } });
  expect(state.staged).not.toBeNull();
  expect(await core.files.open(made.id)).toBeNull();
  expect((await core.client.backups.cancelRestore({})).staged).toBeNull();
  expect(readdirSync(folder).filter((name) => /^(backup-|restore)/.test(name))).toEqual([]);
});

test('a backup truncated or modified anywhere is refused and changes nothing', async () => {
  const { core, folder } = await filled();
  const archive = await archiveOf(core);
  const tries = [0, 1, 511, 512, 700, 5_000, archive.length >> 1, archive.length - 2048].map((length) =>
    archive.subarray(0, length),
  );
  const lastSum = archive.lastIndexOf('":') + 2;
  for (const place of [3, 130, 520, 1_100, archive.length >> 1, archive.length - 1_500, lastSum]) {
    const changed = Buffer.from(archive);
    changed[place] = (changed[place] ?? 0) ^ 0x41;
    tries.push(changed);
  }
  for (const bytes of tries) {
    const failed = await failureOf(() => core.backups.read(inPieces(bytes, 4096)));
    expect(failed, `${bytes.length}`).toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(/^The backup /),
    });
  }
  expect((await core.client.backups.state({})).staged).toBeNull();
  expect(existsSync(path.join(folder, 'restore.part'))).toBe(false);
});

/** An archive with one more file, placed before its checksums. */
function withEntry(archive: Buffer, name: string, text: string): Buffer {
  const bytes = Buffer.from(text);
  const first = Buffer.from(archive.subarray(0, 1024));
  const entry = Buffer.concat([entryHead(name, bytes.length, 0), bytes, padding(bytes.length)]);
  return Buffer.concat([first, entry, archive.subarray(1024)]);
}

test.each([
  '../outside',
  '/tmp/outside',
  'files/../../outside',
  'vault.json',
  'files/a/b',
  'sessions/.hidden',
  'restore.json',
])('an archive that names %s writes nothing there', async (name) => {
  const { core, folder } = await filled();
  const failed = await failureOf(async () =>
    core.backups.read(inPieces(withEntry(await archiveOf(core), name, 'x'), 4096)),
  );
  expect(failed.code).toBe('bad-input');
  expect(existsSync(path.join(folder, 'outside'))).toBe(false);
  expect(existsSync('/tmp/outside')).toBe(false);
});

test('a history of another program, of a newer Patchbay, or with a trigger in it is refused', async () => {
  const { core, folder } = await filled();
  const aside = 'patchbay.before-restore-2026-11-21T10-00-00.000Z.db';
  const makeAside = (change: string) => {
    const file = path.join(folder, aside);
    writeFileSync(file, '');
    const source = new DatabaseSync(path.join(folder, 'patchbay.db'), { readOnly: true });
    source.prepare('VACUUM INTO ?').run(file);
    source.close();
    const sql = new DatabaseSync(file);
    sql.exec(change);
    sql.close();
  };
  for (const [change, said] of [
    ['PRAGMA application_id = 7', /isn't a Patchbay backup/],
    ['PRAGMA user_version = 9999', /was created by a newer version of Patchbay/],
    ['CREATE TRIGGER t AFTER INSERT ON settings BEGIN DELETE FROM keys; END', /isn't a Patchbay backup/],
  ] as const) {
    makeAside(change);
    const failed = await failureOf(() => core.client.backups.restore({ from: { kind: 'aside', id: aside } }));
    expect(failed).toMatchObject({ code: 'bad-input', message: expect.stringMatching(said) });
  }
  const strange = await failureOf(() => core.client.backups.restore({ from: { kind: 'aside', id: '../patchbay.db' } }));
  expect(strange.code).toBe('not-found-here');
});

test('a backup says whether this installation made it as it is', async () => {
  const vault = createMemoryVault('keyring');
  const folder = tempFolder();
  const core = await openCore({ dataFolder: folder, vault });
  await core.client.connections.save({ name: 'work', baseAddress: 'https://gateway.example' });
  const archive = await archiveOf(core);
  const stagedFrom = async (bytes: Buffer, at: Core = core) => {
    await at.backups.read(inPieces(bytes, 64 * 1024));
    return (await at.client.backups.state({})).stagedFrom;
  };
  expect(await stagedFrom(archive)).toBe('here');
  // The same bytes, packed again.
  expect(await stagedFrom(await editArchive(archive, 'SELECT 1'))).toBe('here');
  expect(await stagedFrom(await editArchive(archive, "UPDATE connections SET name = 'x'"))).toBe('elsewhere');
  expect(await stagedFrom(await editArchive(archive, 'SELECT 1', ['seal.json']))).toBe('unsigned');
  const other = await openCore({ dataFolder: tempFolder(), vault: createMemoryVault('keyring') });
  expect(await stagedFrom(archive, other)).toBe('elsewhere');
  // Backups of the data folder itself need no word about where they are from.
  await core.client.backups.cancelRestore({});
  expect(await core.client.backups.state({})).toMatchObject({ staged: null, stagedFrom: null });
  // Without a vault that outlasts the program, nothing could verify a signature later.
  const withFile = await filled();
  expect(await stagedFrom(await archiveOf(withFile.core))).toBe('unsigned');
});
