import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { sqliteCode } from './storage-failure.ts';

/** Quotes a name for SQL. */
export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Opens a database read-only, as far as possible: with its write-ahead log, or else, where the folder cannot be
 * written, only the main file. `null` when neither can be read.
 */
export function openToRead(file: string): DatabaseSync | null {
  const address = pathToFileURL(file);
  return tryToRead(address) ?? tryToRead(new URL('?immutable=1', address));
}

function tryToRead(address: URL): DatabaseSync | null {
  let sql: DatabaseSync | undefined;
  try {
    sql = new DatabaseSync(address, { readOnly: true });
    sql.prepare('SELECT count(*) FROM sqlite_schema').get();
    return sql;
  } catch {
    sql?.close();
    return null;
  }
}

/**
 * Copies every readable row into the table of the same name, matching columns by name. A damaged table is read from its
 * start up to the damage and from its end back to it. Rows that do not fit are skipped, and so are rows whose parent
 * row could not be read. An existing row is kept, unless the other one is clearly newer.
 *
 * @returns how many rows were copied.
 */
export function copyRows(from: DatabaseSync, into: DatabaseSync): number {
  const tables = into
    .prepare(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> 'processes'`,
    )
    .all();
  let copied = 0;
  into.exec('BEGIN IMMEDIATE');
  try {
    for (const { name } of tables) copied += copyTable(from, into, String(name));
    for (const { table, rowid } of into.prepare('PRAGMA foreign_key_check').all())
      copied -= Number(into.prepare(`DELETE FROM ${quote(String(table))} WHERE rowid = ?`).run(rowid ?? null).changes);
    into.exec('COMMIT');
    return copied;
  } catch (thrown) {
    if (into.isTransaction) into.exec('ROLLBACK');
    throw thrown;
  }
}

/** When an existing row is replaced by another one of the same key: what is newer by its own content. */
const newer: Readonly<Record<string, { key: string; when: string }>> = {
  conversations: { key: 'id', when: 'excluded.revision > conversations.revision' },
  conversation_parts: {
    key: 'conversation_id, part_id',
    when: 'excluded.revision > conversation_parts.revision',
  },
  exchanges: { key: 'id', when: "exchanges.state = 'running' AND excluded.state <> 'running'" },
  tasks: { key: 'id', when: 'excluded.is_open < tasks.is_open' },
};

/** CONSTRAINT and MISMATCH: damage can leave a value that its column does not accept. */
const isMisfit = (thrown: unknown) => [19, 20].includes(sqliteCode(thrown) ?? 0);

function copyTable(from: DatabaseSync, into: DatabaseSync, table: string): number {
  const columns = columnsOf(into, table).filter((column) => columnsOf(from, table).includes(column));
  if (columns.length === 0) return 0;
  const names = columns.map(quote).join(', ');
  const all = columns.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(', ');
  const rule = newer[table];
  const update = rule ? `ON CONFLICT (${rule.key}) DO UPDATE SET ${all} WHERE ${rule.when}` : '';
  const insert = into.prepare(
    `INSERT OR IGNORE INTO ${quote(table)} (${names}) VALUES (${columns.map(() => '?').join(', ')}) ${update}`,
  );
  let copied = 0;
  const copy = (order: string): boolean => {
    const reading = readRows(from, `SELECT ${names} FROM ${quote(table)} ${order}`);
    for (let next = reading.next(); ; next = reading.next()) {
      if (next.done) return next.value;
      try {
        const { value: row } = next;
        copied += Number(insert.run(...columns.map((column) => row[column] ?? null)).changes);
      } catch (thrown) {
        if (!isMisfit(thrown)) throw thrown;
      }
    }
  };
  if (!copy('')) copy('ORDER BY rowid DESC');
  return copied;
}

type Row = Record<string, SQLOutputValue>;

/** Yields rows up to the first that cannot be read; returns true when there was none. */
function* readRows(from: DatabaseSync, query: string): Generator<Row, boolean> {
  try {
    yield* from.prepare(query).iterate();
    return true;
  } catch {
    return false;
  }
}

function columnsOf(sql: DatabaseSync, table: string): string[] {
  try {
    return sql
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => String(name));
  } catch {
    return [];
  }
}
