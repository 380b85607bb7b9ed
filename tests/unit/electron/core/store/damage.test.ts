import { chmodSync, existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#core/store/database.ts';
import { migrate, migrations } from '#core/store/migrate.ts';
import { tempDatabase } from '../../../../support/core/temp-database.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';
import { child, lockedOut } from './child.ts';

const rows = 2_000;

/** A folder with connections and settings in it, and the path of its database. */
function filledFolder(): { folder: string; file: string } {
  const folder = tempFolder();
  const db = openDatabase(folder);
  db.transaction(() => {
    const write = db.sql.prepare('INSERT INTO settings (name, value) VALUES (?, ?)');
    for (let count = 0; count < rows; count++) write.run(`setting ${count}`, JSON.stringify('y'.repeat(200)));
  });
  db.close();
  return { folder, file: path.join(folder, 'patchbay.db') };
}

const countSettings = (sql: DatabaseSync) => Number(sql.prepare('SELECT count(*) AS n FROM settings').get()?.n);
const asideIn = (folder: string) =>
  readdirSync(folder).filter((name) => /^patchbay\.damaged-2\d{3}-.*\.db$/.test(name));

/** Makes the next start one after a crash. */
async function crash(folder: string): Promise<void> {
  const other = child(folder, 'openDatabase(folder); say(1); setInterval(() => {}, 1000);');
  await other.line();
  await other.kill();
}

function overwrite(file: string, place: number, bytes: Buffer): void {
  const content = readFileSync(file);
  bytes.copy(content, place);
  writeFileSync(file, content);
}

test('a file that is not a database is quarantined untouched, and the next start is an ordinary one', () => {
  const folder = tempFolder();
  const text = 'shopping list\n'.repeat(500);
  writeFileSync(path.join(folder, 'patchbay.db'), text);
  const db = openDatabase(folder);
  expect(db).toMatchObject({ saving: true, wasReplaced: true });
  expect(db.notices).toEqual([
    { id: 'history-replaced', message: expect.stringMatching(/is damaged.*patchbay\.damaged-.*nothing in it/) },
  ]);
  db.sql.exec("INSERT INTO settings (name, value) VALUES ('new', '1')");
  db.close();
  const [aside = ''] = asideIn(folder);
  expect(readFileSync(path.join(folder, aside), 'utf8')).toBe(text);
  const again = tempDatabase(folder);
  expect(again).toMatchObject({ saving: true, notices: [], wasReplaced: false });
  expect(countSettings(again.sql)).toBe(1);
});

test('an empty file is not taken for a new history', () => {
  const { folder, file } = filledFolder();
  writeFileSync(file, '');
  const db = tempDatabase(folder);
  expect(db.notices[0]?.message).toMatch(/is empty/);
  expect(db.saving).toBe(true);
  expect(asideIn(folder)).toHaveLength(1);
});

test("another program's database is quarantined", () => {
  const folder = tempFolder();
  const foreign = new DatabaseSync(path.join(folder, 'patchbay.db'));
  foreign.exec('CREATE TABLE songs (title TEXT)');
  foreign.close();
  const db = tempDatabase(folder);
  expect(db.notices[0]?.message).toMatch(/belongs to another program/);
  expect(db.sql.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'songs'").get()).toBeUndefined();
});

test('a broken header costs the file but not the data that is still readable', () => {
  const { folder, file } = filledFolder();
  // The application id, by which the file is recognized as ours.
  overwrite(file, 68, Buffer.from('XXXX'));
  const db = tempDatabase(folder);
  expect(db.saving).toBe(true);
  expect(countSettings(db.sql)).toBe(rows);
  expect(db.notices[0]?.message).toMatch(/\d+ entries that could still be read/);
});

test('an invalid entry is left out, and does not affect the others', () => {
  const { folder, file } = filledFolder();
  const sql = new DatabaseSync(file);
  sql.exec(`PRAGMA ignore_check_constraints = ON; PRAGMA application_id = 1;
    INSERT INTO settings VALUES ('broken', '{"half":')`);
  sql.close();
  const db = tempDatabase(folder);
  expect(db.wasReplaced).toBe(true);
  expect(countSettings(db.sql)).toBe(rows);
});

test('damage in the middle of a table is found after a crash, and the rows around it are recovered', async () => {
  const { folder, file } = filledFolder();
  await crash(folder);
  // Two pages, because one could be a page of the index, from which nothing is recovered.
  overwrite(file, Math.floor(statSync(file).size / 8192) * 4096, Buffer.alloc(8192, 0xff));
  const db = tempDatabase(folder);
  expect(db).toMatchObject({ saving: true, wasReplaced: true });
  const left = countSettings(db.sql);
  expect(left).toBeGreaterThan(rows / 4);
  expect(left).toBeLessThan(rows);
  expect(Object.values(db.sql.prepare('PRAGMA integrity_check').get() ?? {})).toEqual(['ok']);
});

test('any damage at any position: the program starts, saves, and never loses the file', async () => {
  const { file } = filledFolder();
  const audio = readFileSync(file);
  let seed = 20_261_121;
  const chance = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let round = 0; round < 12; round++) {
    const folder = tempFolder();
    const damaged = Buffer.from(round % 5 === 0 ? audio.subarray(0, chance(audio.length)) : audio);
    const start = chance(damaged.length);
    damaged.fill(chance(256), start, Math.min(damaged.length, start + 1 + chance(9000)));
    writeFileSync(path.join(folder, 'patchbay.db'), damaged);
    // The lock of an exited process: the trace that a crash leaves.
    writeFileSync(path.join(folder, 'process-gone.lock'), '');
    const db = openDatabase(folder);
    expect(db.saving).toBe(true);
    db.sql.exec("INSERT OR REPLACE INTO settings (name, value) VALUES ('still works', '1')");
    expect(Object.values(db.sql.prepare('PRAGMA integrity_check').get() ?? {})).toEqual(['ok']);
    expect(asideIn(folder)).toHaveLength(db.wasReplaced ? 1 : 0);
    for (const aside of asideIn(folder)) expect(readFileSync(path.join(folder, aside)).equals(damaged)).toBe(true);
    db.close();
  }
});

test('a file of a newer release is read and never written', () => {
  const { folder, file } = filledFolder();
  const newer = new DatabaseSync(file);
  newer.exec('PRAGMA user_version = 9999');
  newer.close();
  // Not within the same tick of the file system's clock, where the change would pass for a damaged disk.
  const later = Date.now() / 1000 + 1;
  utimesSync(file, later, later);
  const before = readFileSync(file);
  const db = openDatabase(folder);
  expect(db.saving).toBe(false);
  expect(db.notices).toEqual([{ id: 'not-saving', message: expect.stringMatching(/newer version of Patchbay/) }]);
  expect(countSettings(db.sql)).toBe(rows);
  db.sql.exec('DELETE FROM settings');
  db.close();
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(asideIn(folder)).toEqual([]);
});

test('a damaged file that another process has open stays in place', async () => {
  const { folder, file } = filledFolder();
  const other = child(
    folder,
    `const db = openDatabase(folder); say(1);
     process.stdin.on('data', () => { db.sql.exec("INSERT INTO settings (name, value) VALUES ('late', '1')"); say('written'); });`,
  );
  await other.line();
  overwrite(file, 68, Buffer.from('XXXX'));
  const db = tempDatabase(folder);
  expect(db.saving).toBe(false);
  expect(db.notices[0]?.message).toMatch(/another Patchbay has it open/);
  expect(countSettings(db.sql)).toBe(rows);
  expect(asideIn(folder)).toEqual([]);
  other.process.stdin?.write('go\n');
  expect(await other.line()).toBe('"written"');
});

// Root may write everywhere: there the folder is opened as an account without rights.
const otherUid = process.getuid?.() === 0 ? 65_534 : undefined;
const openAndReport = `const db = openDatabase(folder);
  db.sql.exec("INSERT INTO settings (name, value) VALUES ('new', '1')");
  say({ saving: db.saving, message: db.notices[0]?.message, settings: db.sql.prepare('SELECT count(*) AS n FROM settings').get().n });
  db.close();`;

/** These tests need an account that is refused access, and that account must be able to reach this project. */
function needsOtherUid(skip: (reason: string) => never): void {
  const reason = lockedOut(otherUid);
  if (reason) skip(reason);
}

test.skipIf(process.platform === 'win32')('a folder that cannot be written is read into memory', async ({ skip }) => {
  needsOtherUid(skip);
  const folder = tempFolder();
  const db = openDatabase(folder);
  db.sql.exec("INSERT INTO settings (name, value) VALUES ('old', '1')");
  db.close();
  for (const name of readdirSync(folder)) chmodSync(path.join(folder, name), 0o444);
  chmodSync(folder, 0o555);
  onTestFinished(() => chmodSync(folder, 0o755));
  const report = JSON.parse(await child(folder, openAndReport, otherUid).line());
  expect(report).toEqual({ saving: false, message: expect.stringContaining(folder), settings: 2 });
  expect(report.message).toMatch(/^Nothing is being saved: the data folder isn't writable/);
});

test.skipIf(process.platform === 'win32')(
  'a file that cannot even be read is said, and everything works',
  async ({ skip }) => {
    needsOtherUid(skip);
    const { folder } = filledFolder();
    for (const name of readdirSync(folder)) chmodSync(path.join(folder, name), 0o000);
    chmodSync(folder, 0o555);
    onTestFinished(() => chmodSync(folder, 0o755));
    const report = JSON.parse(await child(folder, openAndReport, otherUid).line());
    expect(report).toEqual({ saving: false, message: expect.stringContaining(folder), settings: 1 });
  },
);

test.skipIf(process.platform === 'win32')(
  'a folder that cannot be made is said, and everything works',
  async ({ skip }) => {
    needsOtherUid(skip);
    const parent = tempFolder();
    chmodSync(parent, 0o555);
    onTestFinished(() => chmodSync(parent, 0o755));
    const folder = path.join(parent, 'data');
    const report = JSON.parse(await child(folder, openAndReport, otherUid).line());
    expect(report).toEqual({ saving: false, message: expect.stringContaining(folder), settings: 1 });
    expect(existsSync(folder)).toBe(false);
  },
);

test('a file in place of the folder is reported', () => {
  const folder = path.join(tempFolder(), 'data');
  writeFileSync(folder, '');
  const db = tempDatabase(folder);
  expect(db.saving).toBe(false);
  expect(db.notices[0]?.message).toContain(folder);
});

test('an interrupted repair is finished at the next start', () => {
  const repaired = readFileSync(filledFolder().file);
  const elsewhere = tempFolder();
  // The damaged file was quarantined, the new one not yet in its place.
  writeFileSync(path.join(elsewhere, 'patchbay.db.new'), repaired);
  const db = tempDatabase(elsewhere);
  expect(countSettings(db.sql)).toBe(rows);
  expect(db.notices).toEqual([]);
});

test('a file of a build between two releases, whose tables do not match its version, is quarantined and its rows are recovered', () => {
  const folder = tempFolder();
  const file = path.join(folder, 'patchbay.db');
  const sql = new DatabaseSync(file);
  migrate(sql, migrations.slice(0, 7));
  sql.exec('DROP TABLE limits; CREATE TABLE limits (id TEXT PRIMARY KEY, accepted_at INTEGER)');
  sql.exec("INSERT INTO settings VALUES ('mine', '1')");
  sql.close();
  const db = tempDatabase(folder);
  expect(db.saving).toBe(true);
  expect(db.notices).toEqual([
    { id: 'history-replaced', message: expect.stringContaining("doesn't match its version") },
  ]);
  expect(db.sql.prepare('SELECT name FROM settings').all()).toEqual([{ name: 'mine' }]);
  expect(asideIn(folder)).toHaveLength(1);
  db.sql.prepare("SELECT refused, allowed, seen_at FROM limits WHERE connection_id = 'c'").all();
});

test('a schema step that does not fit an older file does not prevent saving', () => {
  const folder = tempFolder();
  const sql = new DatabaseSync(path.join(folder, 'patchbay.db'));
  migrate(sql, migrations.slice(0, 7));
  sql.exec("ALTER TABLE model_listings ADD COLUMN latency_ms REAL; INSERT INTO settings VALUES ('mine', '1')");
  sql.close();
  const db = tempDatabase(folder);
  expect([db.saving, db.notices.map(({ id }) => id)]).toEqual([true, ['history-replaced']]);
  expect(db.sql.prepare('SELECT name FROM settings').all()).toEqual([{ name: 'mine' }]);
});
