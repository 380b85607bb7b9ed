import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from './private-file.ts';
import { sqliteCode } from './storage-failure.ts';

export interface Lock {
  /** Releases the lock. `remove` deletes its file too, which is only safe when no other process is waiting for it. */
  release(remove?: 'remove'): void;
}

const busy = 5;

/**
 * Takes a lock that the operating system releases when the process ends, for whatever reason. A process id does not
 * work for this, because ids are reused. SQLite's file lock is the one form of it that Node offers on every system.
 *
 * @param waitMs how long to wait for another holder; blocks the thread.
 * @returns `null` when another holder, in this process or another one, did not release it in time.
 * @throws an error of the file system or of SQLite when the file cannot be created or opened.
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

/** The processes that have a data folder open. Its rows are only accurate after `forgetEnded`. */
export const processTable = `CREATE TABLE IF NOT EXISTS processes (
  id TEXT PRIMARY KEY,
  pid INTEGER NOT NULL,
  -- Milliseconds since 1970.
  started_at INTEGER NOT NULL
) STRICT`;

const lockFile = (folder: string, id: string) => path.join(folder, `process-${id}.lock`);

/**
 * Determines which processes are still running. Each holds the lock of its own file: a file whose lock is free was left
 * behind by a crash, and is deleted.
 */
export function findProcesses(folder: string): { alive: string[]; crashed: number } {
  const known = readdirSync(folder).flatMap((name) => /^process-([\w-]+)\.lock$/.exec(name)?.[1] ?? []);
  const alive = known.filter((id) => {
    const lock = takeLock(lockFile(folder, id));
    lock?.release('remove');
    return lock === null;
  });
  return { alive, crashed: known.length - alive.length };
}

/** Deletes the rows of all other processes. */
export function forgetEnded(sql: DatabaseSync, alive: readonly string[]): void {
  sql.prepare('DELETE FROM processes WHERE id NOT IN (SELECT value FROM json_each(?))').run(JSON.stringify(alive));
}

/** Adds this process. Its lock is taken before its row becomes visible. */
export function enterProcess(sql: DatabaseSync, folder: string, id: string): Lock {
  const lock = takeLock(lockFile(folder, id));
  if (!lock) throw new Error(`The lock of process ${id} is not free.`);
  addRow(sql, id);
  return lock;
}

export function addRow(sql: DatabaseSync, id: string): void {
  sql.prepare('INSERT INTO processes (id, pid, started_at) VALUES (?, ?, ?)').run(id, process.pid, Date.now());
}
