import { Buffer } from 'node:buffer';
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { type FileStore, openFileStore } from '../../../electron/core/files/file-store.ts';
import type { Database } from '../../../electron/core/store/database.ts';
import type { DraftInput } from '../../../shared/contract/exchanges.ts';

const mebibyte = 1024 * 1024;

/** Two files in the real store, to be uploaded: one that fits any buffer, and one that fits none. */
export interface UploadFiles {
  store: FileStore;
  form(isLarge: boolean): NonNullable<DraftInput['body']>;
  /** Both files are unchanged, nothing is beside them, and none is open. */
  expectUntouched(): Promise<void>;
}

async function* pieces(sizeBytes: number): AsyncGenerator<Uint8Array> {
  const block = Buffer.alloc(mebibyte, 'RIFF');
  for (let left = sizeBytes; left > 0; left -= block.length) yield block.subarray(0, Math.min(left, block.length));
}

export async function openUploadFiles(db: Database, folder: string): Promise<UploadFiles> {
  const store = await openFileStore(db, folder);
  const [small, large] = await Promise.all(
    [256 * 1024, 24 * mebibyte].map((sizeBytes) =>
      store.admit({ name: 'talk.wav', type: 'audio/wav', sizeBytes }, pieces(sizeBytes)),
    ),
  );
  if (!small || !large) throw new Error('the store did not take the files');
  const place = path.join(folder, 'files');
  const look = () =>
    readdirSync(place)
      .toSorted()
      .map((name) => {
        const { size, mtimeMs } = statSync(path.join(place, name));
        return { name, size, mtimeMs };
      });
  const before = look();
  return {
    store,
    form: (isLarge) => ({
      kind: 'form',
      fields: [
        { kind: 'text', name: 'model', value: 'm-1' },
        { kind: 'file', name: 'file', fileId: (isLarge ? large : small).id },
      ],
    }),
    async expectUntouched() {
      expect(look()).toEqual(before);
      await expect.poll(() => openBelow(place)).toEqual([]);
    },
  };
}

/** Open files below a folder, where the system reports them. */
function openBelow(folder: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.startsWith(folder) ? [target] : [];
    } catch {
      // It was closed in between.
      return [];
    }
  });
}
