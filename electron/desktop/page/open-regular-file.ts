import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { AppError, type Failure, failure } from '#shared/protocol/failure.ts';

/** Links are not followed, and opening a pipe without a writer does not block. Windows has neither flag. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens one regular file: the one that was opened and measured is used, whatever its path points to afterwards.
 *
 * @throws AppError `bad-input` for a link, a folder or a device, `storage` if it cannot be read; and whatever `use`
 * throws.
 */
export async function withRegularFile<Result>(
  filePath: string,
  use: (handle: FileHandle, stat: Stats) => Promise<Result>,
): Promise<Result> {
  const name = path.basename(filePath);
  let handle: FileHandle | undefined;
  try {
    handle = await open(filePath, openFlags);
    const stat = await handle.stat();
    if (!stat.isFile()) throw new AppError(notRegular(name));
    return await use(handle, stat);
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : new AppError(unreadable(name, thrown as NodeJS.ErrnoException));
  } finally {
    await handle?.close().catch(() => {});
  }
}

const notRegular = (name: string) =>
  failure('bad-input', `${name} is not a file.`, { hint: "Folders and devices can't be sent. Select a file." });

function unreadable(name: string, { code }: NodeJS.ErrnoException): Failure {
  if (code === 'ELOOP')
    return failure('bad-input', `${name} is a link.`, { hint: 'Select the file that it points to.' });
  return failure('storage', `${name} could not be read (${code ?? 'unknown cause'}).`, {
    hint: 'Check that it exists and that you have permission to read it.',
    retryable: true,
  });
}
