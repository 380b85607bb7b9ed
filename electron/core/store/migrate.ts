import type { DatabaseSync } from 'node:sqlite';
import { type Migration, migrations } from './migrations/migrations.ts';
import { processTable } from './processes.ts';

/** Marks the file as ours in its header ("PTBY"). */
const applicationId = 0x50544259;

/** The file is of a later release: this one must not write to it. */
export class NewerSchema extends Error {}

/** The file is a sound SQLite database of some other program. */
export class ForeignDatabase extends Error {}

const numberOf = (sql: DatabaseSync, pragma: string) =>
  Number(Object.values(sql.prepare(`PRAGMA ${pragma}`).get() ?? {})[0] ?? 0);

/**
 * Refuses a database that is not ours or newer than this program.
 *
 * @throws ForeignDatabase, NewerSchema, or SQLite's own error for a file that it can not read.
 */
export function checkSchema(sql: DatabaseSync, steps: readonly Migration[] = migrations): void {
  const tables = Number(sql.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n);
  if (tables > 0 && numberOf(sql, 'application_id') !== applicationId) throw new ForeignDatabase();
  if (numberOf(sql, 'user_version') > (steps.at(-1)?.version ?? 0)) throw new NewerSchema();
}

/** Brings the schema up to date, each step with its version number in one transaction: it happens wholly or not at all. */
export function migrate(sql: DatabaseSync, steps: readonly Migration[] = migrations): void {
  const present = numberOf(sql, 'user_version');
  if (present === 0) sql.exec(`PRAGMA application_id = ${applicationId}; ${processTable}`);
  for (const step of steps) {
    if (step.version <= present) continue;
    sql.exec('BEGIN IMMEDIATE');
    try {
      sql.exec(step.sql);
      sql.exec(`PRAGMA user_version = ${step.version}; COMMIT`);
    } catch (thrown) {
      if (sql.isTransaction) sql.exec('ROLLBACK');
      throw thrown;
    }
  }
}
