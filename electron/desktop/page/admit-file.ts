import path from 'node:path';
import type { FileStore } from '#core/files/file-store.ts';
import { AppError, type Failure, failure } from '#shared/protocol/failure.ts';
import type { Admission } from '#shared/rpc/host-window.ts';
import { withRegularFile } from './open-regular-file.ts';

/** What the preload reports about a file; all of it is checked here. */
export interface DroppedFile {
  name: string;
  type: string;
  /** Absolute, or empty for a file that is not on disk. */
  path: string;
}

/**
 * Checks that a value has the shape the preload sends; the preload's isolated world may be compromised, so it is not
 * trusted.
 */
export function isDroppedFile(value: unknown): value is DroppedFile {
  if (typeof value !== 'object' || value === null) return false;
  const { name, type, path: place } = value as Record<string, unknown>;
  const isText = (text: unknown, limit: number) =>
    typeof text === 'string' && text.length <= limit && !text.includes('\0');
  return isText(name, 1024) && isText(type, 255) && isText(place, 32_768);
}

/**
 * Adds a file on disk to the store. Only a regular file is accepted, and exactly the one that was opened and
 * measured: what its path points to afterwards does not matter.
 */
export async function admitFile(store: Pick<FileStore, 'admit'>, dropped: DroppedFile): Promise<Admission> {
  if (dropped.path === '') return { kind: 'no-path' };
  const name = path.basename(dropped.path) || dropped.name;
  if (!path.isAbsolute(dropped.path)) return refused(failure('bad-input', `${name} has no full path.`));
  try {
    const file = await withRegularFile(dropped.path, (handle, stat) => {
      const bytes = handle.createReadStream({ autoClose: false, end: Math.max(0, stat.size - 1) });
      return store.admit({ name, type: dropped.type || 'application/octet-stream', sizeBytes: stat.size }, bytes);
    });
    return { kind: 'admitted', file };
  } catch (thrown) {
    return refused(AppError.from(thrown));
  }
}

const refused = (reason: Failure): Admission => ({ kind: 'refused', failure: reason });
