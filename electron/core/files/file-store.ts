import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, mkdtemp, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { FileStorePort, OpenFile } from '../ports.ts';
import type { Database } from '../store/database.ts';
import { makePrivateFolder } from '../store/private-file.ts';
import { nameStorageFault } from '../store/storage-failure.ts';
import { safeName, safeType } from './file-names.ts';
import { openIncomingFile } from './incoming-file.ts';
import { createPartialFiles } from './partial-files.ts';

/** A stored file. It was complete when it was opened. */
export interface StoredFile extends OpenFile {
  readonly ref: FileRef;
  /** Yields bytes from `start` to `end`, inclusive; all of them by default. Leaving the loop closes the file. */
  stream(start?: number, end?: number): AsyncIterable<Uint8Array>;
}

export interface FileStore extends FileStorePort {
  /** Returns what is known about a file, without accessing it. */
  find(id: string): FileRef | null;
  /** `null` when there is no such file, or its bytes are missing. */
  open(id: string): Promise<StoredFile | null>;
  close(): Promise<void>;
}

const sizeLimit = 8 * 1024 ** 3;
/** Free space that large files leave on the disk, so that the history can still be written. */
const reserve = 512 * 1024 ** 2;
const smallFile = 16 * 1024 ** 2;
const passingBytes = 256 * 1024;

/**
 * Opens the folder `files` of the data folder. Without saving, new files are stored in a temporary folder of the system
 * that is removed at the end; those stored earlier can still be read.
 *
 * @param now the time by which old partial downloads are deleted, in milliseconds since 1970.
 */
export async function openFileStore(
  db: Database,
  dataFolder: string,
  now: () => number = Date.now,
): Promise<FileStore> {
  const kept = path.join(dataFolder, 'files');
  const folder = db.saving ? kept : await mkdtemp(path.join(os.tmpdir(), 'patchbay-')).catch(() => kept);
  const rows = createFileRows(db);
  if (db.saving) await prepareFolder(db, rows, folder).catch(() => {});
  const running = db.sql.prepare('SELECT 1 FROM processes WHERE id = ?');
  const enter = (id: string, { name, type, sizeBytes }: Omit<FileRef, 'id'>): FileRef => {
    const ref = { id, name: safeName(name), type: safeType(type), sizeBytes };
    rows.add(ref);
    return ref;
  };
  const partials = createPartialFiles({
    folder: path.join(db.saving ? dataFolder : folder, 'downloads'),
    processId: db.processId,
    isRunning: (id) => running.get(id) !== undefined,
    checkRoom: (moreBytes) => checkRoom(folder, moreBytes),
    limit: { sizeBytes: sizeLimit, failure: tooLarge },
    newPlace() {
      const id = randomUUID();
      return { id, file: path.join(folder, id) };
    },
    enter,
    now,
  });
  void partials.sweep().catch(() => {});

  return {
    find: (id) => rows.find(id),
    async open(id) {
      const ref = rows.find(id);
      for (const place of ref ? new Set([folder, kept]) : []) {
        const file = path.join(place, id);
        const facts = await lstat(file).catch(() => null);
        if (ref && facts?.isFile() && facts.size === ref.sizeBytes) return storedFile(ref, file);
      }
      return null;
    },
    async admit({ name, type, sizeBytes }, bytes) {
      const id = randomUUID();
      const part = path.join(folder, `${id}.${db.processId}.part`);
      const stored = path.join(folder, id);
      try {
        await checkRoom(folder, sizeBytes ?? 0);
        const counter = { total: 0 };
        const sink = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
        await pipeline(counted(bytes, sizeBytes ?? sizeLimit, counter), sink);
        if (sizeBytes !== null && counter.total < sizeBytes) throw new AppError(cutShort);
        await rename(part, stored);
        return enter(id, { name, type, sizeBytes: counter.total });
      } catch (thrown) {
        await Promise.all([part, stored].map((file) => rm(file, { force: true }).catch(() => {})));
        throw nameStorageFault(thrown, 'The file was not stored');
      }
    },
    async receive(sizeBytes) {
      const id = randomUUID();
      await checkRoom(folder, sizeBytes ?? 0).catch((thrown: unknown) => {
        throw nameStorageFault(thrown, 'The file was not stored');
      });
      const file = await openIncomingFile(
        path.join(folder, `${id}.${db.processId}.part`),
        path.join(folder, id),
        { sizeBytes: sizeLimit, failure: tooLarge },
        (moreBytes) => checkRoom(folder, moreBytes),
      );
      return {
        write: file.write,
        patch: file.patch,
        drop: file.drop,
        async keep({ name, type }) {
          await file.close();
          return enter(id, { name, type, sizeBytes: file.sizeBytes });
        },
      };
    },
    resume: partials.resume,
    discard: partials.discard,
    async remove(id) {
      rows.remove(id);
      await rm(path.join(folder, path.basename(id)), { force: true });
    },
    async close() {
      if (folder !== kept) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A full or unreadable disk must not keep the program from starting: the error is reported when a file is stored. */
async function prepareFolder(db: Database, rows: FileRows, folder: string): Promise<void> {
  makePrivateFolder(folder);
  await freeOrphans(db, rows, folder);
}

function storedFile(ref: FileRef, file: string): StoredFile {
  const { name, type, sizeBytes } = ref;
  return {
    ref,
    name,
    type,
    sizeBytes,
    async *stream(start = 0, end = sizeBytes - 1) {
      if (end >= start) yield* createReadStream(file, { start, end, highWaterMark: 256 * 1024 });
    },
    async *passing() {
      const handle = await open(file, 'r');
      try {
        const buffer = Buffer.allocUnsafeSlow(passingBytes);
        for (;;) {
          const { bytesRead } = await handle.read(buffer, 0, passingBytes, null);
          if (bytesRead === 0) return;
          yield buffer.subarray(0, bytesRead);
        }
      } finally {
        await handle.close();
      }
    },
  };
}

async function* counted(bytes: Parameters<FileStorePort['admit']>[1], limit: number, counter: { total: number }) {
  for await (const piece of bytes) {
    counter.total += piece.byteLength;
    if (counter.total > limit) throw new AppError(tooLong);
    yield piece;
  }
}

async function checkRoom(folder: string, sizeBytes: number): Promise<void> {
  if (sizeBytes > sizeLimit) throw new AppError(tooLarge);
  if (sizeBytes <= smallFile) return;
  const { bavail, bsize } = await statfs(folder);
  if (sizeBytes > bavail * bsize - reserve) throw new AppError(noRoom);
}

const tooLarge = failure('too-large', 'The file is larger than 8 GiB.', {
  hint: 'Use a smaller file.',
});
const tooLong = failure('too-large', 'The file is longer than declared.', {
  effect: 'not-saved',
  hint: 'If it is still being written, wait until it is complete.',
});
const cutShort = failure('storage', 'The file ended early.', {
  effect: 'not-saved',
  hint: 'Add it again.',
  retryable: true,
});
const noRoom = failure('storage', 'The file was not stored, because less than 512 MiB would be left on the disk.', {
  hint: 'Free some disk space, then add it again.',
  retryable: true,
});

/**
 * A complete file without a row may be one that another process is still adding; not after this time, in milliseconds.
 */
const settledMs = 3_600_000;

/**
 * Removes what a crash left in the folder of stored files: partial files whose writer has ended, and complete files
 * without a row. After a damaged history was replaced, files without a row are quarantined instead: their rows may be
 * what was lost.
 */
async function freeOrphans(db: Database, rows: FileRows, folder: string): Promise<void> {
  const isRunning = db.sql.prepare('SELECT 1 FROM processes WHERE id = ?');
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const writer = /\.([\w-]+)\.part$/.exec(name)?.[1];
    if (writer !== undefined) {
      if (!isRunning.get(writer)) await rm(file, { force: true });
    } else if (!rows.find(name)) {
      if (db.wasReplaced) await quarantine(file);
      else if (await isSettled(file)) await rm(file, { force: true });
    }
  }
}

async function quarantine(file: string): Promise<void> {
  const aside = path.join(path.dirname(file), '..', 'files-without-history');
  await mkdir(aside, { recursive: true, mode: 0o700 });
  await rename(file, path.join(aside, path.basename(file)));
}

async function isSettled(file: string): Promise<boolean> {
  const facts = await stat(file).catch(() => null);
  return facts?.isFile() === true && Date.now() - facts.mtimeMs > settledMs;
}

/** Ids are file names: one that contains a path, as a damaged database may, is not an id. */
const idPattern = /^[\w-]{1,64}$/;

type FileRows = ReturnType<typeof createFileRows>;

/** Accesses the database rows of stored files. */
function createFileRows({ sql }: Database) {
  const one = sql.prepare('SELECT name, type, size_bytes FROM files WHERE id = ?');
  const add = sql.prepare('INSERT INTO files (id, name, type, size_bytes, created_at) VALUES (?, ?, ?, ?, ?)');
  const remove = sql.prepare('DELETE FROM files WHERE id = ?');
  return {
    find(id: string): FileRef | null {
      const row = idPattern.test(id) ? one.get(id) : undefined;
      if (!row) return null;
      return { id, name: String(row.name), type: String(row.type), sizeBytes: Number(row.size_bytes) };
    },
    add: ({ id, name, type, sizeBytes }: FileRef) => void add.run(id, name, type, sizeBytes, Date.now()),
    remove: (id: string) => void remove.run(id),
  };
}
