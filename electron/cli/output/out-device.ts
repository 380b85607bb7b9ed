import { Buffer } from 'node:buffer';
import { constants, fstat, write as writeTo } from 'node:fs';
import { type FileHandle, lstat, open, stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { UsageError } from '../usage-error.ts';
import type { OutFile } from './out-file-contract.ts';

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
