import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { flushFile, isIntact } from './integrity-check.ts';
import { sumOf } from './maintenance/automatic-backups.ts';
import { quarantine } from './maintenance/quarantine.ts';
import { checkSchema, ForeignDatabase, isOwnLayout, migrate, newestVersion, schemaVersion } from './migrate.ts';
import { createPrivateFile } from './private-file.ts';
import { copyRows, openToRead } from './salvage.ts';
import { isDamage, sqliteCode } from './storage-failure.ts';

/** The checksum of a larger file would slow down quitting and starting; the weekly check reads it instead. */
const sealedBytes = 32 * 1024 ** 2;

/** Tools that copy a folder with its timestamps may round them. */
const clockStepMs = 2;

interface Seal {
  sizeBytes: number;
  changedAtMs: number;
  sum: string;
}

const sealOf = (file: string) => `${file}-seal`;

/**
 * Stores the checksum of a database that is not open. SQLite detects damage to the structure of its file, but not a
 * changed letter in a text: the checksum detects both. Where it cannot be written there is none.
 */
export function writeSeal(file: string): void {
  try {
    const { size, mtimeMs } = statSync(file);
    if (size > sealedBytes || existsSync(`${file}-wal`)) return;
    const seal: Seal = { sizeBytes: size, changedAtMs: mtimeMs, sum: sumOf(file) };
    writeFileSync(sealOf(file), JSON.stringify(seal), { mode: 0o600 });
  } catch {
    // The next start works without it.
  }
}

/**
 * Compares a file with its seal: `none` when there is no seal, `same`, `rotten` when bytes differ although the file was
 * not written since, `changed` when another program wrote it.
 */
export function readSeal(file: string): 'none' | 'same' | 'rotten' | 'changed' {
  try {
    const { sizeBytes, changedAtMs, sum } = JSON.parse(readFileSync(sealOf(file), 'utf8')) as Seal;
    const { size, mtimeMs } = statSync(file);
    if (size === sizeBytes && sumOf(file) === sum) return 'same';
    return Math.abs(mtimeMs - changedAtMs) < clockStepMs ? 'rotten' : 'changed';
  } catch {
    return 'none';
  }
}

/** Deletes the seal before the file is written, flushed to disk: a seal that outlives a change would be wrong. */
export function breakSeal(file: string): void {
  const seal = sealOf(file);
  if (!existsSync(seal)) return;
  rmSync(seal, { force: true });
  // Windows cannot open a folder for this.
  if (process.platform === 'win32') return;
  const handle = openSync(path.dirname(file), 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** What is wrong with a database file; completes "The history file …". */
export class DamagedFile extends Error {}

/** Milliseconds that a statement waits while another process writes. */
const busyTimeoutMs = 5_000;

/** Checking a file of this size takes about half a second; a larger one is checked in the background. */
export const checkedBytes = 128 * 1024 * 1024;

/**
 * Opens a connection with our settings: deleted content is overwritten, and a commit survives the end of the process;
 * the last commits before a power loss may be missing, but never partial.
 */
export function connect(location: string): DatabaseSync {
  const sql = new DatabaseSync(location, { timeout: busyTimeoutMs, enableForeignKeyConstraints: false });
  try {
    sql.exec('PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF');
    sql.exec(`PRAGMA journal_size_limit = ${16 * 1024 * 1024}; PRAGMA cache_size = -16000`);
    // 16 MB of 4 KiB pages: each checkpoint syncs the disk twice, and the whole program waits for it.
    sql.exec('PRAGMA wal_autocheckpoint = 4000');
    return sql;
  } catch (thrown) {
    sql.close();
    throw thrown;
  }
}

const otherLayout = "doesn't match its version";
/** SQLite's code for a statement that does not match the tables. */
const sqlError = 1;

const newName = (file: string) => `${file}.new`;

/** Builds a complete database next to `file`: a crash midway never leaves an incomplete one under its name. */
function buildNew(file: string, fill: (sql: DatabaseSync) => void): void {
  const part = `${file}.part`;
  for (const end of ['', '-wal', '-shm']) rmSync(part + end, { force: true });
  createPrivateFile(part);
  const sql = connect(part);
  try {
    // Both are persistent in the file. WAL lets one process write while others read.
    sql.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
    migrate(sql);
    fill(sql);
  } finally {
    sql.close();
  }
  // Once for the whole file, instead of after every step.
  flushFile(part);
  renameSync(part, newName(file));
}

/** Completes an interrupted `createDatabaseFile` or `replaceDatabaseFile`, if the program ended midway. */
export function putInPlace(file: string): void {
  if (!existsSync(file) && existsSync(newName(file))) renameSync(newName(file), file);
}

/** The result of replacing a damaged file. */
export interface Replaced {
  readonly aside: string;
  /** Rows from the backup, and rows from the damaged file that the backup did not have. */
  readonly backedUp: number;
  readonly read: number;
}

/** Creates a database with the rows of a backup, or an empty one. */
export function createDatabaseFile(file: string, backup: string | null): void {
  buildNew(file, (sql) => {
    if (backup !== null) copyReadable(backup, sql);
  });
  putInPlace(file);
}

/** Why a file may be damaged: no reason, a program that had it open crashed, or a read of it failed. */
export type Doubt = 'none' | 'crashed' | 'suspect';

/**
 * Opens an existing file and migrates its schema. In doubt the whole file is read first, since half of all damage shows
 * nowhere else; after a mere crash only if that takes no more than about a second.
 *
 * @throws DamagedFile, NewerSchema, or the error of SQLite when the file cannot be opened or written.
 */
export function openDatabaseFile(file: string, doubt: Doubt): DatabaseSync {
  const { size } = statSync(file);
  if (size === 0) throw new DamagedFile('is empty');
  let sql: DatabaseSync | undefined;
  try {
    sql = connect(file);
    checkSchema(sql);
    const isRead = doubt === 'suspect' || (doubt === 'crashed' && size <= checkedBytes);
    if (isRead && !isIntact(sql)) throw new DamagedFile('is damaged');
    const isOlder = schemaVersion(sql) < newestVersion;
    migrate(sql);
    // Development builds between two releases used version numbers that other schemas have now.
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
 * Quarantines a damaged file, with the time in its name, and replaces it with a new one that contains the rows of a
 * backup and then every row still readable in the damaged file. Where both have a row, the backup wins, because it is
 * known to be correct. The damaged file is never changed or deleted.
 *
 * @param backup its file, `null` for none.
 * @returns the name of the quarantined file, and the number of rows taken from each.
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

/** Copies what can be read from a file that may be damaged, belong to another program, or not be a database at all. */
export function copyReadable(file: string, into: DatabaseSync): number {
  const from = openToRead(file);
  if (!from) return 0;
  try {
    return copyRows(from, into);
  } finally {
    from.close();
  }
}
