import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '#core/files/file-store.ts';
import { AppError, type Failure, failure } from '#shared/routes/failure.ts';
import type { Admission } from '#shared/wire/host-window.ts';

/** What the preload says of a file; all of it is checked here. */
export interface DroppedFile {
  name: string;
  type: string;
  /** Absolute, or empty for a file that lies nowhere. */
  path: string;
}

/** A link is not followed, and opening a pipe that nobody writes to does not wait. Windows knows neither. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** True for what the preload sends; the isolated world it runs in may be broken, so it is not believed. */
export function isDroppedFile(value: unknown): value is DroppedFile {
  if (typeof value !== 'object' || value === null) return false;
  const { name, type, path: place } = value as Record<string, unknown>;
  const isText = (text: unknown, limit: number) =>
    typeof text === 'string' && text.length <= limit && !text.includes('\0');
  return isText(name, 1024) && isText(type, 255) && isText(place, 32_768);
}

/**
 * Takes one file of the disk into the store. Only a regular file, and the very one that was opened and measured: what
 * its path leads to afterwards does not matter.
 */
export async function admitFile(store: Pick<FileStore, 'admit'>, dropped: DroppedFile): Promise<Admission> {
  if (dropped.path === '') return { kind: 'no-path' };
  const name = path.basename(dropped.path) || dropped.name;
  if (!path.isAbsolute(dropped.path)) return refused(failure('bad-input', `${name} has no full path.`));
  let handle: FileHandle | undefined;
  try {
    handle = await open(dropped.path, openFlags);
    const stat = await handle.stat();
    if (!stat.isFile()) return refused(notRegular(name));
    const bytes = handle.createReadStream({ autoClose: false, end: Math.max(0, stat.size - 1) });
    const file = await store.admit(
      { name, type: dropped.type || 'application/octet-stream', sizeBytes: stat.size },
      bytes,
    );
    return { kind: 'admitted', file };
  } catch (thrown) {
    return refused(thrown instanceof AppError ? thrown.failure : unreadable(name, thrown as NodeJS.ErrnoException));
  } finally {
    await handle?.close().catch(() => {});
  }
}

const refused = (reason: Failure): Admission => ({ kind: 'refused', failure: reason });

const notRegular = (name: string) =>
  failure('bad-input', `${name} is not a file.`, { hint: 'Folders and devices can not be sent: pick a file.' });

function unreadable(name: string, { code }: NodeJS.ErrnoException): Failure {
  if (code === 'ELOOP') return failure('bad-input', `${name} is a link.`, { hint: 'Pick the file it leads to.' });
  return failure('storage', `${name} could not be read (${code ?? 'unknown cause'}).`, {
    hint: 'Check that it is still there and that you may read it.',
    retryable: true,
  });
}
