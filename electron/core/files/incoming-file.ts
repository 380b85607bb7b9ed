import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import { nameStorageFault } from '../store/storage-failure.ts';

/** A file that grows while its bytes arrive. It has no name and is invisible until it is closed. */
interface IncomingFile {
  readonly sizeBytes: number;
  /** @throws AppError `too-large` or `storage`; bytes written before are kept. */
  write(bytes: Uint8Array): Promise<void>;
  /** Overwrites bytes that are already written. */
  patch(offset: number, bytes: Uint8Array): Promise<void>;
  /** Moves it to its stored name, flushed to disk. */
  close(): Promise<void>;
  /** Removes the file. Does not reject. */
  drop(): Promise<void>;
}

/** Bytes written between two checks of the free space. */
const checkEveryBytes = 64 * 1024 ** 2;
const what = 'The file was not stored';

/**
 * @param part path of the incomplete file, `stored` its path once complete.
 * @param checkRoom throws when this many more bytes would not fit.
 */
export async function openIncomingFile(
  part: string,
  stored: string,
  limit: { sizeBytes: number; failure: Failure },
  checkRoom: (moreBytes: number) => Promise<void>,
): Promise<IncomingFile> {
  const handle = await open(part, 'wx', 0o600).catch((thrown: unknown) => {
    throw nameStorageFault(thrown, what);
  });
  let sizeBytes = 0;
  let nextCheckAt = checkEveryBytes;

  return {
    get sizeBytes() {
      return sizeBytes;
    },
    async write(bytes) {
      if (sizeBytes + bytes.byteLength > limit.sizeBytes) throw new AppError(limit.failure);
      try {
        if (sizeBytes + bytes.byteLength > nextCheckAt) {
          await checkRoom(checkEveryBytes);
          nextCheckAt += checkEveryBytes;
        }
        await writeAll(handle, bytes, sizeBytes);
      } catch (thrown) {
        throw nameStorageFault(thrown, what);
      }
      sizeBytes += bytes.byteLength;
    },
    patch: (offset, bytes) => writeAll(handle, bytes, offset),
    async close() {
      try {
        // Discards the bytes of a write that failed midway.
        await handle.truncate(sizeBytes);
        await handle.sync();
        await handle.close();
        await rename(part, stored);
      } catch (thrown) {
        throw nameStorageFault(thrown, what);
      }
    },
    async drop() {
      await handle.close().catch(() => {});
      await rm(part, { force: true }).catch(() => {});
    },
  };
}

/** Writes all of `bytes` at an offset of a file. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, offset: number): Promise<void> {
  for (let at = 0; at < bytes.byteLength; ) {
    const { bytesWritten } = await handle.write(bytes, at, bytes.byteLength - at, offset + at);
    at += bytesWritten;
  }
}
