import { type FileHandle, rename, rm, writeFile } from 'node:fs/promises';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { DownloadNote, PartialFile } from '../ports.ts';
import { nameStorageFault } from '../store/storage-failure.ts';
import { writeAll } from './incoming-file.ts';

/** Where whole ones go, and what bounds them. */
export interface PartialPlaces {
  /** @throws AppError when so many more bytes would not fit. */
  checkRoom(moreBytes: number): Promise<void>;
  limit: { sizeBytes: number; failure: Failure };
  /** Where a whole one goes. */
  newPlace(): { id: string; file: string };
  /** Takes note of a whole one. */
  enter(id: string, file: { name: string; type: string; sizeBytes: number }): FileRef;
}

interface PartialOnDiskParts extends PartialPlaces {
  /** Its file, and the same one open. */
  part: string;
  handle: FileHandle;
  /** What was kept of an earlier time. */
  note: DownloadNote | null;
  sizeBytes: number;
  /** It was left or kept. */
  onClose(): void;
}

/** What stands in the file beside the bytes. */
export interface PartialNote {
  note: DownloadNote | null;
  /** Bytes that are on the disk for certain. */
  sizeBytes: number;
}

/** So much is written between two looks at the room on the disk, and is on the disk for certain afterwards. */
const stepBytes = 64 * 1024 ** 2;
export const notStored = 'The download was not stored';

/** Removes the bytes and the note. Does not reject. */
export const removeBoth = (part: string) =>
  Promise.all([part, `${part}.json`].map((file) => rm(file, { force: true }).catch(() => {})));

/** See `PartialFile`. The note lies beside the bytes, with how many of them are on the disk for certain. */
export class PartialOnDisk implements PartialFile {
  readonly #parts: PartialOnDiskParts;
  #note: DownloadNote | null;
  #sizeBytes: number;
  #nextStep: number;
  #isOpen = true;

  constructor(parts: PartialOnDiskParts) {
    this.#parts = parts;
    this.#note = parts.note;
    this.#sizeBytes = parts.note === null ? 0 : parts.sizeBytes;
    this.#nextStep = this.#sizeBytes + stepBytes;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  get note(): DownloadNote | null {
    return this.#note;
  }

  annotate(note: DownloadNote): Promise<void> {
    return this.#named(async () => {
      const { limit, checkRoom } = this.#parts;
      if ((note.totalBytes ?? 0) > limit.sizeBytes) throw new AppError(limit.failure);
      if (note.totalBytes !== null) await checkRoom(note.totalBytes - this.#sizeBytes);
      this.#note = note;
      await this.#write();
    });
  }

  write(bytes: Uint8Array): Promise<void> {
    return this.#named(async () => {
      const { limit, checkRoom } = this.#parts;
      if (this.#sizeBytes + bytes.byteLength > limit.sizeBytes) throw new AppError(limit.failure);
      if (this.#sizeBytes + bytes.byteLength > this.#nextStep) {
        await checkRoom(stepBytes);
        await this.#write();
        this.#nextStep = this.#sizeBytes + stepBytes;
      }
      await writeAll(this.#parts.handle, bytes, this.#sizeBytes);
      this.#sizeBytes += bytes.byteLength;
    });
  }

  restart(): Promise<void> {
    return this.#named(async () => {
      this.#note = null;
      this.#sizeBytes = 0;
      this.#nextStep = stepBytes;
      await rm(`${this.#parts.part}.json`, { force: true });
      await this.#parts.handle.truncate(0);
    });
  }

  async pause(): Promise<void> {
    if (!this.#isOpen) return;
    if (this.#note !== null) await this.#write().catch(() => {});
    await this.#close();
    if (this.#note === null) await removeBoth(this.#parts.part);
  }

  keep({ name, type }: { name: string; type: string }): Promise<FileRef> {
    return this.#named(async () => {
      // A write that failed half way left bytes that do not count.
      await this.#parts.handle.truncate(this.#sizeBytes);
      await this.#parts.handle.sync();
      const { id, file } = this.#parts.newPlace();
      await rename(this.#parts.part, file);
      let ref: FileRef;
      try {
        ref = this.#parts.enter(id, { name, type, sizeBytes: this.#sizeBytes });
      } catch (thrown) {
        await rename(file, this.#parts.part);
        throw thrown;
      }
      await this.#close();
      await rm(`${this.#parts.part}.json`, { force: true }).catch(() => {});
      return ref;
    });
  }

  /** The bytes first: what is said to be there is there. */
  async #write(): Promise<void> {
    await this.#parts.handle.datasync();
    const kept: PartialNote = { note: this.#note, sizeBytes: this.#sizeBytes };
    const next = `${this.#parts.part}.json.next`;
    await writeFile(next, JSON.stringify(kept), { mode: 0o600 });
    await rename(next, `${this.#parts.part}.json`);
  }

  async #close(): Promise<void> {
    this.#isOpen = false;
    await this.#parts.handle.close().catch(() => {});
    this.#parts.onClose();
  }

  async #named<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      throw nameStorageFault(thrown, notStored);
    }
  }
}
