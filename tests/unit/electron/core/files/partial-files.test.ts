import {
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type FileStore, openFileStore } from '#core/files/file-store.ts';
import { createPartialFiles } from '#core/files/partial-files.ts';
import type { DownloadNote } from '#core/ports.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { failureOf } from '../../../../support/core/failure-of.ts';
import { tempDatabase } from '../../../../support/core/temp-database.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

const note: DownloadNote = {
  validator: '"one"',
  inPieces: true,
  totalBytes: 10,
  mediaType: 'video/mp4',
  ending: 'mp4',
  name: null,
};

const downloads = (folder: string) => readdirSync(path.join(folder, 'downloads')).sort();

async function open(): Promise<{ store: FileStore; folder: string }> {
  const db = tempDatabase();
  return { store: await openFileStore(db, db.folder), folder: db.folder };
}

/** A partial file with five of its ten bytes, left for later. */
async function begin(store: FileStore, target = 'film'): Promise<void> {
  const part = await store.resume(target);
  await part.annotate(note);
  await part.write(Buffer.from('01234'));
  await part.pause();
}

test('bytes and note stay until it is complete; then it is a file like any other', async () => {
  const { store, folder } = await open();
  await begin(store);
  expect(downloads(folder)).toEqual([expect.stringMatching(/\.part$/), expect.stringMatching(/\.part\.json$/)]);
  const part = await store.resume('film');
  expect([part.sizeBytes, part.note]).toEqual([5, note]);
  await part.write(Buffer.from('56789'));
  const ref = await part.keep({ name: '../../CON.mp4', type: 'video/mp4' });
  expect(ref).toMatchObject({ name: '_CON.mp4', type: 'video/mp4', sizeBytes: 10 });
  expect(readFileSync(path.join(folder, 'files', ref.id), 'utf8')).toBe('0123456789');
  expect(statSync(path.join(folder, 'files', ref.id)).mode & 0o777).toBe(0o600);
  expect(store.find(ref.id)).toEqual(ref);
  expect(downloads(folder)).toEqual([]);
});

test('only bytes that are certainly on disk count, and no more than are there', async () => {
  const { store, folder } = await open();
  await begin(store);
  const [name = ''] = downloads(folder);
  const file = path.join(folder, 'downloads', name);
  writeFileSync(file, '01234 and what was written after the last note');
  const longer = await store.resume('film');
  expect(longer.sizeBytes).toBe(5);
  await longer.write(Buffer.from('56789'));
  await longer.pause();
  truncateSync(file, 3);
  const shorter = await store.resume('film');
  expect(shorter.sizeBytes).toBe(3);
  await shorter.pause();
  writeFileSync(`${file}.json`, '{"note":');
  const unknown = await store.resume('film');
  expect([unknown.sizeBytes, unknown.note]).toEqual([0, null]);
  await unknown.pause();
  expect(downloads(folder)).toEqual([]);
});

test('starting over discards everything, and a file never begun leaves nothing', async () => {
  const { store, folder } = await open();
  await begin(store);
  const part = await store.resume('film');
  await part.restart();
  expect([part.sizeBytes, part.note]).toEqual([0, null]);
  await part.pause();
  expect(downloads(folder)).toEqual([]);
});

test('one of a kind at a time, and others in parallel', async () => {
  const { store } = await open();
  const part = await store.resume('film');
  expect((await failureOf(() => store.resume('film'))).code).toBe('conflict');
  const other = await store.resume('other film');
  await other.pause();
  await store.discard('film');
  await part.annotate(note);
  await part.write(Buffer.from('0'));
  await part.pause();
  const again = await store.resume('film');
  expect(again.sizeBytes).toBe(1);
  await again.pause();
  await store.discard('film');
  const fresh = await store.resume('film');
  expect(fresh.sizeBytes).toBe(0);
  await fresh.pause();
});

test('a process takes over what an exited one left, and leaves what a running one writes', async () => {
  const folder = path.join(tempFolder(), 'downloads');
  const running = new Set(['one', 'two']);
  const parts = (processId: string) =>
    createPartialFiles({
      folder,
      processId,
      isRunning: (id) => running.has(id),
      checkRoom: async () => {},
      limit: { sizeBytes: 100, failure: failure('too-large', 'too large') },
      newPlace: () => ({ id: 'x', file: path.join(folder, 'x') }),
      enter: (id, file) => ({ id, ...file }),
    });
  const part = await parts('one').resume('film');
  await part.annotate(note);
  await part.write(Buffer.from('01234'));
  await part.pause();
  const beside = await parts('two').resume('film');
  expect(beside.sizeBytes).toBe(0);
  await beside.pause();
  running.delete('one');
  const taken = await parts('two').resume('film');
  expect([taken.sizeBytes, taken.note]).toEqual([5, note]);
  await taken.pause();
  expect(readdirSync(folder).every((name) => name.includes('.two.part'))).toBe(true);
});

test('content that does not fit is refused before it is written, and existing bytes stay', async () => {
  const folder = path.join(tempFolder(), 'downloads');
  let room = 1000;
  const parts = createPartialFiles({
    folder,
    processId: 'one',
    isRunning: () => true,
    async checkRoom(moreBytes) {
      if (moreBytes > room) throw new AppError(failure('storage', 'no room'));
    },
    limit: { sizeBytes: 5000, failure: failure('too-large', 'too large') },
    newPlace: () => ({ id: 'x', file: path.join(folder, 'x') }),
    enter: (id, file) => ({ id, ...file }),
  });
  const part = await parts.resume('film');
  expect((await failureOf(() => part.annotate({ ...note, totalBytes: 6000 }))).code).toBe('too-large');
  expect((await failureOf(() => part.annotate({ ...note, totalBytes: 2000 }))).code).toBe('storage');
  room = 2000;
  await part.annotate({ ...note, totalBytes: 2000 });
  await part.write(Buffer.alloc(1500));
  expect((await failureOf(() => part.write(Buffer.alloc(4000)))).code).toBe('too-large');
  // The rest of it fits, and only the rest is requested.
  room = 500;
  await part.annotate({ ...note, totalBytes: 2000 });
  expect(part.sizeBytes).toBe(1500);
  await part.pause();
});

test('a link in its place is not followed, and old ones are deleted', async () => {
  const { store, folder } = await open();
  await begin(store);
  const [name = ''] = downloads(folder);
  const file = path.join(folder, 'downloads', name);
  const victim = path.join(folder, 'victim');
  writeFileSync(victim, 'precious bytes');
  rmSync(file);
  symlinkSync(victim, file);
  await expect(store.resume('film')).rejects.toThrow(/ELOOP/);
  expect(readFileSync(victim, 'utf8')).toBe('precious bytes');
  rmSync(file);
  await begin(store);
  const longAgo = Date.now() / 1000 - 31 * 86_400;
  for (const one of downloads(folder)) utimesSync(path.join(folder, 'downloads', one), longAgo, longAgo);
  const partials = createPartialFiles({
    folder: path.join(folder, 'downloads'),
    processId: 'another',
    isRunning: () => false,
    checkRoom: async () => {},
    limit: { sizeBytes: 100, failure: failure('too-large', 'too large') },
    newPlace: () => ({ id: 'x', file: 'x' }),
    enter: (id, given) => ({ id, ...given }),
  });
  await partials.sweep();
  expect(downloads(folder)).toEqual([]);
});
