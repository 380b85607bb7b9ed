import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCore } from '#core/index.ts';
import { createCoreFacts } from '#core/store/core-facts.ts';
import { type Database, openDatabase } from '#core/store/database.ts';
import { listBackups, newestWhole, oweWipe } from '#core/store/maintenance/automatic-backups.ts';
import { type Maintenance, startMaintenance } from '#core/store/maintenance/maintenance.ts';
import { stagedFolder } from '#core/store/maintenance/staged-restore.ts';
import { callContext } from '../../../../../support/core/call-context.ts';
import { createHostServices } from '../../../../../support/core/create-host-services.ts';
import { tempDatabase } from '../../../../../support/core/temp-database.ts';
import { tempFolder } from '../../../../../support/core/temp-folder.ts';

const dayMs = 86_400_000;

/** Maintenance that runs only when a test requests it, at a time that the test sets. */
function openUpkeep(db: Database, folder: string): Maintenance & { clock: { now: number } } {
  const clock = { now: Date.parse('2026-11-21T10:00:00Z') };
  const maintenance = startMaintenance({
    db,
    dataFolder: folder,
    facts: createCoreFacts(db),
    sweep: async () => {},
    announce: () => {},
    timings: { firstMs: Number.POSITIVE_INFINITY, everyMs: dayMs },
    now: () => clock.now,
  });
  onTestFinished(maintenance.close);
  return { ...maintenance, clock };
}

const put = (db: Database, name: string, value = '1') =>
  db.sql.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(name, value);
const names = (db: Database) =>
  db.sql
    .prepare('SELECT name FROM settings ORDER BY name')
    .all()
    .map(({ name }) => String(name));

/** A folder whose history contains `rows` settings and has a backup of them. */
async function backedUp(rows = 500): Promise<{ folder: string; file: string }> {
  const folder = tempFolder();
  const db = openDatabase(folder);
  for (let count = 0; count < rows; count++) put(db, `setting ${count}`, JSON.stringify('y'.repeat(300)));
  const maintenance = openUpkeep(db, folder);
  await maintenance.look();
  await maintenance.close();
  db.close();
  expect(listBackups(folder)).toHaveLength(1);
  return { folder, file: path.join(folder, 'patchbay.db') };
}

/** Damage as a failing disk causes it: the bytes change without a write. */
function corrupt(file: string, change: (bytes: Buffer) => void): void {
  const { atimeMs, mtimeMs } = statSync(file);
  const bytes = readFileSync(file);
  change(bytes);
  writeFileSync(file, bytes);
  utimesSync(file, atimeMs / 1000, mtimeMs / 1000);
}

test('a backup is made when the newest is older than a day, and three are kept', async () => {
  const db = tempDatabase();
  const { look, clock } = openUpkeep(db, db.folder);
  for (let day = 0; day < 5; day++) {
    put(db, `day ${day}`);
    await look();
    await look();
    clock.now += dayMs + 1;
  }
  const kept = listBackups(db.folder);
  expect(kept.map(({ madeAt }) => madeAt)).toEqual([4, 3, 2].map((day) => clock.now - (5 - day) * (dayMs + 1)));
  expect(kept.map(({ file }) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
  expect(readdirSync(path.join(db.folder, 'backups'))).toHaveLength(3);
});

test('a damaged history is rebuilt from the readable data and the backup', async () => {
  const { folder, file } = await backedUp();
  const db = openDatabase(folder);
  put(db, 'after the backup');
  db.close();
  writeFileSync(file, readFileSync(file).fill(0xff, 8192, 24_576));
  // As if a program wrote it; a change at the moment of the last save would count as rot.
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  const again = tempDatabase(folder);
  expect(again).toMatchObject({ saving: true, wasReplaced: true });
  expect(again.notices).toEqual([
    { id: 'history-replaced', message: expect.stringMatching(/is damaged.*the backup of 2026-11-2\d \d\d:\d\d/) },
  ]);
  expect(names(again).filter((name) => name.startsWith('setting'))).toHaveLength(500);
});

test('a missing file is restored from the backup, and this is reported', async () => {
  const { folder, file } = await backedUp();
  rmSync(file);
  const db = tempDatabase(folder);
  expect(db.notices[0]?.message).toMatch(/was missing.*backup of 2026/);
  expect(names(db)).toHaveLength(500);
});

test('a changed character in a text, where SQLite sees no damage, is found and corrected from the backup', async () => {
  const { folder, file } = await backedUp();
  corrupt(file, (bytes) => {
    const place = bytes.indexOf('y'.repeat(300));
    bytes.write('Z', place + 10);
  });
  const db = tempDatabase(folder);
  expect(db.notices[0]?.message).toMatch(/has changed since it was last saved/);
  const wrong = db.sql.prepare("SELECT count(*) AS n FROM settings WHERE value LIKE '%Z%'").get()?.n;
  expect([names(db).length, wrong]).toEqual([500, 0]);
});

test('a history written by another program is read entirely and kept', async () => {
  const { folder, file } = await backedUp();
  const bytes = readFileSync(file);
  bytes.write('Z', bytes.indexOf('y'.repeat(300)) + 10);
  writeFileSync(file, bytes);
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  const db = tempDatabase(folder);
  expect(db.notices.map(({ id }) => id)).toEqual(['history-changed']);
  expect(db.sql.prepare("SELECT count(*) AS n FROM settings WHERE value LIKE '%Z%'").get()?.n).toBe(1);
});

test('a backup whose bytes changed is not used', async () => {
  const { folder, file } = await backedUp();
  const [backup] = listBackups(folder);
  const bytes = readFileSync(backup?.file ?? '');
  bytes.write('Z', bytes.indexOf('y'.repeat(300)) + 10);
  writeFileSync(backup?.file ?? '', bytes);
  expect(newestWhole(folder)).toBeNull();
  writeFileSync(file, 'no database at all, and long enough to be looked at as one'.repeat(200));
  const db = tempDatabase(folder);
  expect(db.notices[0]?.message).toMatch(/nothing in it could be read/);
});

test('deleted data is in no backup once the deletion is done', async () => {
  const db = tempDatabase();
  const { look, clock } = openUpkeep(db, db.folder);
  const word = 'FORGET-THIS-WORD';
  put(db, 'kept', '"keep"');
  for (let count = 0; count < 30; count++) put(db, `gone ${count}`, JSON.stringify(word.repeat(40)));
  await look();
  clock.now += 2 * dayMs;
  await look();
  const holders = () =>
    readdirSync(db.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .filter((entry) => readFileSync(path.join(entry.parentPath, entry.name)).includes(word))
      .map(({ name }) => name);
  expect(holders().length).toBeGreaterThanOrEqual(3);
  db.sql.exec("DELETE FROM settings WHERE name LIKE 'gone %'");
  await db.wipeDeleted();
  expect(holders()).toEqual([]);
  expect(listBackups(db.folder)).toHaveLength(2);
  expect(newestWhole(db.folder)).not.toBeNull();
});

test('a backup made during a deletion does not contain the deleted data', async () => {
  const db = tempDatabase();
  const { look } = openUpkeep(db, db.folder);
  const word = 'FORGET-THIS-WORD';
  for (let count = 0; count < 200; count++) put(db, `gone ${count}`, JSON.stringify(word.repeat(200)));
  const made = look();
  while (!db.worker.isBusy) await new Promise(setImmediate);
  db.sql.exec('DELETE FROM settings');
  await db.wipeDeleted();
  await made;
  const [backup] = listBackups(db.folder);
  expect(readFileSync(backup?.file ?? '').includes(word)).toBe(false);
});

test('a deletion interrupted by quitting is completed at the next check', async () => {
  const { folder } = await backedUp();
  const db = tempDatabase(folder);
  db.sql.exec('DELETE FROM settings');
  oweWipe(folder);
  await openUpkeep(db, folder).look();
  expect(readFileSync(listBackups(folder)[0]?.file ?? '').includes('yyyyyyyy')).toBe(false);
  expect(existsSync(path.join(folder, 'wipe-owed'))).toBe(false);
});

test('damage found by the weekly check is reported, repaired at the next start, and not backed up', async () => {
  const { folder, file } = await backedUp();
  const db = tempDatabase(folder);
  db.sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const { look, clock, notices } = openUpkeep(db, folder);
  writeFileSync(file, readFileSync(file).fill(0xff, 40_960, 45_056));
  clock.now += 8 * dayMs;
  await look();
  expect(notices.map(({ id }) => id)).toEqual(['history-damaged']);
  expect(listBackups(folder)).toHaveLength(1);
  expect(existsSync(path.join(folder, 'history-suspect'))).toBe(true);
});

test('for a conversation continued after the backup, the newer text and turns are taken from the damaged file', async () => {
  const { folder, file } = await backedUp();
  const save = (revision: number) => {
    const db = openDatabase(folder);
    db.sql
      .prepare("INSERT OR REPLACE INTO conversations VALUES ('c', 'chat', 'T', 0, NULL, '', ?, 1, 1, ?)")
      .run(revision, JSON.stringify(`text ${revision}`));
    const turn = db.sql.prepare("INSERT OR REPLACE INTO conversation_parts VALUES ('c', ?, ?, ?)");
    for (const id of ['changed', `new ${revision}`]) turn.run(id, revision, JSON.stringify(`${id}, ${revision}`));
    return db;
  };
  const first = save(1);
  const maintenance = openUpkeep(first, folder);
  maintenance.clock.now += 2 * dayMs;
  await maintenance.look();
  await maintenance.close();
  first.close();
  save(2).close();
  // The id by which the file is recognized as ours.
  writeFileSync(file, readFileSync(file).fill('X', 68, 72));
  const db = tempDatabase(folder);
  expect(db.wasReplaced).toBe(true);
  expect(db.sql.prepare('SELECT content FROM conversations').get()?.content).toBe('"text 2"');
  const turns = db.sql.prepare('SELECT content FROM conversation_parts ORDER BY part_id').all();
  expect(turns.map(({ content }) => content)).toEqual(['"changed, 2"', '"new 1, 1"', '"new 2, 2"']);
});

test('a core makes its backup automatically some time after the start, and reports it', async () => {
  const dataFolder = tempFolder();
  const core = await createCore(createHostServices({ dataFolder }), { maintenanceTimings: { firstMs: 0 } });
  onTestFinished(core.close);
  for await (const { area } of core.handlers.host.changes({}, callContext)) if (area === 'backups') break;
  expect(await core.handlers.backups.state({}, callContext)).toMatchObject({
    automatic: [{ madeAt: expect.any(Number) }],
  });
});

test('a restore interrupted midway is finished at the next start', async () => {
  const { folder, file } = await backedUp(5);
  const staged = stagedFolder(folder);
  mkdirSync(staged);
  copyFileSync(listBackups(folder)[0]?.file ?? '', path.join(staged, 'patchbay.db'));
  writeFileSync(path.join(staged, 'restore.json'), JSON.stringify({ madeAt: 1_763_719_200_000 }));
  // The previous data is set aside already, the backup is not yet in its place.
  rmSync(file);
  const db = tempDatabase(folder);
  expect(names(db)).toHaveLength(5);
  expect(db.notices.map(({ id }) => id)).toEqual(['history-restored']);
  expect(existsSync(staged)).toBe(false);
});

test('a restore interrupted right after its last step is reported at the next start', async () => {
  const { folder, file } = await backedUp(5);
  const staged = stagedFolder(folder);
  mkdirSync(staged);
  writeFileSync(path.join(staged, 'restore.json'), JSON.stringify({ madeAt: 1_763_719_200_000 }));
  // The backup is in its place, and the previous data is set aside.
  copyFileSync(file, path.join(folder, 'patchbay.before-restore-2025-11-21T10-00-00.000Z.db'));
  const db = tempDatabase(folder);
  expect(db.notices).toEqual([
    { id: 'history-restored', message: expect.stringContaining('patchbay.before-restore-2025-11-21') },
  ]);
  expect(db.wasReplaced).toBe(true);
  expect(existsSync(staged)).toBe(false);
  db.close();
  expect(tempDatabase(folder).notices).toEqual([]);
});

test('a staged backup waits while another process has the folder open', async () => {
  const { folder } = await backedUp(5);
  const staged = stagedFolder(folder);
  mkdirSync(staged);
  copyFileSync(listBackups(folder)[0]?.file ?? '', path.join(staged, 'patchbay.db'));
  const other = openDatabase(folder);
  writeFileSync(path.join(staged, 'restore.json'), JSON.stringify({ madeAt: 1_763_719_200_000 }));
  const db = openDatabase(folder);
  expect(db.notices).toEqual([]);
  db.close();
  other.close();
  expect(tempDatabase(folder).notices.map(({ id }) => id)).toEqual(['history-restored']);
});
