import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { flushFile, isAudio } from './integrity-check.ts';
import { quarantine } from './maintenance/quarantine.ts';
import { checkSchema, ForeignDatabase, isOwnLayout, migrate, newestVersion, schemaVersion } from './migrate.ts';
import { createPrivateFile } from './private-file.ts';
import { copyRows, openToRead } from './salvage.ts';
import { isDamage, sqliteCode } from './storage-failure.ts';

/** What is wrong with a database file, as the end of "The history file …". */
export class DamagedFile extends Error {}

/** Milliseconds that a statement waits while another process writes. */
const busyTimeoutMs = 5_000;

/** The check of a file of this size takes about half a second; a larger one is read in the background. */
export const checkedBytes = 128 * 1024 * 1024;

/**
 * Opens a connection with our settings: what is deleted is overwritten, and a commit survives the end of the process; the
 * last ones before a loss of power may be gone, but never half.
 */
export function connect(location: string): DatabaseSync {
  const sql = new DatabaseSync(location, { timeout: busyTimeoutMs, enableForeignKeyConstraints: false });
  try {
    sql.exec('PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF');
    sql.exec(`PRAGMA journal_size_limit = ${16 * 1024 * 1024}; PRAGMA cache_size = -16000`);
    // 16 MB of 4 KiB pages: emptying the log makes the disk sync twice, and the whole program waits for it.
    sql.exec('PRAGMA wal_autocheckpoint = 4000');
    return sql;
  } catch (thrown) {
    sql.close();
    throw thrown;
  }
}

const otherLayout = 'has other tables than its version says';
/** SQLite's own number for a statement that does not fit the tables. */
const sqlError = 1;

const newName = (file: string) => `${file}.new`;

/** Makes a whole database beside `file`: a crash on the way never leaves a half-made one under its name. */
function buildNew(file: string, fill: (sql: DatabaseSync) => void): void {
  const part = `${file}.part`;
  for (const end of ['', '-wal', '-shm']) rmSync(part + end, { force: true });
  createPrivateFile(part);
  const sql = connect(part);
  try {
    // Both are kept in the file. The log lets one process write while others read.
    sql.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
    migrate(sql);
    fill(sql);
  } finally {
    sql.close();
  }
  // Once for the whole file, instead of at every step on the way.
  flushFile(part);
  renameSync(part, newName(file));
}

/** Finishes what `createDatabaseFile` or `replaceDatabaseFile` began, if the program ended in between. */
export function putInPlace(file: string): void {
  if (!existsSync(file) && existsSync(newName(file))) renameSync(newName(file), file);
}

/** What became of a damaged file. */
export interface Replaced {
  readonly aside: string;
  /** Rows of the backup, and rows of the damaged file that the backup did not have. */
  readonly backedUp: number;
  readonly read: number;
}

/** Makes a database that holds the rows of a backup, or nothing. */
export function createDatabaseFile(file: string, backup: string | null): void {
  buildNew(file, (sql) => {
    if (backup !== null) copyReadable(backup, sql);
  });
  putInPlace(file);
}

/** Why a file may be damaged: nothing speaks for it, a program that had it open crashed, or a read of it failed. */
export type Doubt = 'none' | 'crashed' | 'suspect';

/**
 * Opens an existing file and brings its schema up to date. In doubt it is read as a whole first, since half of all damage
 * shows nowhere else; after a mere crash only if that takes no more than about a second.
 *
 * @throws DamagedFile, NewerSchema, or the error of SQLite when the file can not be opened or written.
 */
export function openDatabaseFile(file: string, doubt: Doubt): DatabaseSync {
  const { size } = statSync(file);
  if (size === 0) throw new DamagedFile('is empty');
  let sql: DatabaseSync | undefined;
  try {
    sql = connect(file);
    checkSchema(sql);
    const isRead = doubt === 'suspect' || (doubt === 'crashed' && size <= checkedBytes);
    if (isRead && !isAudio(sql)) throw new DamagedFile('is damaged');
    const isOlder = schemaVersion(sql) < newestVersion;
    migrate(sql);
    // Builds from between two releases used version numbers that others have now.
    if (isOlder && !isOwnLayout(sql)) throw new DamagedFile(otherLayout);
    return sql;
  } catch (thrown) {
    sql?.close();
    if (sqliteCode(thrown) === sqlError) throw new DamagedFile(otherLayout);
    if (thrown instanceof ForeignDatabase) throw new DamagedFile('belongs to another program');
    if (isDamage(thrown)) throw new DamagedFile('is damaged');
    throw thrown;
  }
}

/**
 * Puts a damaged file aside, with the time in its name, and a new one in its place that holds the rows of a backup, and
 * then every row that could still be read of the damaged file: where both have a row, the one of the backup is known to
 * be right. The damaged file is never changed or deleted.
 *
 * @param backup its file, `null` for none.
 * @returns the name of the file that was put aside, and the rows taken over from each.
 */
export function replaceDatabaseFile(file: string, now: Date, backup: string | null): Replaced {
  let backedUp = 0;
  let read = 0;
  buildNew(file, (sql) => {
    if (backup !== null) backedUp = copyReadable(backup, sql);
    read = copyReadable(file, sql);
  });
  const aside = quarantine(file, 'damaged', now);
  putInPlace(file);
  return { aside, backedUp, read };
}

/** Copies what can be read of a file that may be damaged, of another program, or not a database at all. */
export function copyReadable(file: string, into: DatabaseSync): number {
  const from = openToRead(file);
  if (!from) return 0;
  try {
    return copyRows(from, into);
  } finally {
    from.close();
  }
}
