import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { checkSchema, ForeignDatabase, type Migration, migrate, migrations, NewerSchema } from '#core/store/migrate.ts';

const steps: Migration[] = [
  { version: 1, sql: 'CREATE TABLE one (a TEXT)' },
  { version: 2, sql: "ALTER TABLE one ADD COLUMN b TEXT; UPDATE one SET b = a || '!'" },
];
const versionOf = (sql: DatabaseSync) => Number(Object.values(sql.prepare('PRAGMA user_version').get() ?? {})[0]);

test('the steps that ship are numbered without a gap', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
});

test('an older database is migrated step by step and keeps its rows', () => {
  const sql = new DatabaseSync(':memory:');
  migrate(sql, steps.slice(0, 1));
  sql.exec("INSERT INTO one VALUES ('kept')");
  migrate(sql, steps);
  migrate(sql, steps);
  expect(versionOf(sql)).toBe(2);
  expect(sql.prepare('SELECT * FROM one').all()).toEqual([{ a: 'kept', b: 'kept!' }]);
});

test('a step that fails midway leaves no trace', () => {
  const sql = new DatabaseSync(':memory:');
  const broken = [...steps, { version: 3, sql: 'CREATE TABLE three (a); INSERT INTO nowhere VALUES (1)' }];
  expect(() => migrate(sql, broken)).toThrow(/nowhere/);
  expect(versionOf(sql)).toBe(2);
  expect(sql.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'three'").get()).toBeUndefined();
  expect(sql.isTransaction).toBe(false);
});

test('a newer schema and a foreign database are distinguished from ours', () => {
  const ours = new DatabaseSync(':memory:');
  checkSchema(ours, steps);
  migrate(ours, steps);
  checkSchema(ours, steps);
  expect(() => checkSchema(ours, steps.slice(0, 1))).toThrow(NewerSchema);
  const foreign = new DatabaseSync(':memory:');
  foreign.exec('CREATE TABLE songs (title)');
  expect(() => checkSchema(foreign, steps)).toThrow(ForeignDatabase);
});

test('the old default of the native key style becomes auto, and what worked with it is remembered', () => {
  const sql = new DatabaseSync(':memory:');
  migrate(sql, migrations.slice(0, 10));
  const listing = (connection: string, listedAt: number | null) =>
    `INSERT INTO model_listings VALUES ('${connection}', 'k-${connection}', 'native.models', ${listedAt}, '[]', 7, '[]', NULL);`;
  for (const [id, style] of [
    ['worked', 'x-vendor-api-key'],
    ['never', 'x-vendor-api-key'],
    ['chosen', 'query'],
  ])
    sql.exec(`
      INSERT INTO connections (id, name, base_address, origin, native_key_style, headers, colour, exposed_routes,
        accepted_insecure, is_demo, created_at)
        VALUES ('${id}', 'Gate', 'https://gate.example', 'https://gate.example', '${style}', '[]', 'none', '[]', 0, 0, 1);
      INSERT INTO keys (id, connection_id, secret_id, alias, fingerprint, origin, enabled, created_at)
        VALUES ('k-${id}', '${id}', 's', 'k', 'ffffff', 'https://gate.example', 1, 1);
    `);
  sql.exec(listing('worked', 5) + listing('never', null) + listing('chosen', 6));
  migrate(sql);
  expect(sql.prepare('SELECT id, native_key_style FROM connections ORDER BY id').all()).toEqual([
    { id: 'chosen', native_key_style: 'query' },
    { id: 'never', native_key_style: 'auto' },
    { id: 'worked', native_key_style: 'auto' },
  ]);
  expect(sql.prepare('SELECT connection_id, key_id, style FROM native_key_styles ORDER BY 1').all()).toEqual([
    { connection_id: 'chosen', key_id: 'k-chosen', style: 'query' },
    { connection_id: 'worked', key_id: 'k-worked', style: 'x-vendor-api-key' },
  ]);
});

test('connections, keys and listings of the first releases are carried over', () => {
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

test('routes that a check proved by a refusal get their own verdict, and their exchanges are not failures', () => {
  const sql = new DatabaseSync(':memory:');
  migrate(sql, migrations.slice(0, 11));
  const cell = (id: string, verdict: string, proof: string, action: string) =>
    `INSERT INTO check_cells VALUES ('r', '${id}', 0, 'ended', '${verdict}',
       '{"verdict":"${verdict}","proof":"${proof}","action":"${action}","exchangeId":"x-${id}"}');`;
  const exchange = (id: string) =>
    `INSERT INTO exchanges (id, process_id, route_id, connection_id, connection_name, method, address, state, started_at,
       sent_bytes, received_bytes, events, pinned, stored_bytes, words, detail)
     VALUES ('x-${id}', 'p', 'videos', 'c1', 'Gate', 'POST', 'https://gate.example', 'failed', ${id.length}, 0, 0, 0, 0, 0, '', '{}');`;
  sql.exec(`
    INSERT INTO connections (id, name, base_address, origin, native_key_style, headers, colour, exposed_routes, accepted_insecure, is_demo, created_at)
      VALUES ('c1', 'Gate', 'https://gate.example', 'https://gate.example', 'bearer', '[]', 'none', '[]', 0, 0, 1);
    INSERT INTO check_runs VALUES ('r', 'p', NULL, 'c1', 'Gate', 'Free', 'free', 'done', 1, 2, 3, '{}', 0, 0, NULL, '{}', '[]');
    ${cell('a', 'works', 'refused', 'refusal')} ${cell('bb', 'works', 'answered', 'call')} ${cell('ccc', 'key-refused', '', 'refusal')}
    ${exchange('a')} ${exchange('ccc')}
  `);
  migrate(sql);
  const cells = sql.prepare("SELECT id, verdict, cell ->> '$.verdict' AS said FROM check_cells ORDER BY id").all();
  expect(cells).toEqual([
    { id: 'a', verdict: 'exists', said: 'exists' },
    { id: 'bb', verdict: 'works', said: 'works' },
    { id: 'ccc', verdict: 'key-refused', said: 'key-refused' },
  ]);
  expect(sql.prepare('SELECT id FROM exchanges WHERE planned_refusal = 1').all()).toEqual([{ id: 'x-a' }]);
  expect(sql.prepare('SELECT planned_refusals, controls FROM check_runs').get()).toEqual({
    planned_refusals: 2,
    controls: 0,
  });
});

test('cells without a key, or with a key in the wrong style, get their own verdicts', () => {
  const sql = new DatabaseSync(':memory:');
  migrate(sql, migrations.slice(0, 12));
  const cell = (id: string, code: string) =>
    `INSERT INTO check_cells VALUES ('r', '${id}', 0, 'ended', 'key-refused',
       '{"verdict":"key-refused","failure":{"code":"${code}"}}');`;
  sql.exec(`
    INSERT INTO connections (id, name, base_address, origin, native_key_style, headers, colour, exposed_routes, accepted_insecure, is_demo, created_at)
      VALUES ('c1', 'Gate', 'https://gate.example', 'https://gate.example', 'bearer', '[]', 'none', '[]', 0, 0, 1);
    INSERT INTO check_runs (id, process_id, connection_id, connection_name, name, level, state, started_at, calls_made, units, is_baseline, changed, input, models)
      VALUES ('r', 'p', 'c1', 'Gate', 'Free', 'free', 'done', 1, 3, '{}', 0, 0, '{}', '[]');
    ${cell('a', 'auth')} ${cell('b', 'key-missing')} ${cell('c', 'key-style')}
  `);
  migrate(sql);
  expect(sql.prepare("SELECT id, verdict, cell ->> '$.verdict' AS said FROM check_cells ORDER BY id").all()).toEqual([
    { id: 'a', verdict: 'key-refused', said: 'key-refused' },
    { id: 'b', verdict: 'key-missing', said: 'key-missing' },
    { id: 'c', verdict: 'key-style', said: 'key-style' },
  ]);
});

test('earlier requests with usage are listed without a cost, so that a later price applies to them', () => {
  const sql = new DatabaseSync(':memory:');
  migrate(sql, migrations.slice(0, 14));
  const usage = { inputTokens: 12, outputTokens: 3, reasoningTokens: null, cachedTokens: null, totalTokens: 15 };
  const exchange = (id: string, model: string | null, detail: string, state = 'done') =>
    sql
      .prepare(
        `INSERT INTO exchanges (id, process_id, route_id, connection_id, connection_name, model, method, address, state,
           started_at, sent_bytes, received_bytes, events, pinned, stored_bytes, words, detail)
         VALUES (?, 'p', 'chat.completions', 'c1', 'Gate', ?, 'POST', '/', ?, ?, 0, 0, 0, 0, 0, '', ?)`,
      )
      .run(id, model, state, 1000 + id.length, detail);
  exchange('used', 'm', JSON.stringify({ usage }));
  exchange('not-used', 'm', JSON.stringify({ usage: null }));
  exchange('no-model', null, JSON.stringify({ usage }));
  exchange('running', 'm', JSON.stringify({ usage }), 'running');
  exchange('damaged', 'm', '{');
  migrate(sql);
  const rows = sql
    .prepare('SELECT exchange_id, connection_name, model, at, billed, nano, gap FROM exchange_costs')
    .all();
  expect(rows).toEqual([
    {
      exchange_id: 'used',
      connection_name: 'Gate',
      model: 'm',
      at: 1004,
      billed: JSON.stringify({ usage }),
      nano: null,
      gap: 'no-price',
    },
  ]);
  expect(sql.prepare('SELECT count(*) AS n FROM prices').get()).toEqual({ n: 0 });
});

test('the presets that the page kept in a setting become saved entries', () => {
  const sql = new DatabaseSync(':memory:');
  migrate(sql, migrations.slice(0, 21));
  const values = { temperature: { on: true, value: 1.2 } };
  const presets = [
    { id: 'a', name: 'Warm', scope: 'chat responses', values },
    { id: 'b', name: 'Warm', scope: 'chat native', values: {} },
    { id: 'c', name: '', scope: 'chat native', values },
    { id: 'd', name: 'No values', scope: 'chat native' },
    7,
    null,
  ];
  const write = sql.prepare('INSERT INTO settings VALUES (?, ?)');
  write.run('parameter-presets', JSON.stringify({ presets }));
  write.run('theme', '{"presets":[{"name":"x","scope":"y","values":{}}]}');
  migrate(sql, migrations);
  const rows = sql.prepare('SELECT name, name_key, text, revision, preset FROM prompts ORDER BY name_key').all();
  expect(rows.map(({ preset, ...row }) => ({ ...row, preset: JSON.parse(String(preset)) }))).toEqual([
    {
      name: 'Warm',
      name_key: 'warm\nchat native',
      text: '',
      revision: 1,
      preset: { scope: 'chat native', values: {} },
    },
    {
      name: 'Warm',
      name_key: 'warm\nchat responses',
      text: '',
      revision: 1,
      preset: { scope: 'chat responses', values },
    },
  ]);
  expect(sql.prepare('SELECT name FROM settings').all()).toEqual([{ name: 'theme' }]);
});
