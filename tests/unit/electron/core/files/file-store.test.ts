import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type FileStore, openFileStore } from '#core/files/file-store.ts';
import { failureOf } from '../../../../support/core/failure-of.ts';
import { tempDatabase } from '../../../../support/core/temp-database.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';
import { child } from '../store/child.ts';

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

const text = { name: 'note.txt', type: 'text/plain' };

async function readAll(store: FileStore, id: string, ...range: number[]): Promise<string> {
  const file = await store.open(id);
  const read: Uint8Array[] = [];
  for await (const piece of file?.stream(...range) ?? []) read.push(piece);
  return Buffer.concat(read).toString();
}

const filesIn = (folder: string) => readdirSync(path.join(folder, 'files'));

test('a file is read back byte for byte under a new id, with a safe name', async () => {
  const db = tempDatabase();
  const store = await openFileStore(db, db.folder);
  const ref = await store.admit({ name: '../note.txt', type: 'Text/Plain', sizeBytes: 11 }, pieces('hello ', 'world'));
  expect(ref).toEqual({
    id: expect.stringMatching(/^[\w-]{36}$/),
    name: 'note.txt',
    type: 'text/plain',
    sizeBytes: 11,
  });
  expect(store.find(ref.id)).toEqual(ref);
  expect((await store.open(ref.id))?.ref).toEqual(ref);
  expect(await readAll(store, ref.id)).toBe('hello world');
  expect(await readAll(store, ref.id, 6, 8)).toBe('wor');
  expect(await readAll(store, ref.id)).toBe('hello world');
  const again = await openFileStore(db, db.folder);
  expect(await readAll(again, ref.id)).toBe('hello world');
});

test('an empty file is a file', async () => {
  const db = tempDatabase();
  const store = await openFileStore(db, db.folder);
  const ref = await store.admit({ ...text, sizeBytes: 0 }, pieces());
  expect(ref.sizeBytes).toBe(0);
  expect(await readAll(store, ref.id)).toBe('');
});

test('40 MB pass through in both directions and stay equal', async () => {
  const db = tempDatabase();
  const store = await openFileStore(db, db.folder);
  const piece = Buffer.alloc(1_000_000);
  const sent = createHash('sha256');
  const ref = await store.admit(
    { ...text, sizeBytes: null },
    (async function* () {
      for (let count = 0; count < 40; count++) {
        piece.fill(count);
        sent.update(piece);
        yield Buffer.from(piece);
      }
    })(),
  );
  expect(ref.sizeBytes).toBe(40_000_000);
  const received = createHash('sha256');
  for await (const bytes of (await store.open(ref.id))?.stream() ?? []) received.update(bytes);
  expect(received.digest('hex')).toBe(sent.digest('hex'));
});

test.each([
  ['ends early', 'storage', () => pieces('hell')],
  ['is longer than announced', 'too-large', () => pieces('hello', 'world')],
])('a file that %s leaves nothing behind', async (_what, code, bytes) => {
  const db = tempDatabase();
  const store = await openFileStore(db, db.folder);
  const failed = await failureOf(() => store.admit({ ...text, sizeBytes: 5 }, bytes()));
  expect(failed).toMatchObject({ code, effect: 'not-saved' });
  expect(filesIn(db.folder)).toEqual([]);
  expect(db.sql.prepare('SELECT count(*) AS n FROM files').get()).toEqual({ n: 0 });
});

test('a failing source is the reported cause', async () => {
  const db = tempDatabase();
  const store = await openFileStore(db, db.folder);
  async function* breaking() {
    yield Buffer.from('he');
    throw new Error('the cable was pulled');
  }
  await expect(store.admit({ ...text, sizeBytes: 5 }, breaking())).rejects.toThrow('the cable was pulled');
  expect(filesIn(db.folder)).toEqual([]);
});

test('more than 8 GiB is refused before a byte is read', async () => {
  const db = tempDatabase();
  const store = await openFileStore(db, db.folder);
  let isRead = false;
  async function* bytes() {
    isRead = true;
    yield Buffer.from('x');
  }
  const failed = await failureOf(() => store.admit({ ...text, sizeBytes: 9 * 1024 ** 3 }, bytes()));
  expect([failed.code, isRead]).toEqual(['too-large', false]);
});

test('stored files are private whatever the umask is', async () => {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  const db = tempDatabase();
  const store = await openFileStore(db, db.folder);
  const { id } = await store.admit({ ...text, sizeBytes: 1 }, pieces('x'));
  expect(statSync(path.join(db.folder, 'files')).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(db.folder, 'files', id)).mode & 0o777).toBe(0o600);
});

test('bytes that are missing, truncated or replaced by a link are not a file', async () => {
  const db = tempDatabase();
  const store = await openFileStore(db, db.folder);
  const { id } = await store.admit({ ...text, sizeBytes: 5 }, pieces('hello'));
  const file = path.join(db.folder, 'files', id);
  writeFileSync(file, 'hell');
  expect(await store.open(id)).toBeNull();
  rmSync(file);
  expect(await store.open(id)).toBeNull();
  expect(await store.open('../patchbay.db')).toBeNull();
  db.sql.exec("INSERT INTO files VALUES ('../patchbay.db', 'x', 'x', 1, 1)");
  expect(store.find('../patchbay.db')).toBeNull();
});

test('a removed file is deleted from the disk; removing a missing one does nothing', async () => {
  const db = tempDatabase();
  const store = await openFileStore(db, db.folder);
  const { id } = await store.admit({ ...text, sizeBytes: 5 }, pieces('hello'));
  await store.remove(id);
  await store.remove(id);
  await store.remove('../patchbay.db');
  expect(filesIn(db.folder)).toEqual([]);
  expect(existsSync(path.join(db.folder, 'patchbay.db'))).toBe(true);
});

test('a start frees what a crash left, and leaves what others are writing', async () => {
  const db = tempDatabase();
  const store = await openFileStore(db, db.folder);
  const kept = await store.admit({ ...text, sizeBytes: 5 }, pieces('hello'));
  const put = (name: string, hoursAgo: number) => {
    const file = path.join(db.folder, 'files', name);
    writeFileSync(file, 'x');
    const time = Date.now() / 1000 - hoursAgo * 3600;
    utimesSync(file, time, time);
  };
  put('a.crashed-process.part', 0);
  put(`b.${db.processId}.part`, 5);
  put('just-entered-by-another-process', 0);
  put('row-was-removed-before-the-crash', 5);
  await openFileStore(db, db.folder);
  expect(filesIn(db.folder).sort()).toEqual(
    [`b.${db.processId}.part`, 'just-entered-by-another-process', kept.id].sort(),
  );
});

test('files whose rows were lost with a damaged history are quarantined', async () => {
  const folder = tempFolder();
  mkdirSync(path.join(folder, 'files'));
  writeFileSync(path.join(folder, 'files', 'precious'), 'bytes');
  writeFileSync(path.join(folder, 'patchbay.db'), 'no database');
  await openFileStore(tempDatabase(folder), folder);
  expect(filesIn(folder)).toEqual([]);
  expect(readFileSync(path.join(folder, 'files-without-history', 'precious'), 'utf8')).toBe('bytes');
});

test('without saving, files last for the run and earlier ones can be read', async () => {
  const folder = tempFolder();
  const first = tempDatabase(folder);
  const { id } = await (await openFileStore(first, folder)).admit({ ...text, sizeBytes: 3 }, pieces('old'));
  first.sql.exec('PRAGMA user_version = 9999');
  first.close();
  const db = tempDatabase(folder);
  expect(db.saving).toBe(false);
  const store = await openFileStore(db, folder);
  const fresh = await store.admit({ ...text, sizeBytes: 3 }, pieces('new'));
  expect(await readAll(store, id)).toBe('old');
  expect(await readAll(store, fresh.id)).toBe('new');
  expect(filesIn(folder)).toEqual([id]);
  await store.close();
  expect(await store.open(fresh.id)).toBeNull();
});

test('killed during an incoming file: the next start has no trace of it', async () => {
  const folder = tempFolder();
  const writer = child(
    folder,
    `const { openFileStore } = await import(process.cwd() + '/electron/core/files/file-store.ts');
     const store = await openFileStore(openDatabase(folder), folder);
     async function* bytes() { for (;;) { yield Buffer.alloc(65536); say('wrote'); } }
     await store.admit({ name: 'a', type: 'text/plain', sizeBytes: null }, bytes());`,
  );
  for (let count = 0; count < 5; count++) await writer.line();
  await writer.kill();
  expect(filesIn(folder)).toHaveLength(1);
  await openFileStore(tempDatabase(folder), folder);
  expect(filesIn(folder)).toEqual([]);
});

test('a file that arrives gradually is invisible until it is stored, and may be patched', async () => {
  const db = tempDatabase();
  const store = await openFileStore(db, db.folder);
  const incoming = await store.receive(null);
  for await (const piece of pieces('????', ' there')) await incoming.write(piece);
  expect(filesIn(db.folder)).toEqual([expect.stringMatching(/\.part$/)]);
  await incoming.patch(0, Buffer.from('over'));
  const ref = await incoming.keep({ name: '../CON.wav', type: 'audio/wav' });
  expect(ref).toMatchObject({ name: '_CON.wav', type: 'audio/wav', sizeBytes: 10 });
  expect(filesIn(db.folder)).toEqual([ref.id]);
  expect(await readAll(store, ref.id)).toBe('over there');
});

test('a discarded file leaves nothing, and one that cannot fit is refused at once', async () => {
  const db = tempDatabase();
  const store = await openFileStore(db, db.folder);
  const incoming = await store.receive(4);
  await incoming.write(Buffer.from('half'));
  await incoming.drop();
  expect(filesIn(db.folder)).toEqual([]);
  expect((await failureOf(() => store.receive(9 * 1024 ** 3))).code).toBe('too-large');
});
