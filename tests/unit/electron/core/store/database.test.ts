import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#core/store/database.ts';
import { tempDatabase } from '../../../../support/core/temp-database.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';
import { child } from './child.ts';

const keep = (folder: string, name: string) => {
  const db = openDatabase(folder);
  db.sql.prepare("INSERT INTO settings (name, value) VALUES (?, '1')").run(name);
  db.close();
};
const names = (db: { sql: DatabaseSync }) =>
  db.sql
    .prepare('SELECT name FROM settings ORDER BY name')
    .all()
    .map(({ name }) => name);

test('committed data is there after the next start, and a clean end leaves only the database and its seal', () => {
  const folder = path.join(tempFolder(), 'made', 'on the way');
  keep(folder, 'one');
  const db = tempDatabase(folder);
  expect(names(db)).toEqual(['one']);
  expect(db).toMatchObject({ saving: true, notices: [], wasReplaced: false });
  db.close();
  expect(readdirSync(folder).sort()).toEqual(['opening.lock', 'patchbay.db', 'patchbay.db-seal']);
});

test('folder and files are private whatever the umask is', () => {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  const folder = path.join(tempFolder(), 'data');
  const db = tempDatabase(folder);
  db.sql.exec("INSERT INTO settings (name, value) VALUES ('a', '1')");
  const modes = readdirSync(folder).map((name) => [name, statSync(path.join(folder, name)).mode & 0o777]);
  expect(modes.map(([name]) => name)).toContain('patchbay.db-wal');
  expect(modes.filter(([, mode]) => mode !== 0o600)).toEqual([]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('deleted text is in no file of the database once it was wiped', async () => {
  const db = tempDatabase();
  const word = 'sk-CANARY-a-secret-that-was-typed';
  const write = db.sql.prepare('INSERT INTO settings (name, value) VALUES (?, ?)');
  for (let count = 0; count < 200; count++) write.run(`draft ${count}`, JSON.stringify(word.repeat(100)));
  db.sql.exec('DELETE FROM settings');
  await db.wipeDeleted();
  const holders = readdirSync(db.folder).filter((name) =>
    readFileSync(path.join(db.folder, name), 'latin1').includes(word),
  );
  expect(holders).toEqual([]);
});

test('a transaction is applied entirely or not at all, also inside another one', () => {
  const db = tempDatabase();
  const add = (name: string) => db.sql.prepare("INSERT INTO settings (name, value) VALUES (?, '1')").run(name);
  expect(() =>
    db.transaction(() => {
      add('outer');
      db.transaction(() => add('inner'));
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(names(db)).toEqual([]);
  db.transaction(() => add('kept'));
  expect(names(db)).toEqual(['kept']);
});

test('two processes write to one folder, and each sees what the other wrote', async () => {
  const folder = tempFolder();
  const db = tempDatabase(folder);
  const other = child(
    folder,
    `const db = openDatabase(folder);
     const add = db.sql.prepare("INSERT INTO settings (name, value) VALUES (?, '1')");
     for (let count = 0; count < 300; count++) add.run('other ' + count);
     say({ saving: db.saving, notices: db.notices, processes: db.sql.prepare('SELECT count(*) AS n FROM processes').get().n });
     db.close();`,
  );
  const add = db.sql.prepare("INSERT INTO settings (name, value) VALUES (?, '1')");
  let count = 0;
  const writing = setInterval(() => add.run(`mine ${count++}`), 1);
  onTestFinished(() => clearInterval(writing));
  expect(JSON.parse(await other.line())).toEqual({ saving: true, notices: [], processes: 2 });
  clearInterval(writing);
  expect(count).toBeGreaterThan(0);
  expect(names(db)).toHaveLength(300 + count);
});

test('simultaneous starts make one database', async () => {
  const folder = tempFolder();
  const script = `const db = openDatabase(folder);
    db.sql.prepare("INSERT INTO settings (name, value) VALUES (?, '1')").run(db.processId);
    say([db.saving, db.notices]); db.close();`;
  const children = [1, 2, 3].map(() => child(folder, script));
  for (const one of children) expect(JSON.parse(await one.line())).toEqual([true, []]);
  expect(names(tempDatabase(folder))).toHaveLength(3);
});

test('only running processes are listed', async () => {
  const folder = tempFolder();
  const other = child(folder, 'say(openDatabase(folder).processId); setInterval(() => {}, 1000);');
  const otherId = JSON.parse(await other.line());
  const db = tempDatabase(folder);
  const listed = () =>
    db.sql
      .prepare('SELECT id FROM processes')
      .all()
      .map(({ id }) => id);
  db.forgetEndedProcesses();
  expect(listed().sort()).toEqual([db.processId, otherId].sort());
  await other.kill();
  db.forgetEndedProcesses();
  expect(listed()).toEqual([db.processId]);
});

test('killed while it writes: every acknowledged row is there and nothing has to be repaired', async () => {
  const folder = tempFolder();
  for (let round = 0; round < 6; round++) {
    const writer = child(
      folder,
      `const db = openDatabase(folder);
       const add = db.sql.prepare("INSERT INTO settings (name, value) VALUES (?, ?)");
       for (let count = 0; ; count++) { add.run('${round} ' + count, JSON.stringify('x'.repeat(count % 5000))); say(count); }`,
    );
    let acknowledged = -1;
    while (acknowledged < 20 + round * 35) acknowledged = Number(await writer.line());
    await writer.kill();
    const db = openDatabase(folder);
    const rows = db.sql.prepare('SELECT count(*) AS n FROM settings WHERE name LIKE ?').get(`${round} %`)?.n;
    const check = Object.values(db.sql.prepare('PRAGMA integrity_check').get() ?? {});
    const { notices } = db;
    db.close();
    expect(Number(rows)).toBeGreaterThan(acknowledged);
    expect(check).toEqual(['ok']);
    expect(notices).toEqual([]);
  }
});
