import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Lock, takeLock } from './os-lock.ts';

/** The processes that have a data folder open. Rows of it are only good after `forgetEnded`. */
export const processTable = `CREATE TABLE IF NOT EXISTS processes (
  id TEXT PRIMARY KEY,
  pid INTEGER NOT NULL,
  -- Milliseconds since 1970.
  started_at INTEGER NOT NULL
) STRICT`;

const lockFile = (folder: string, id: string) => path.join(folder, `process-${id}.lock`);

/**
 * Looks which processes still run. Each holds the lock of its own file: a file whose lock is free was left behind by a
 * crash, and is removed.
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

/** Removes the rows of all processes but those. */
export function forgetEnded(sql: DatabaseSync, alive: readonly string[]): void {
  sql.prepare('DELETE FROM processes WHERE id NOT IN (SELECT value FROM json_each(?))').run(JSON.stringify(alive));
}

/** Enters this process. Its lock is held before its row can be seen. */
export function enterProcess(sql: DatabaseSync, folder: string, id: string): Lock {
  const lock = takeLock(lockFile(folder, id));
  if (!lock) throw new Error(`The lock of process ${id} is not free.`);
  addRow(sql, id);
  return lock;
}

export function addRow(sql: DatabaseSync, id: string): void {
  sql.prepare('INSERT INTO processes (id, pid, started_at) VALUES (?, ?, ?)').run(id, process.pid, Date.now());
}
