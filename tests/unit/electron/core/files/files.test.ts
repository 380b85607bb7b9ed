import { readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFileStore } from '#core/files/file-store.ts';
import { createFiles } from '#core/files/files.ts';
import { callContext } from '../../../../support/core/call-context.ts';
import { failureOf } from '../../../../support/core/failure-of.ts';
import { tempDatabase } from '../../../../support/core/temp-database.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

async function openFiles(choose: (name: string) => string | null = () => null) {
  const db = tempDatabase();
  const store = await openFileStore(db, db.folder);
  const area = createFiles({
    files: store,
    hostServices: {
      fileAddress: (id) => `app://patchbay/files/${id}`,
      shell: { openLink: async () => {}, chooseSavePath: async (name) => choose(name), notify: () => {} },
    },
  });
  return { area, store, db };
}

test('text made by the page is stored, described and linked', async () => {
  const { area } = await openFiles();
  const ref = await area.keep({ name: 'export: all.json', type: 'application/json', text: '{"网":"关"}' }, callContext);
  expect(ref).toMatchObject({ name: 'export_ all.json', sizeBytes: 13 });
  expect(await area.get({ id: ref.id }, callContext)).toEqual(ref);
  expect(await area.link({ id: ref.id }, callContext)).toBe(`app://patchbay/files/${ref.id}`);
});

test('a file that is not stored is a named failure in every operation', async () => {
  const { area } = await openFiles();
  for (const ask of [area.get, area.link, area.save])
    expect((await failureOf(() => ask({ id: 'gone' }, callContext))).code).toBe('not-found-here');
});

test('saving copies to the selected location, privately, and returns its name', async () => {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  const folder = tempFolder();
  const { area } = await openFiles((name) => path.join(folder, `my ${name}`));
  const { id } = await area.keep({ name: 'a.txt', type: 'text/plain', text: 'hello' }, callContext);
  expect(await area.save({ id }, callContext)).toBe('my a.txt');
  const target = path.join(folder, 'my a.txt');
  expect(readFileSync(target, 'utf8')).toBe('hello');
  expect(statSync(target).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['my a.txt']);
});

test('canceling saves nothing', async () => {
  const { area } = await openFiles(() => null);
  const { id } = await area.keep({ name: 'a.txt', type: 'text/plain', text: 'hello' }, callContext);
  expect(await area.save({ id }, callContext)).toBeNull();
});

test('a link at the selected location is replaced and not followed', async () => {
  const folder = tempFolder();
  const victim = path.join(folder, 'victim');
  writeFileSync(victim, 'precious');
  symlinkSync(victim, path.join(folder, 'a.txt'));
  const { area } = await openFiles((name) => path.join(folder, name));
  const { id } = await area.keep({ name: 'a.txt', type: 'text/plain', text: 'hello' }, callContext);
  await area.save({ id }, callContext);
  expect(readFileSync(victim, 'utf8')).toBe('precious');
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('hello');
});

test('a copy that cannot be finished leaves the existing file', async () => {
  const folder = tempFolder();
  const { area, store, db } = await openFiles((name) => {
    // The stored bytes disappear between the question and the copy.
    for (const stored of readdirSync(path.join(db.folder, 'files'))) rmSync(path.join(db.folder, 'files', stored));
    return path.join(folder, name);
  });
  const { id } = await area.keep({ name: 'a.txt', type: 'text/plain', text: 'hello' }, callContext);
  writeFileSync(path.join(folder, 'a.txt'), 'before');
  expect((await failureOf(() => area.save({ id }, callContext))).code).toBe('storage');
  expect(readdirSync(folder)).toEqual(['a.txt']);
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('before');
  expect(await store.open(id)).toBeNull();
});

test('a location that cannot be written is a storage failure', async () => {
  const { area } = await openFiles(() => path.join(tempFolder(), 'no such folder', 'a.txt'));
  const { id } = await area.keep({ name: 'a.txt', type: 'text/plain', text: 'hello' }, callContext);
  expect((await failureOf(() => area.save({ id }, callContext))).code).toBe('storage');
});
