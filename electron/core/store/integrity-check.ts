import { closeSync, fsyncSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** Returns true when SQLite finds a database sound from its first page to its last: every row, every index. */
export function isIntact(sql: DatabaseSync): boolean {
  const found = sql.prepare('PRAGMA integrity_check(1)').get();
  return Object.values(found ?? {})[0] === 'ok';
}

/** Flushes the bytes of a file to disk. */
export function flushFile(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
