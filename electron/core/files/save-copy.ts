import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { nameStorageFault } from '../store/storage-failure.ts';
import type { StoredFile } from './file-store.ts';

/**
 * Copies a stored file to a place the person chose. Its name appears there only when every byte is on the disk; a link
 * of that name is replaced and not followed. Only this account can read the copy.
 *
 * @throws AppError `storage`.
 */
export async function saveCopy(file: Pick<StoredFile, 'stream'>, target: string): Promise<void> {
  const part = `${target}.${randomUUID()}.part`;
  try {
    await pipeline(file.stream(), createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }));
    await rename(part, target);
  } catch (thrown) {
    await rm(part, { force: true }).catch(() => {});
    throw nameStorageFault(thrown, 'The file was not saved there');
  }
}
