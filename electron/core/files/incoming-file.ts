import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import { nameStorageFault } from '../store/storage-failure.ts';

/** A file that grows while its bytes arrive. It has no name and nobody sees it before it is kept. */
interface IncomingFile {
  readonly sizeBytes: number;
  /** @throws AppError `too-large` or `storage`; what was written before stays. */
  write(bytes: Uint8Array): Promise<void>;
  /** Replaces bytes that are written already. */
  patch(offset: number, bytes: Uint8Array): Promise<void>;
  /** Puts it under its stored name, all of it on the disk. */
  close(): Promise<void>;
  /** Removes what there is. Does not reject. */
  drop(): Promise<void>;
}

/** So much is written between two looks at the room on the disk. */
const lookBytes = 64 * 1024 ** 2;
const what = 'The file was not stored';

/**
 * @param part where its bytes go until it is whole, `stored` where they go then.
 * @param checkRoom throws when so many more bytes would not fit.
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
  let nextLook = lookBytes;

  return {
    get sizeBytes() {
      return sizeBytes;
    },
    async write(bytes) {
      if (sizeBytes + bytes.byteLength > limit.sizeBytes) throw new AppError(limit.failure);
      try {
        if (sizeBytes + bytes.byteLength > nextLook) {
          await checkRoom(lookBytes);
          nextLook += lookBytes;
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
        // A write that failed half way left bytes that do not count.
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

/** Writes all of `bytes` at a place of a file. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, offset: number): Promise<void> {
  for (let at = 0; at < bytes.byteLength; ) {
    const { bytesWritten } = await handle.write(bytes, at, bytes.byteLength - at, offset + at);
    at += bytesWritten;
  }
}
