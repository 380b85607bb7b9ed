import type { FileRef } from '#shared/protocol/part.ts';

/** A stored file, open for reading. */
interface StoredFile {
  ref: FileRef;
  /** Yields the bytes from `start` to `end`, both inclusive. Leaving the loop closes the file. */
  stream(start: number, end: number): AsyncIterable<Uint8Array>;
}

/** The part of the core's file store that the page reaches by address instead of by message. */
export interface FileStore {
  open(id: string): Promise<StoredFile | null>;
  /**
   * Stores a file chunk by chunk. If the chunks end early, fail, or exceed `sizeBytes`, nothing is stored.
   * `sizeBytes` is `null` for bytes of unknown length.
   *
   * @throws AppError `too-large` or `storage`.
   */
  admit(
    file: Omit<FileRef, 'id' | 'sizeBytes'> & { sizeBytes: number | null },
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<FileRef>;
}
