import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError, type Failure, failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { DownloadNote, PartialFile } from '../ports.ts';
import { makePrivateFolder } from '../store/private-file.ts';
import { nameStorageFault } from '../store/storage-failure.ts';
import { writeAll } from './incoming-file.ts';

interface PartialParts extends PartialPlaces {
  /** A dedicated folder; created when needed. */
  folder: string;
  /** Part of the file names, so that no two processes write one file. */
  processId: string;
  isRunning(processId: string): boolean;
  /** The time by which old ones are deleted, in milliseconds since 1970. Default: the clock. */
  now?: () => number;
}

const keptMs = 30 * 86_400_000;

/** Incomplete downloads: their bytes as `<target>.<process>.part`, their metadata as `.json` next to it. */
export function createPartialFiles(parts: PartialParts) {
  const { folder, processId, now = Date.now } = parts;
  const stemOf = (target: string) => createHash('sha256').update(target).digest('hex').slice(0, 32);
  const opened = new Set<string>();

  async function left(target: string): Promise<string[]> {
    const stem = stemOf(target);
    const names = await readdir(folder).catch(() => []);
    return names.filter((name) => name.startsWith(`${stem}.`) && name.endsWith('.part'));
  }

  const isFree = (name: string): boolean => {
    const writer = name.split('.')[1] ?? '';
    return writer === processId ? !opened.has(name) : !parts.isRunning(writer);
  };

  /** Takes over a partial file of this process or of one that has ended. Returns false when there is none. */
  async function takeOver(target: string, own: string): Promise<boolean> {
    for (const name of await left(target)) {
      const from = path.join(folder, name);
      if (from !== own && !isFree(name)) continue;
      try {
        if (from !== own) {
          await rename(`${from}.json`, `${own}.json`).catch(() => {});
          await rename(from, own);
        }
        return true;
      } catch {
        // Another process was faster.
      }
    }
    return false;
  }

  return {
    async resume(target: string): Promise<PartialFile> {
      const name = `${stemOf(target)}.${processId}.part`;
      if (opened.has(name)) throw new AppError(busy);
      opened.add(name);
      const part = path.join(folder, name);
      try {
        makePrivateFolder(folder);
        const isThere = await takeOver(target, part);
        const kept = isThere ? await readStored(part) : null;
        // Never through a link that someone placed there.
        const flags = isThere ? constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) : 'wx';
        const handle = await open(part, flags, 0o600);
        const sizeBytes = Math.min(kept?.sizeBytes ?? 0, (await handle.stat()).size);
        const onClose = () => void opened.delete(name);
        return new PartialOnDisk({ ...parts, part, handle, note: kept?.note ?? null, sizeBytes, onClose });
      } catch (thrown) {
        opened.delete(name);
        throw nameStorageFault(thrown, notStored);
      }
    },
    async discard(target: string): Promise<void> {
      for (const name of await left(target)) if (isFree(name)) await removeBoth(path.join(folder, name));
    },
    /** Removes those that were not requested for 30 days. */
    async sweep(): Promise<void> {
      for (const name of await readdir(folder).catch(() => [])) {
        const file = path.join(folder, name);
        const facts = await stat(file).catch(() => null);
        if (facts && isFree(name.replace(/\.json$/, '')) && now() - facts.mtimeMs > keptMs)
          await rm(file, { force: true }).catch(() => {});
      }
    },
  };
}

async function readStored(part: string): Promise<PartialNote | null> {
  try {
    return JSON.parse(await readFile(`${part}.json`, 'utf8')) as PartialNote;
  } catch {
    return null;
  }
}

const busy = failure('conflict', 'This download is already running.', { hint: 'Wait for it, or stop it first.' });

/** Where completed files are stored, and the limits on them. */
interface PartialPlaces {
  /** @throws AppError when this many more bytes would not fit. */
  checkRoom(moreBytes: number): Promise<void>;
  limit: { sizeBytes: number; failure: Failure };
  /** Returns the path for a completed file. */
  newPlace(): { id: string; file: string };
  /** Adds a row for a completed file. */
  enter(id: string, file: { name: string; type: string; sizeBytes: number }): FileRef;
}

interface PartialOnDiskParts extends PartialPlaces {
  /** Path of its file, and the same file open. */
  part: string;
  handle: FileHandle;
  /** The note saved by an earlier run. */
  note: DownloadNote | null;
  sizeBytes: number;
  /** It was paused or completed. */
  onClose(): void;
}

/** Content of the file next to the bytes. */
interface PartialNote {
  note: DownloadNote | null;
  /** Bytes that are known to be flushed to disk. */
  sizeBytes: number;
}

/** Bytes written between two checks of the free space; after each check they are flushed to disk. */
const stepBytes = 64 * 1024 ** 2;
const notStored = 'The download was not stored';

/** Removes the bytes and the note. Does not reject. */
const removeBoth = (part: string) =>
  Promise.all([part, `${part}.json`].map((file) => rm(file, { force: true }).catch(() => {})));

/** Implements `PartialFile`. The note is next to the bytes and states how many of them are flushed to disk. */
class PartialOnDisk implements PartialFile {
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
      // Discards the bytes of a write that failed midway.
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

  /** Writes the bytes before the note, so that the note never claims bytes that are not on disk. */
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
