import { closeSync, constants, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { makePrivateFolder } from '../store/private-file.ts';

export interface LogFileParts {
  dataFolder: string;
  host: string;
  limitBytes?: number;
}

/** A text file that is added to and never grows past its limit. */
export interface LogFile {
  /** The newest first. */
  readonly files: readonly string[];
  add(line: string): void;
  settled(): Promise<void>;
  writeNow(): void;
}

const usualLimitBytes = 1_000_000;
const fileCount = 3;
/** Lines that wait while the disk is slow; more are left out. */
const mostWaiting = 500;
/** A link in the place of a log would lead the lines elsewhere. Windows has no such flag. */
const flags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);

/**
 * Adds lines to `<data folder>/logs/<host>.log`. A file that would pass its limit becomes `<host>.1.log`, and that one
 * `<host>.2.log`. Several programs may add to the same file: each write opens it anew. Lines that cannot be written are
 * dropped, so that neither a full disk nor a read-only one costs anything.
 */
export function openLogFile({ dataFolder, host, limitBytes = usualLimitBytes }: LogFileParts): LogFile {
  const folder = path.join(dataFolder, 'logs');
  const files = Array.from({ length: fileCount }, (_, age) => path.join(folder, `${host}${age ? `.${age}` : ''}.log`));
  const [newest = ''] = files;
  const moves = files
    .slice(1)
    .map((older, at) => [files[at] ?? '', older] as const)
    .reverse();
  let waiting: string[] = [];
  let writing: Promise<void> | null = null;

  async function write(): Promise<void> {
    // Lines that are noted in the same turn share one write.
    await Promise.resolve();
    while (waiting.length) {
      const text = waiting.join('');
      waiting = [];
      try {
        makePrivateFolder(folder);
        const size = await stat(newest).then(
          ({ size: bytes }) => bytes,
          () => 0,
        );
        if (size > 0 && size + Buffer.byteLength(text) > limitBytes)
          for (const [from, to] of moves) await rename(from, to).catch(() => {});
        const file = await open(newest, flags, 0o600);
        try {
          await file.appendFile(text);
        } finally {
          await file.close();
        }
      } catch {
        // What cannot be written is gone: keeping it for later would grow for as long as the disk stays full.
      }
    }
    writing = null;
  }

  return {
    files,
    add(line) {
      if (waiting.length >= mostWaiting) return;
      waiting.push(line);
      writing ??= write();
    },
    settled: async () => void (await writing),
    writeNow() {
      const text = waiting.join('');
      waiting = [];
      if (text === '') return;
      try {
        makePrivateFolder(folder);
        const size = statSync(newest, { throwIfNoEntry: false })?.size ?? 0;
        if (size > 0 && size + Buffer.byteLength(text) > limitBytes)
          for (const [from, to] of moves) if (statSync(from, { throwIfNoEntry: false })) renameSync(from, to);
        const file = openSync(newest, flags, 0o600);
        try {
          writeSync(file, text);
        } finally {
          closeSync(file);
        }
      } catch {
        // As above.
      }
    },
  };
}
