import { constants } from 'node:fs';
import { link, lstat, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatSize } from '#shared/format.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { FileStore } from '../../hosting/file-store.ts';
import { UsageError } from '../usage-error.ts';
import { openDevice } from './out-device.ts';
import type { OutFile } from './out-file-contract.ts';
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
