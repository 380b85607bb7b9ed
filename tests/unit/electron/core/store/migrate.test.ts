import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { checkSchema, ForeignDatabase, migrate, NewerSchema } from '#core/store/migrate.ts';
import { type Migration, migrations } from '#core/store/migrations/migrations.ts';

const steps: Migration[] = [
  { version: 1, sql: 'CREATE TABLE one (a TEXT)' },
  { version: 2, sql: "ALTER TABLE one ADD COLUMN b TEXT; UPDATE one SET b = a || '!'" },
];
const versionOf = (sql: DatabaseSync) => Number(Object.values(sql.prepare('PRAGMA user_version').get() ?? {})[0]);

test('the steps that ship are numbered without a gap', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
});

test('an older database is brought up step by step and keeps its rows', () => {
  const sql = new DatabaseSync(':memory:');
  migrate(sql, steps.slice(0, 1));
  sql.exec("INSERT INTO one VALUES ('kept')");
  migrate(sql, steps);
  migrate(sql, steps);
  expect(versionOf(sql)).toBe(2);
  expect(sql.prepare('SELECT * FROM one').all()).toEqual([{ a: 'kept', b: 'kept!' }]);
});

test('a step that fails half-way leaves nothing of itself', () => {
  const sql = new DatabaseSync(':memory:');
  const broken = [...steps, { version: 3, sql: 'CREATE TABLE three (a); INSERT INTO nowhere VALUES (1)' }];
  expect(() => migrate(sql, broken)).toThrow(/nowhere/);
  expect(versionOf(sql)).toBe(2);
  expect(sql.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'three'").get()).toBeUndefined();
  expect(sql.isTransaction).toBe(false);
});

test('a newer schema and a foreign database are told apart from ours', () => {
  const ours = new DatabaseSync(':memory:');
  checkSchema(ours, steps);
  migrate(ours, steps);
  checkSchema(ours, steps);
  expect(() => checkSchema(ours, steps.slice(0, 1))).toThrow(NewerSchema);
  const foreign = new DatabaseSync(':memory:');
  foreign.exec('CREATE TABLE songs (title)');
  expect(() => checkSchema(foreign, steps)).toThrow(ForeignDatabase);
});

test('connections, keys and listings of the first releases come along', () => {
  const sql = new DatabaseSync(':memory:');
  migrate(sql, migrations.slice(0, 4));
  sql.exec(`
    INSERT INTO connections VALUES ('c1', 'Gate', 'https://gate.example', 'https://gate.example', 'bearer', '[]', 'none', '[]', 0, 0, 1);
    INSERT INTO connections VALUES ('c2', 'Open', 'https://open.example', 'https://open.example', 'bearer', '[]', 'none', '[]', 0, 0, 2);
    INSERT INTO keys VALUES ('off', 'c1', 's0', 'off', 'ffffff', 'https://gate.example', 0, 1);
    INSERT INTO keys VALUES ('on', 'c1', 's1', 'on', 'ffffff', 'https://gate.example', 1, 2);
    INSERT INTO model_listings VALUES ('c1', 'models', 5, '[{"id":"a"}]', 5, '["x1"]', NULL);
    INSERT INTO model_listings VALUES ('c2', 'models', NULL, '[]', 6, '["x2"]', '{"code":"dns"}');
  `);
  migrate(sql);
  expect(sql.prepare('SELECT connection_id, key_id, listed_at, models FROM model_listings ORDER BY 1').all()).toEqual([
    { connection_id: 'c1', key_id: 'on', listed_at: 5, models: '[{"id":"a"}]' },
    { connection_id: 'c2', key_id: '', listed_at: null, models: '[]' },
  ]);
  expect(sql.prepare('SELECT proxy, extra_ca, deadlines, retries FROM connections').get()).toEqual({
    proxy: '{"mode":"system","address":"","bypass":"","user":""}',
    extra_ca: '{"name":"","pem":""}',
    deadlines: '{}',
    retries: 0,
  });
  sql.exec("PRAGMA foreign_keys = ON; DELETE FROM connections WHERE id = 'c1'");
  expect(sql.prepare('SELECT connection_id FROM model_listings').all()).toEqual([{ connection_id: 'c2' }]);
});
