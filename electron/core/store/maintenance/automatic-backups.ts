import { Buffer } from 'node:buffer';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';
import { orNull } from '../../or-null.ts';
import { flushFile, isIntact } from '../integrity-check.ts';
import { createPrivateFile, makePrivateFolder } from '../private-file.ts';
import { quote } from '../salvage.ts';

/** Free space that a backup leaves on the disk: the history itself has priority. */
const reserveBytes = 512 * 1024 ** 2;

/** Milliseconds that a reader waits for a lock. */
const busyTimeoutMs = 5_000;

/** Returns true when the history in a file is sound. */
export function isIntactFile(file: string): boolean {
  const sql = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
  try {
    return isIntact(sql);
  } finally {
    sql.close();
  }
}

/**
 * Copies the current history to a file that does not exist yet, or is empty. Free pages are omitted, so the copy
 * contains nothing that was deleted. Other processes may write meanwhile.
 */
export function copyHistory(file: string, into: string): void {
  // SQLite would create it with the permissions of the umask.
  createPrivateFile(into);
  const sql = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
  try {
    // The copy inherits this: without it, rows leave traces in the gaps of pages while it is written.
    sql.exec('PRAGMA secure_delete = ON');
    sql.prepare('VACUUM INTO ?').run(into);
  } finally {
    sql.close();
  }
}

/**
 * Makes a backup of the history, verifies it, and deletes the oldest ones.
 *
 * @param now milliseconds since 1970.
 * @returns `null` when the disk has too little space.
 * @throws the error of SQLite or the file system; the next attempt cleans up after a failed one.
 */
export function makeBackup(dataFolder: string, file: string, now: number): BackupFile | null {
  const folder = backupFolder(dataFolder);
  makePrivateFolder(folder);
  const part = path.join(folder, 'making.part');
  for (const end of ['', '-journal']) rmSync(part + end, { force: true });
  const log = existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < statSync(file).size + log + reserveBytes) return null;
  createPrivateFile(part);
  try {
    copyHistory(file, part);
    if (!isIntactFile(part)) throw new Error('the backup is not sound');
    flushFile(part);
    const made = nameBackup(part, dataFolder, now);
    rotate(dataFolder);
    return made;
  } finally {
    rmSync(part, { force: true });
  }
}

/**
 * Removes from every backup what is no longer in the history: rows deleted there are deleted here, and their bytes are
 * overwritten. A backup that cannot be searched, or has an older schema, is deleted as a whole.
 */
export function pruneBackups(dataFolder: string, file: string): void {
  for (const backup of listBackups(dataFolder)) {
    let changed = true;
    try {
      changed = prune(backup, file);
      if (changed) nameBackup(backup.file, dataFolder, backup.madeAt);
    } catch {
      removeBackup(backup);
    }
    if (existsSync(`${backup.file}-journal`)) removeBackup(backup);
  }
}

/** @returns whether anything was removed. */
function prune(backup: BackupFile, live: string): boolean {
  const sql = new DatabaseSync(backup.file, { enableForeignKeyConstraints: false });
  try {
    sql.exec('PRAGMA secure_delete = ON; PRAGMA synchronous = FULL');
    const address = pathToFileURL(live);
    address.search = 'mode=ro';
    sql.prepare('ATTACH ? AS live').run(address.href);
    const version = (schema: string) => sql.prepare(`PRAGMA ${schema}.user_version`).get()?.user_version;
    if (version('main') !== version('live')) throw new Error('it is of another schema');
    sql.exec('BEGIN IMMEDIATE');
    let removed = 0;
    for (const { name } of sql.prepare(tables).all())
      removed += Number(sql.prepare(missingRows(sql, String(name))).run().changes);
    sql.exec('COMMIT');
    return removed > 0;
  } finally {
    sql.close();
  }
}

const tables = `SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> 'processes'`;

/** Deletes the rows of a table that the history does not have. */
function missingRows(sql: DatabaseSync, table: string): string {
  const columns = sql.prepare('SELECT name, pk FROM pragma_table_info(?) ORDER BY pk').all(table);
  const keys = columns.filter(({ pk }) => Number(pk) > 0);
  // Rows of a table without a key only match as a whole.
  const same = (keys.length > 0 ? keys : columns)
    .map(({ name }) => quote(String(name)))
    .map((column) => `now.${column} IS old.${column}`);
  return `DELETE FROM main.${quote(table)} AS old
    WHERE NOT EXISTS (SELECT 1 FROM live.${quote(table)} AS now WHERE ${same.join(' AND ')})`;
}

/** One backup of the history. Its name contains the time it was made and the checksum of its bytes. */
export interface BackupFile {
  readonly file: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  readonly sizeBytes: number;
  /** CRC-32 of the whole file, eight hexadecimal digits. */
  readonly sum: string;
}

/** Maximum number of backups, and their total size; the newest is kept regardless of its size. */
const generations = 3;
const togetherBytes = 1024 ** 3;
const pieceBytes = 1024 * 1024;

const backupFolder = (dataFolder: string): string => path.join(dataFolder, 'backups');

const namePattern = /^history-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d-\d{3}Z)\.([0-9a-f]{8})\.db$/;

/** Returns the backups of a data folder, newest first. Empty when they cannot be listed. */
export function listBackups(dataFolder: string): BackupFile[] {
  const folder = backupFolder(dataFolder);
  return (orNull(() => readdirSync(folder)) ?? [])
    .flatMap((name): BackupFile[] => {
      const [, day, hours, minutes, seconds = '', sum = ''] = namePattern.exec(name) ?? [];
      const madeAt = Date.parse(`${day}T${hours}:${minutes}:${seconds.replace('-', '.')}`);
      const file = path.join(folder, name);
      const facts = statSync(file, { throwIfNoEntry: false });
      return facts?.isFile() && !Number.isNaN(madeAt) ? [{ file, madeAt, sizeBytes: facts.size, sum }] : [];
    })
    .sort((first, second) => second.madeAt - first.madeAt);
}

/** Returns the CRC-32 of a file, eight hexadecimal digits. */
export function sumOf(file: string): string {
  const handle = openSync(file, 'r');
  try {
    const piece = Buffer.allocUnsafe(pieceBytes);
    let sum = 0;
    for (;;) {
      const length = readSync(handle, piece, 0, pieceBytes, null);
      if (length === 0) return sum.toString(16).padStart(8, '0');
      sum = crc32(piece.subarray(0, length), sum);
    }
  } finally {
    closeSync(handle);
  }
}

/** Returns true when every byte is what it was when the backup was made. */
export const isWhole = ({ file, sum }: BackupFile): boolean => orNull(() => sumOf(file)) === sum;

/** Returns the newest backup whose checksum matches, or `null`. */
export const newestWhole = (dataFolder: string): BackupFile | null => listBackups(dataFolder).find(isWhole) ?? null;

/** Renames a finished file to the name of a backup. */
function nameBackup(part: string, dataFolder: string, madeAt: number): BackupFile {
  const sum = sumOf(part);
  const time = new Date(madeAt).toISOString().replaceAll(/[:.]/g, '-');
  const file = path.join(backupFolder(dataFolder), `history-${time}.${sum}.db`);
  renameSync(part, file);
  return { file, madeAt, sizeBytes: statSync(file).size, sum };
}

const owed = (dataFolder: string) => path.join(dataFolder, 'wipe-owed');
/** Where earlier releases stored the marker. */
const owedBefore = (dataFolder: string) => path.join(backupFolder(dataFolder), 'prune-owed');

/** Marks that deleted bytes are still in the history or its backups: after a crash, the next start wipes them. */
export const oweWipe = (dataFolder: string): void => createPrivateFile(owed(dataFolder));
export const hasOwedWipe = (dataFolder: string): boolean =>
  existsSync(owed(dataFolder)) || existsSync(owedBefore(dataFolder));
export function payWipe(dataFolder: string): void {
  for (const file of [owed(dataFolder), owedBefore(dataFolder)]) rmSync(file, { force: true });
}

/** Deletes the oldest backups while there are too many or they take too much space. */
function rotate(dataFolder: string): void {
  const all = listBackups(dataFolder);
  let bytes = 0;
  for (const [index, backup] of all.entries()) {
    bytes += backup.sizeBytes;
    if (index > 0 && (index >= generations || bytes > togetherBytes)) removeBackup(backup);
  }
}

export function removeBackup({ file }: Pick<BackupFile, 'file'>): void {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(file + end, { force: true });
}
