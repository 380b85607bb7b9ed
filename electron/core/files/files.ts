import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Core } from '#shared/contract/index.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { HostServices } from '../host-services.ts';
import { nameStorageFault } from '../store/storage-failure.ts';
import type { FileStore } from './file-store.ts';

interface FileParts {
  files: FileStore;
  hostServices: Pick<HostServices, 'fileAddress' | 'shell'>;
}

/** Stored files as the page sees them: by id, never by path. */
export function createFiles({ files, hostServices }: FileParts): Core['files'] {
  const find = (id: string) => {
    const ref = files.find(id);
    if (!ref) throw new AppError(gone);
    return ref;
  };
  return {
    get: ({ id }) => find(id),
    link: ({ id }) => hostServices.fileAddress(find(id).id),
    keep({ name, type, text }) {
      const bytes = Buffer.from(text, 'utf8');
      return files.admit({ name, type, sizeBytes: bytes.byteLength }, [bytes]);
    },
    async save({ id }) {
      const file = await files.open(id);
      if (!file) throw new AppError(gone);
      const target = await hostServices.shell.chooseSavePath(file.name);
      if (target === null) return null;
      await saveCopy(file.stream(), target);
      return path.basename(target);
    },
  };
}

const gone = failure('not-found-here', 'This file is no longer stored.', {
  hint: 'Add it again, or send the request that created it again.',
});

/**
 * Writes bytes to a path the user selected. The name appears there only when every byte is on disk; a link of that name
 * is replaced and not followed. Only this account can read the copy.
 *
 * @throws AppError `storage`.
 */
export async function saveCopy(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, target: string): Promise<void> {
  const part = `${target}.${randomUUID()}.part`;
  try {
    await pipeline(bytes, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }));
    await rename(part, target);
  } catch (thrown) {
    await rm(part, { force: true }).catch(() => {});
    throw nameStorageFault(thrown, 'The file was not saved');
  }
}
