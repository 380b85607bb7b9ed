import { constants } from 'node:fs';
import { link, lstat, open, rename, unlink } from 'node:fs/promises';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { UsageError } from '../usage-error.ts';
import type { Terminal } from './terminal.ts';

/** A file that appears under its name only when it is whole. Until then, and if it never is, it is `<name>.part`. */
export interface OutFile {
  readonly path: string;
  readonly partPath: string;
  write(bytes: Uint8Array | string): Promise<void>;
  /** Gives it its name; on disk when this returns. */
  finish(): Promise<void>;
  /** Leaves what there is as `<name>.part`, or nothing if there is nothing; true when something is left. */
  leave(): Promise<boolean>;
}

/** The file that `--out` names; `-` is standard output, which has no second try and keeps what was written. */
export const openOutput = (path: string, force: boolean, terminal: Terminal): Promise<OutFile> =>
  path === '-' ? Promise.resolve(standardOutput(terminal)) : openOutFile(path, force);

const standardOutput = (terminal: Terminal): OutFile => ({
  path: 'standard output',
  partPath: 'standard output',
  write: (bytes) => (typeof bytes === 'string' ? terminal.data(bytes) : terminal.bytes(bytes)),
  finish: async () => {},
  leave: async () => false,
});

/** @throws UsageError for `--json` beside `--out -`: both would write to standard output. */
export function refuseBothOnStdout({ out, json }: { out?: string | undefined; json?: boolean | undefined }): void {
  if (json && out === '-') throw new UsageError('--json and --out - both write to standard output. Use one of them.');
}

/**
 * Readable by its owner alone. An existing file, a link, or a `.part` of an earlier try is only replaced with `force`,
 * and a link never followed.
 *
 * @throws UsageError before anything is sent, when the file can not be made.
 */
export async function openOutFile(path: string, force: boolean): Promise<OutFile> {
  const partPath = `${path}.part`;
  for (const taken of [path, partPath]) {
    const facts = await lstat(taken).catch(() => null);
    if (!facts) continue;
    if (facts.isDirectory()) throw new UsageError(`${taken} is a folder.`);
    if (!force) throw new UsageError(`${taken} exists already. Choose another name, or add --force to replace it.`);
    if (taken === partPath) await unlink(partPath);
  }
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const handle = await open(partPath, flags, 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${partPath} can not be written (${error.code}).`);
  });
  let sizeBytes = 0;

  return {
    path,
    partPath,
    async write(bytes) {
      // Unlike `write`, this goes on until all of it is written: a nearly full disk takes a piece in parts.
      await handle.writeFile(bytes).catch(notWritten(partPath));
      sizeBytes += bytes.length;
    },
    async finish() {
      await handle.sync().catch(notWritten(partPath));
      await handle.close();
      await (force ? rename(partPath, path) : renameToNew(partPath, path)).catch(notNamed(path, partPath));
    },
    async leave() {
      await handle.close();
      if (sizeBytes === 0) await unlink(partPath);
      return sizeBytes > 0;
    },
  };
}

/** `rename` would replace a file that came meanwhile; a second name for the same bytes does not. */
async function renameToNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Some file systems know no second name.
    return rename(from, to);
  }
  await unlink(from);
}

const notWritten = (partPath: string) => (error: NodeJS.ErrnoException) => {
  const hint = 'What was written stays there. Make room, or choose another place.';
  throw new AppError(failure('storage', `${partPath} could not be written (${error.code}).`, { hint }));
};
const notNamed = (path: string, partPath: string) => (error: NodeJS.ErrnoException) => {
  const why = error.code === 'EEXIST' ? 'appeared meanwhile' : `could not be made (${error.code})`;
  throw new AppError(failure('storage', `${path} ${why}; the answer is in ${partPath}.`));
};
