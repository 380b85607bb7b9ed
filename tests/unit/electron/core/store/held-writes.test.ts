import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#core/store/database.ts';
import { createHeldWrites } from '#core/store/held-writes.ts';
import { refuseWrites } from '../../../../support/core/refusing-disk.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

function open() {
  const db = openDatabase(tempFolder());
  db.sql.exec('CREATE TABLE kept (id TEXT PRIMARY KEY, value TEXT, parent TEXT)');
  const troubles: unknown[] = [];
  const held = createHeldWrites(db, (cause) => troubles.push(cause));
  onTestFinished(() => {
    held.close();
    db.close();
  });
  const write = db.sql.prepare('INSERT OR REPLACE INTO kept (id, value) VALUES (?, ?)');
  const table = held.table<string>((_group, id, value) => void write.run(id, value));
  const stored = () =>
    Object.fromEntries(
      db.sql
        .prepare('SELECT id, value FROM kept')
        .all()
        .map(({ id, value }) => [id, value]),
    );
  return { db, held, table, troubles, stored };
}

test('stores at once while the disk accepts, and keeps nothing', () => {
  const { table, stored, troubles } = open();
  expect(table.put('run', 'a', '1')).toBe(true);
  expect(stored()).toEqual({ a: '1' });
  expect(table.heldOf('run')).toBeUndefined();
  expect(troubles).toEqual([]);
});

test('keeps the newest value of each name while the disk refuses, and stores it when there is room', async () => {
  const { table, held, stored, troubles } = open();
  const disk = refuseWrites();
  expect(table.put('run', 'a', '1')).toBe(false);
  expect(table.put('run', 'a', '2')).toBe(false);
  expect(table.put('run', 'b', '3')).toBe(false);
  expect([...(table.heldOf('run') ?? [])]).toEqual([
    ['a', '2'],
    ['b', '3'],
  ]);
  expect(held.isSettled()).toBe(false);
  expect(troubles).toHaveLength(1);
  disk.accept();
  await held.settled(new AbortController().signal);
  expect(stored()).toEqual({ a: '2', b: '3' });
  expect(table.heldOf('run')).toBeUndefined();
  expect(troubles).toEqual([expect.any(Error), null]);
});

test('stores what it keeps at the end', () => {
  const { table, held, stored } = open();
  const disk = refuseWrites();
  table.put('run', 'a', '1');
  disk.accept();
  held.close();
  expect(stored()).toEqual({ a: '1' });
});

test('forgets what belongs to a deleted run', async () => {
  const { table, held, stored } = open();
  const disk = refuseWrites();
  table.put('run', 'a', '1');
  table.drop('run');
  disk.accept();
  await held.settled(new AbortController().signal);
  expect(stored()).toEqual({});
});

test('a value that refers to a row which is not stored yet is stored after that row', async () => {
  const { db, held } = open();
  const write = db.sql.prepare('INSERT OR REPLACE INTO kept (id, parent) SELECT ?, id FROM kept WHERE id = ?');
  const children = held.table<string>((_group, id, parent) => Number(write.run(id, parent).changes) > 0);
  expect(children.put('run', 'child', 'p')).toBe(false);
  db.sql.exec("INSERT INTO kept (id) VALUES ('p')");
  await vi.waitFor(() => expect(children.heldOf('run')).toBeUndefined(), 3000);
  expect(db.sql.prepare("SELECT parent FROM kept WHERE id = 'child'").get()?.parent).toBe('p');
});

test('inside a transaction a refused write throws, because the transaction may be rolled back', () => {
  const { db, table, stored } = open();
  const disk = refuseWrites();
  expect(() => db.transaction(() => table.put('run', 'a', '1'))).toThrow('full');
  disk.accept();
  expect(table.heldOf('run')).toBeUndefined();
  expect(stored()).toEqual({});
});

test('who waits for room leaves when its run is stopped', async () => {
  const { table, held } = open();
  refuseWrites();
  table.put('run', 'a', '1');
  const stop = new AbortController();
  const left = held.settled(stop.signal);
  stop.abort();
  await left;
});
