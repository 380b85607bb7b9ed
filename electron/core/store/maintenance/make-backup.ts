import { existsSync, rmSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { flushFile, isAudio } from '../integrity-check.ts';
import { createPrivateFile, makePrivateFolder } from '../private-file.ts';
import { quote } from '../salvage.ts';
import { type BackupFile, backupFolder, listBackups, nameBackup, removeBackup, rotate } from './backup-files.ts';

/** Room that a backup leaves on the disk: the history itself comes first. */
const reserveBytes = 512 * 1024 ** 2;

/** Milliseconds that a reader waits for a lock. */
const busyTimeoutMs = 5_000;

/** True when the history in a file is sound. */
export function isAudioFile(file: string): boolean {
  const sql = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
  try {
    return isAudio(sql);
  } finally {
    sql.close();
  }
}

/**
 * Writes the history as it is now to a file that is not there yet, or empty. Free pages are left out, so it holds nothing
 * that was deleted. Others may write meanwhile.
 */
export function copyHistory(file: string, into: string): void {
  // SQLite would make it readable for everybody that the umask lets.
  createPrivateFile(into);
  const sql = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
  try {
    // The copy takes this over: without it, rows leave traces in the gaps of pages while it is written.
    sql.exec('PRAGMA secure_delete = ON');
    sql.prepare('VACUUM INTO ?').run(into);
  } finally {
    sql.close();
  }
}

/**
 * Makes a backup of the history, looks it through, and removes those that are too old.
 *
 * @param now milliseconds since 1970.
 * @returns `null` when the disk has too little room for it.
 * @throws the error of SQLite or the file system; nothing is left of the attempt at the next one.
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
    if (!isAudioFile(part)) throw new Error('the backup is not sound');
    flushFile(part);
    const made = nameBackup(part, dataFolder, now);
    rotate(dataFolder);
    return made;
  } finally {
    rmSync(part, { force: true });
  }
}

/**
 * Takes out of every backup what is not in the history any more: what was deleted there is deleted here, and its bytes
 * are overwritten. A backup that can not be searched, or is of an older schema, is removed as a whole.
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

/** @returns whether anything was taken out. */
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
  // A table without a key is one whose rows are only ever whole.
  const same = (keys.length > 0 ? keys : columns)
    .map(({ name }) => quote(String(name)))
    .map((column) => `now.${column} IS old.${column}`);
  return `DELETE FROM main.${quote(table)} AS old
    WHERE NOT EXISTS (SELECT 1 FROM live.${quote(table)} AS now WHERE ${same.join(' AND ')})`;
}
