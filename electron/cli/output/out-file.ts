import { Buffer } from 'node:buffer';
import { constants, fstat, write as writeTo } from 'node:fs';
import { type FileHandle, link, lstat, open, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { formatSize } from '#shared/format.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { FileStore } from '../../hosting/file-store.ts';
import { UsageError } from '../usage-error.ts';
import type { Terminal } from './terminal.ts';

/** Opens the file that `--out` names; `-` is standard output, which cannot be retried and keeps what was written. */
export const openOutput = (path: string, force: boolean, terminal: Terminal): Promise<OutFile> =>
  path === '-' ? Promise.resolve(standardOutput(terminal)) : openOutFile(path, force);

/** The same words wherever a result is piped. */
export const writtenToStdout = 'Written to stdout';

const standardOutput = (terminal: Terminal): OutFile => ({
  path: 'stdout',
  isStream: true,
  partPath: 'stdout',
  saved: writtenToStdout,
  rename: async () => false,
  write: (bytes) => (typeof bytes === 'string' ? terminal.data(bytes) : terminal.bytes(bytes)),
  finish: async () => {},
  leave: async () => false,
});

/** @throws UsageError for `--json` beside `--out -`: both would write to standard output. */
export function refuseBothOnStdout({ out, json }: { out?: string | undefined; json?: boolean | undefined }): void {
  if (json && out === '-') throw new UsageError('--json and --out - both write to stdout: use one of them.');
}

/**
 * Creates a file readable only by its owner. An existing file, a link, or a `.part` from an earlier attempt is only
 * replaced with `force`, and a link is never followed. What is no regular file, such as a device, is written to.
 *
 * @throws UsageError before anything is sent, when the file cannot be created.
 */
export async function openOutFile(path: string, force: boolean): Promise<OutFile> {
  const device = await openDevice(path);
  if (device) return device;
  const partPath = `${path}.part`;
  for (const taken of [path, partPath]) {
    const facts = await lstat(taken).catch(() => null);
    if (!facts) continue;
    if (facts.isDirectory()) throw new UsageError(`${taken} is a folder.`);
    if (!force) throw new UsageError(`${taken} already exists. Choose another name, or add --force to replace it.`);
    if (taken === partPath) await unlink(partPath);
  }
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const handle = await open(partPath, flags, 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new UsageError(`The folder ${dirname(path)} does not exist. Create it first.`);
    throw new UsageError(`${partPath} cannot be written (${error.code}).`);
  });
  let sizeBytes = 0;
  let finalPath = path;
  const notWritten = async ({ code }: NodeJS.ErrnoException) => {
    // A full disk may have taken a part of what was to be written.
    sizeBytes = await handle.stat().then(
      ({ size }) => size,
      () => sizeBytes,
    );
    const kept = sizeBytes === 0 ? 'Nothing was written.' : `${formatSize(sizeBytes)} are kept in ${partPath}.`;
    const hint = `${kept} Free some disk space, or choose another folder.`;
    throw new AppError(failure('storage', `${partPath} could not be written completely (${code}).`, { hint }));
  };

  return {
    isStream: false,
    get path() {
      return finalPath;
    },
    partPath,
    get saved() {
      return `Saved to ${finalPath}`;
    },
    async rename(to) {
      if (!force && (await lstat(to).catch(() => null))) return false;
      finalPath = to;
      return true;
    },
    async write(bytes) {
      // Unlike `write`, this continues until everything is written: a nearly full disk accepts partial writes.
      await handle.writeFile(bytes).catch(notWritten);
      sizeBytes += bytes.length;
    },
    async finish() {
      await handle.sync().catch(notWritten);
      await handle.close();
      const named = force ? rename(partPath, finalPath) : renameToNew(partPath, finalPath);
      await named.catch(notNamed(finalPath, partPath));
    },
    async leave() {
      await handle.close();
      // It may have been left before.
      if (sizeBytes === 0) await unlink(partPath).catch(() => {});
      return sizeBytes > 0;
    },
  };
}

/** `rename` would replace a file created in the meantime; a hard link to the same bytes does not. */
async function renameToNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Some file systems have no hard links.
    return rename(from, to);
  }
  await unlink(from);
}

const notNamed = (path: string, partPath: string) => (error: NodeJS.ErrnoException) => {
  const why = error.code === 'EEXIST' ? 'was created by another program' : `could not be created (${error.code})`;
  throw new AppError(failure('storage', `${path} ${why}. The response is in ${partPath}.`));
};

/** Yields the bytes of a stored file. @throws Error when it no longer exists. */
export async function* storedBytes(files: FileStore, id: string): AsyncGenerator<Uint8Array, void, void> {
  const file = await files.open(id);
  if (!file) throw new Error(`the stored file ${id} is gone`);
  if (file.ref.sizeBytes > 0) yield* file.stream(0, file.ref.sizeBytes - 1);
}

/** Copies a stored file to the output file, and gives it its name. */
export async function saveStored(files: FileStore, id: string, out: OutFile): Promise<void> {
  try {
    for await (const chunk of storedBytes(files, id)) await out.write(chunk);
  } catch (thrown) {
    await out.leave();
    throw thrown;
  }
  await out.finish();
}

/** Names of files that are already open; a shell passes them for `>(command)`. */
const openFile = /^\/(?:dev|proc\/self)\/(?:(stdout)|(stderr)|fd\/(\d{1,4}))$/;

/** Folders of the system, whose links are its own. */
const systemFolder = /^\/(?:dev|proc)\//;

const write = promisify(writeTo);

/**
 * Opens what exists under a name and is no regular file: a device, a pipe, or a file that is already open, such as
 * `/dev/stdout`. It is written to, never replaced.
 *
 * @returns `null` for a regular file, a folder, and a free name.
 * @throws UsageError if it cannot be written.
 */
export async function openDevice(path: string): Promise<OutFile | null> {
  const [isOpen, stdout, stderr, number] = openFile.exec(path) ?? [];
  if (isOpen) {
    const fd = stdout ? 1 : stderr ? 2 : Number(number);
    await promisify(fstat)(fd).catch(notWritable(path));
    return writing(path, fd, async () => {});
  }
  const facts = await (systemFolder.test(path) ? stat : lstat)(path).catch(() => null);
  if (!facts || facts.isFile() || facts.isDirectory() || facts.isSymbolicLink()) return null;
  const handle = await openForReader(path).catch(notWritable(path));
  return writing(path, handle.fd, () => handle.close());
}

/** A pipe cannot be opened before its reader has. A call that waits for that would outlast Ctrl-C. */
async function openForReader(path: string): Promise<FileHandle> {
  const isPipe = (await stat(path)).isFIFO();
  for (;;) {
    try {
      return await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if (!isPipe || (error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
      await setTimeout(retryMs);
    }
  }
}

const retryMs = 20;

/** Writes some of the bytes, at once or when there is room for them. @returns how many */
async function writeSome(fd: number, bytes: Uint8Array): Promise<number> {
  for (;;) {
    try {
      return (await write(fd, bytes)).bytesWritten;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      await setTimeout(retryMs);
    }
  }
}

const notWritable = (path: string) => (error: NodeJS.ErrnoException) => {
  throw new UsageError(`${path} cannot be written (${error.code}).`);
};

const writing = (path: string, fd: number, close: () => Promise<void>): OutFile => ({
  path,
  partPath: path,
  isStream: true,
  saved: `Written to ${path}`,
  rename: async () => false,
  async write(content) {
    const bytes = Buffer.from(content);
    try {
      for (let from = 0; from < bytes.length; ) from += await writeSome(fd, bytes.subarray(from));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new AppError(
        failure('storage', `${path} could not be written completely (${code}).`, { hint: 'Write to another place.' }),
      );
    }
  },
  finish: close,
  async leave() {
    await close();
    return false;
  },
});

/** A file that appears under its name only when it is complete. Until then, and if it never is, it is `<name>.part`. */
export interface OutFile {
  readonly path: string;
  /** It is standard output, a device or a pipe: a second file has no place beside it. */
  readonly isStream: boolean;
  readonly partPath: string;
  /** What happened to a complete result, such as `Saved to cat.png`. */
  readonly saved: string;
  /** Gives it another name once it is complete. Does nothing, and returns false, when that name is taken. */
  rename(path: string): Promise<boolean>;
  write(bytes: Uint8Array | string): Promise<void>;
  /** Gives the file its name; it is on disk when this returns. */
  finish(): Promise<void>;
  /** Leaves what was written as `<name>.part`, or removes it if empty; returns true when something is left. */
  leave(): Promise<boolean>;
}
