import { DatabaseSync } from 'node:sqlite';
import { checks, connections, exchanges, files, library, network } from './migrations/001-006.ts';
import { keyVerdicts, media, nativeKeyStyles, plannedRefusals, sessions, tasks, wire } from './migrations/007-013.ts';
import { comparisons, conversationParts, costs, judging, promptLibrary } from './migrations/014-018.ts';
import { gatewayDetails } from './migrations/019.ts';
import { checkedAddress } from './migrations/020.ts';
import { confirmations } from './migrations/021.ts';
import { savedPresets } from './migrations/022.ts';
import { processTable } from './processes.ts';

/** One migration. A released migration is never changed: a later one fixes it. */
export interface Migration {
  /** One more than the previous migration. */
  readonly version: number;
  /** Runs in one transaction with the new version number. */
  readonly sql: string;
}

/** Every migration in order. */
export const migrations: readonly Migration[] = [
  exchanges,
  connections,
  library,
  files,
  network,
  checks,
  wire,
  media,
  sessions,
  tasks,
  nativeKeyStyles,
  plannedRefusals,
  keyVerdicts,
  comparisons,
  costs,
  conversationParts,
  promptLibrary,
  judging,
  gatewayDetails,
  checkedAddress,
  confirmations,
  savedPresets,
];

/** Marks the file as ours in its header ("PTBY"). */
const applicationId = 0x50544259;

/** The file is from a later release: this one must not write to it. */
export class NewerSchema extends Error {}

/** The file is a sound SQLite database of another program. */
export class ForeignDatabase extends Error {}

const numberOf = (sql: DatabaseSync, pragma: string) =>
  Number(Object.values(sql.prepare(`PRAGMA ${pragma}`).get() ?? {})[0] ?? 0);

export const newestVersion = migrations.at(-1)?.version ?? 0;

/** Returns the schema version of a file; 0 for a new one. */
export const schemaVersion = (sql: DatabaseSync): number => numberOf(sql, 'user_version');

/**
 * Rejects a database that is not ours, or newer than this program.
 *
 * @throws ForeignDatabase, NewerSchema, or SQLite's own error for a file that it cannot read.
 */
export function checkSchema(sql: DatabaseSync, steps: readonly Migration[] = migrations): void {
  const tables = Number(sql.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n);
  if (tables > 0 && numberOf(sql, 'application_id') !== applicationId) throw new ForeignDatabase();
  if (schemaVersion(sql) > (steps.at(-1)?.version ?? 0)) throw new NewerSchema();
}

/**
 * Migrates the schema, each step with its version number in one transaction: it is applied completely or not at all.
 */
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

/**
 * Returns whether a database of the newest version has exactly the tables, columns, triggers and views that this
 * program creates.
 */
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

/** Returns the triggers and views of a database, which could change what is written to it later on. */
export const rulesOf = (sql: DatabaseSync): Set<string> =>
  new Set(
    sql
      .prepare("SELECT sql FROM sqlite_schema WHERE type IN ('trigger', 'view')")
      .all()
      .map((row) => String(row.sql)),
  );
