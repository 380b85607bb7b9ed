import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { FileStore } from '#core/files/file-store.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { admitFile } from '../../../../../electron/desktop/page/admit-file.ts';

type Store = Pick<FileStore, 'admit'>;

const folder = mkdtempSync(path.join(os.tmpdir(), 'admit-'));
const at = (name: string) => path.join(folder, name);

function newStore() {
  const bodies: string[] = [];
  const store: Store = {
    async admit(file, bytes) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of bytes) chunks.push(chunk);
      bodies.push(Buffer.concat(chunks).toString());
      return { id: '1', ...file, sizeBytes: file.sizeBytes ?? -1 };
    },
  };
  return { store, bodies };
}

const drop = (store: Store, place: string, type = 'text/plain') =>
  admitFile(store, { name: 'said by the page', type, path: place });

test('a file on disk is read whole, under its own name', async () => {
  writeFileSync(at('a.txt'), 'hello');
  const { store, bodies } = newStore();
  expect(await drop(store, at('a.txt'))).toEqual({
    kind: 'admitted',
    file: { id: '1', name: 'a.txt', type: 'text/plain', sizeBytes: 5 },
  });
  expect(bodies).toEqual(['hello']);
});

test('an empty file is a file', async () => {
  writeFileSync(at('empty'), '');
  const { store, bodies } = newStore();
  expect(await drop(store, at('empty'), '')).toMatchObject({
    file: { sizeBytes: 0, type: 'application/octet-stream' },
  });
  expect(bodies).toEqual(['']);
});

test('a file without a path has to be uploaded', async () => {
  expect(await drop(newStore().store, '')).toEqual({ kind: 'no-path' });
});

test.skipIf(process.platform === 'win32')('only regular files are accepted, and none blocks', async () => {
  mkdirSync(at('folder'));
  symlinkSync(at('a.txt'), at('link'));
  execFileSync('mkfifo', [at('pipe')]);
  const { store, bodies } = newStore();
  for (const place of ['/dev/zero', at('folder'), at('link'), at('pipe')])
    expect(await drop(store, place)).toMatchObject({ kind: 'refused', failure: { code: 'bad-input' } });
  expect(bodies).toEqual([]);
});

test('an unreadable file, or a path that is not absolute, is refused with a reason', async () => {
  const { store } = newStore();
  expect(await drop(store, at('absent'))).toMatchObject({
    kind: 'refused',
    failure: { code: 'storage', message: 'absent could not be read (ENOENT).' },
  });
  expect(await drop(store, 'a.txt')).toMatchObject({ kind: 'refused', failure: { code: 'bad-input' } });
});

test("the store's own reason is passed on", async () => {
  writeFileSync(at('b.txt'), 'x');
  const full = failure('storage', 'The disk is full.');
  const store: Store = { admit: () => Promise.reject(new AppError(full)) };
  expect(await drop(store, at('b.txt'))).toEqual({ kind: 'refused', failure: full });
});
