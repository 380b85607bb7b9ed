import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '#core/store/database.ts';
import { tempFolder } from '../../../../../support/core/temp-folder.ts';

/** The same numbers in every run: what SQLite leaves behind depends on the sizes of rows and on their order. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return state % below;
  };
}

/** Exchanges with their ids in both bodies, half of them deleted again. */
function fillAndDelete({ sql, transaction }: Database, random: (below: number) => number): string[] {
  const row = sql.prepare(
    `INSERT INTO exchanges (id, process_id, route_id, connection_id, connection_name, method, address, state, started_at,
       sent_bytes, received_bytes, events, pinned, stored_bytes, words, detail)
     VALUES (?, 'p', 'models', 'c', 'c', 'GET', '', 'done', ?, 0, 0, 0, 0, 0, ?, ?)`,
  );
  const bytes = sql.prepare('INSERT INTO exchange_bytes (exchange_id, side, offset, bytes) VALUES (?, ?, 0, ?)');
  const ids = Array.from(
    { length: 3000 },
    (_, at) => `<${at.toString(36)}-${random(1e9).toString(36)}-${random(1e9)}>`,
  );
  transaction(() => {
    for (const [at, id] of ids.entries()) {
      row.run(id, at, `w ${id}${'w'.repeat(random(200))}`, `{"d":"${id}${'d'.repeat(random(1500))}"}`);
      bytes.run(id, 'request', Buffer.from(`q ${id}${'x'.repeat(random(1500))}`));
      bytes.run(id, 'response', Buffer.from(`a ${id}${'y'.repeat(random(6000))}`));
    }
  });
  const remove = ['DELETE FROM exchange_bytes WHERE exchange_id = ?', 'DELETE FROM exchanges WHERE id = ?'];
  const statements = remove.map((text) => sql.prepare(text));
  const left = [...ids];
  return Array.from({ length: 1500 }, () => {
    const [id = ''] = left.splice(random(left.length), 1);
    transaction(() => {
      for (const statement of statements) statement.run(id);
    });
    return id;
  });
}

const rowsOf = ({ sql }: Database): string =>
  JSON.stringify(
    ['exchanges', 'exchange_bytes'].map((table) =>
      sql
        .prepare(
          `SELECT count(*) AS n, group_concat(hex(sha) , '') AS all_of FROM (SELECT ${
            table === 'exchanges' ? 'id || words || detail' : 'exchange_id || side || hex(bytes)'
          } AS sha FROM ${table} ORDER BY rowid)`,
        )
        .get(),
    ),
  );

test('copies of deleted rows that SQLite left in the gaps of pages are overwritten, and nothing else is changed', async () => {
  const folder = tempFolder();
  const db = openDatabase(folder);
  onTestFinished(() => db.close());
  const other = openDatabase(folder);
  onTestFinished(() => other.close());
  const file = path.join(folder, 'patchbay.db');
  const readable = (ids: readonly string[]) => {
    db.sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    // One pass for all ids: searching 15 MB for each would take most of the time of this test.
    const found = new Set(readFileSync(file, 'latin1').match(/<[0-9a-z]+-[0-9a-z]+-\d+>/g));
    return ids.filter((id) => found.has(id));
  };
  const deleted = [...fillAndDelete(db, numbers(5))];
  // Pages that this connection has read before must not be written back with their old content.
  const before = rowsOf(other);
  expect(readable(deleted).length).toBeGreaterThan(0);
  await db.wipeDeleted();
  expect(readable(deleted)).toEqual([]);
  expect(rowsOf(other)).toBe(before);
  other.sql.exec("UPDATE exchanges SET words = words || '.'; UPDATE exchange_bytes SET marks = x'00'");
  expect(readable(deleted)).toEqual([]);
  expect(db.sql.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  // Locks were not released meanwhile.
  db.sql.exec('BEGIN IMMEDIATE');
  expect(() => other.sql.exec('PRAGMA busy_timeout = 10; BEGIN IMMEDIATE')).toThrow(/locked/);
  db.sql.exec('ROLLBACK');
});

test('of a large file they are overwritten when the last process that has it open ends', async () => {
  const folder = tempFolder();
  const limits = { atOnce: 0, atClose: 1e9 };
  const db = openDatabase(folder, limits);
  onTestFinished(() => db.close());
  const other = openDatabase(folder, limits);
  onTestFinished(() => other.close());
  const deleted = fillAndDelete(db, numbers(7));
  const kept = rowsOf(db);
  await db.wipeDeleted();
  const readable = () => {
    const found = new Set(readFileSync(path.join(folder, 'patchbay.db'), 'latin1').match(/<[0-9a-z]+-[0-9a-z]+-\d+>/g));
    return deleted.filter((id) => found.has(id)).length;
  };
  db.close({ tidies: true });
  expect(readable()).toBeGreaterThan(0);
  // A terminal command does not take the time.
  other.close();
  const command = openDatabase(folder, limits);
  command.close();
  expect(readable()).toBeGreaterThan(0);
  const next = openDatabase(folder, limits);
  next.close({ tidies: true });
  expect(readable()).toBe(0);
  const again = openDatabase(folder);
  onTestFinished(() => again.close());
  expect(again.notices).toEqual([]);
  expect(rowsOf(again)).toBe(kept);
});
