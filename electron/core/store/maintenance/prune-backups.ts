import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { quote } from '../salvage.ts';
import { type BackupFile, listBackups, nameBackup, removeBackup } from './backup-files.ts';

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
