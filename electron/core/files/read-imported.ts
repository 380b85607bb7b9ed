import { AppError, failure } from '#shared/protocol/failure.ts';
import type { FileStore, StoredFile } from './file-store.ts';

const largestBytes = 32 * 1024 * 1024;

/** Returns all bytes of a stored file; only for one that is known to be small. */
export async function readWhole(file: StoredFile): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.stream()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Returns the text of a stored file that a user imports, read as UTF-8.
 *
 * @param hint what to select instead of a file that is too large.
 * @throws AppError `not-found-here` or `too-large`, for more than 32 MiB.
 */
export async function readImported(files: Pick<FileStore, 'open'>, fileId: string, hint: string): Promise<string> {
  const file = await files.open(fileId);
  if (!file) throw new AppError(gone);
  if (file.sizeBytes > largestBytes) throw new AppError(tooLarge(hint));
  return (await readWhole(file)).toString('utf8');
}

const gone = failure('not-found-here', 'This file is no longer stored.', { hint: 'Select the file again.' });
const tooLarge = (hint: string) => failure('too-large', 'The file is larger than 32 MB, so it was not read.', { hint });
