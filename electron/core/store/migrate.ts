import { DatabaseSync } from 'node:sqlite';
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

export const newestVersion = migrations.at(-1)?.version ?? 0;

/** The step that a file was brought to; 0 for a new one. */
export const schemaVersion = (sql: DatabaseSync): number => numberOf(sql, 'user_version');

/**
 * Refuses a database that is not ours or newer than this program.
 *
 * @throws ForeignDatabase, NewerSchema, or SQLite's own error for a file that it can not read.
 */
export function checkSchema(sql: DatabaseSync, steps: readonly Migration[] = migrations): void {
  const tables = Number(sql.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n);
  if (tables > 0 && numberOf(sql, 'application_id') !== applicationId) throw new ForeignDatabase();
  if (schemaVersion(sql) > (steps.at(-1)?.version ?? 0)) throw new NewerSchema();
}

/** Brings the schema up to date, each step with its version number in one transaction: it happens wholly or not at all. */
export function migrate(sql: DatabaseSync, steps: readonly Migration[] = migrations): void {
  const present = schemaVersion(sql);
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

/** Whether a database of the newest version has the tables, columns, triggers and views that this program makes, and no other rules. */
export function isOwnLayout(sql: DatabaseSync): boolean {
  const made = new DatabaseSync(':memory:');
  try {
    migrate(made);
    return columnsOf(sql).isSupersetOf(columnsOf(made)) && rulesOf(made).isSupersetOf(rulesOf(sql));
  } finally {
    made.close();
  }
}

const columnsOf = (sql: DatabaseSync): Set<string> =>
  new Set(
    sql
      .prepare(
        `SELECT t.name || '.' || c.name AS name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'`,
      )
      .all()
      .map(({ name }) => String(name)),
  );

/** Triggers and views of a database, which could change what is written to it later on. */
export const rulesOf = (sql: DatabaseSync): Set<string> =>
  new Set(
    sql
      .prepare("SELECT sql FROM sqlite_schema WHERE type IN ('trigger', 'view')")
      .all()
      .map((row) => String(row.sql)),
  );
