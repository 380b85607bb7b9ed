import type { FileRef } from '#shared/protocol/part.ts';

/** A stored file, open for reading. */
interface StoredFile {
  ref: FileRef;
  /** Bytes from `start` to `end`, both included. Leaving the loop closes the file. */
  stream(start: number, end: number): AsyncIterable<Uint8Array>;
}

/** The part of the core's file store that the page reaches by address instead of by message. */
export interface FileStore {
  open(id: string): Promise<StoredFile | null>;
  /**
   * Takes a file in, piece by piece. When the pieces end early, fail, or are more than `sizeBytes`, nothing is kept.
   * `sizeBytes` is `null` for bytes of unknown length.
   *
   * @throws AppError `too-large` or `storage`.
   */
  admit(
    file: Omit<FileRef, 'id' | 'sizeBytes'> & { sizeBytes: number | null },
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<FileRef>;
}
