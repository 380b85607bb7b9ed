import { createWriteStream, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { NativeImage, WebContents } from 'electron';
import type { FileStore, StoredFile } from '#core/files/file-store.ts';
import { makePrivateFolder } from '#core/store/private-file.ts';
import { nameStorageFault } from '#core/store/storage-failure.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';

export interface DragOutParts {
  /** A dedicated folder in the data folder. Leftovers of finished drags are removed at creation and by `clear`. */
  folder: string;
  files: Pick<FileStore, 'open'>;
  /** Returns the icon that follows the pointer for a file with this path. */
  iconFor(filePath: string): Promise<NativeImage>;
}

/**
 * Creates the drags of stored files out of the window. Other programs take files by path, so each file is copied
 * under its own name.
 */
export function createDragOut({ folder, files, iconFor }: DragOutParts) {
  const clear = () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another program has a copy open: the next start removes it.
    }
  };
  clear();
  const writing = new Map<string, Promise<string>>();

  /** Only one copy of a file is made at a time. */
  const copyOf = (file: StoredFile): Promise<string> => {
    const running = writing.get(file.ref.id) ?? copy(file, path.join(folder, file.ref.id));
    writing.set(file.ref.id, running);
    return running.finally(() => writing.delete(file.ref.id));
  };

  return {
    /**
     * Writes a stored file under its own name and has the system drag it, for as long as the mouse button is down.
     *
     * @throws AppError `not-found-here` or `storage`.
     */
    async start(page: Pick<WebContents, 'startDrag' | 'isDestroyed'>, id: string, signal: AbortSignal): Promise<void> {
      const file = await files.open(id);
      if (!file) throw new AppError(gone);
      const filePath = await copyOf(file);
      const icon = await iconFor(filePath);
      // If no mouse button is down, the system would keep dragging until the next click.
      if (signal.aborted || page.isDestroyed()) return;
      page.startDrag({ file: filePath, icon });
    },
    /** Removes every copy before it returns. */
    clear,
  };
}

/** Writes a fresh copy, since a program may have moved or changed the last one, and returns its path. */
async function copy(file: StoredFile, folder: string): Promise<string> {
  const filePath = path.join(folder, file.name);
  const part = path.join(folder, '.part');
  try {
    makePrivateFolder(folder);
    await pipeline(file.stream(), createWriteStream(part, { mode: 0o600 }));
    await rename(part, filePath);
    return filePath;
  } catch (thrown) {
    throw nameStorageFault(thrown, `${file.name} could not be dragged`);
  }
}

const gone = failure('not-found-here', 'This file is no longer stored.', {
  hint: 'Add it again, or send the request that created it again.',
});
