import { AppError, type Failure } from '#shared/protocol/failure.ts';
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
 * @param failures thrown as `AppError`: the file is no longer stored, or is larger than 32 MiB.
 */
export async function readImported(
  files: Pick<FileStore, 'open'>,
  fileId: string,
  failures: { gone: Failure; tooLarge: Failure },
): Promise<string> {
  const file = await files.open(fileId);
  if (!file) throw new AppError(failures.gone);
  if (file.sizeBytes > largestBytes) throw new AppError(failures.tooLarge);
  return (await readWhole(file)).toString('utf8');
}
