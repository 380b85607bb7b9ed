import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from './private-file.ts';
import { sqliteCode } from './storage-failure.ts';

export interface Lock {
  /** Gives it back. With `remove` its file goes too, which is right only where nobody else waits for it. */
  release(remove?: 'remove'): void;
}

const busy = 5;

/**
 * Takes a lock that the operating system itself gives back when the process ends, however it ends. A process id can not
 * do that: ids are used again. SQLite's own file lock is the one form of it that Node offers on every system.
 *
 * @param waitMs how long to wait for another holder; the thread sleeps meanwhile.
 * @returns `null` when another holder, in this process or another one, did not let go in time.
 * @throws an error of the file system or of SQLite when the file can not be made or opened.
 */
export function takeLock(file: string, waitMs = 0): Lock | null {
  createPrivateFile(file);
  const holder = new DatabaseSync(file, { timeout: waitMs });
  try {
    holder.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (thrown) {
    holder.close();
    if (sqliteCode(thrown) === busy) return null;
    throw thrown;
  }
  return {
    release(remove) {
      if (remove) rmSync(file, { force: true });
      holder.close();
    },
  };
}
