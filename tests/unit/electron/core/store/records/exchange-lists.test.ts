import { beforeEach, expect, test } from 'vitest';
import type { Filter } from '#core/store/records/exchange-lists.ts';
import type { RecordedExchange } from '#core/store/records/exchange-recording.ts';
import { createExchangeRecords, type ExchangeRecords } from '#core/store/records/exchange-records.ts';
import type { ExchangeOrder } from '#shared/contract/exchanges.ts';
import { failure } from '#shared/protocol/failure.ts';
import { tempDatabase } from '../../../../../support/core/temp-database.ts';
import { recordedFacts } from './recorded-facts.ts';

let records: ExchangeRecords;
let sql: ReturnType<typeof tempDatabase>['sql'];

beforeEach(() => {
  const db = tempDatabase();
  sql = db.sql;
  records = createExchangeRecords(db, () => {});
});

function put(id: string, change: Partial<RecordedExchange> = {}, bytes = 0): void {
  const recording = records.begin(recordedFacts({ id, ...change, state: 'running' }), Buffer.alloc(bytes), 1e6);
  if (change.state !== 'running') recording.update({ state: change.state ?? 'done' });
  if (recording.isRunning) records.list({ limit: 1 });
  else void records.finish(recording);
}

const quota = failure('quota', 'Used up.', {
  gatewayMessage: 'Account balance of TEAM-7 is zero',
  requestId: 'req-99',
});

function fill(): void {
  put('plain', { status: 200 });
  put('odd', { state: 'done-with-warnings', status: 200, warnings: [{ code: 'no-end-mark', message: 'x' }] });
  put('busy', { state: 'failed', status: 429, failureCode: 'rate-limited', keyAlias: 'team', origin: 'check' });
  put('poor', { state: 'failed', status: 403, failureCode: 'quota', failure: quota, model: 'big-model' });
  put('lost', { state: 'interrupted', status: 200, failureCode: 'reset', routeId: 'responses', connectionId: 'c2' });
  put('refused', { state: 'failed', failureCode: 'refused', routeId: 'models', origin: 'core' });
  put('stopped', { state: 'cancelled', status: 200, pinned: true, origin: 'terminal' });
  put('running', { state: 'running', model: null });
}

const cases: [Filter, string[]][] = [
  [{}, ['running', 'stopped', 'refused', 'lost', 'poor', 'busy', 'odd', 'plain']],
  [{ routeId: 'responses' }, ['lost']],
  [{ connectionId: 'c2' }, ['lost']],
  [{ connectionId: 'c2', outcome: 'working' }, []],
  [{ keyAlias: 'team' }, ['busy']],
  [{ model: 'big-model' }, ['poor']],
  [{ status: 429 }, ['busy']],
  [{ status: 4 }, ['poor', 'busy']],
  [{ status: 2 }, ['stopped', 'lost', 'odd', 'plain']],
  [{ status: 0 }, ['running', 'refused']],
  [{ outcome: 'working' }, ['plain']],
  [{ outcome: 'odd' }, ['odd']],
  [{ outcome: 'broken' }, ['refused', 'lost', 'poor', 'busy']],
  [{ outcome: 'running' }, ['running']],
  [{ outcome: 'cancelled' }, ['stopped']],
  [{ failureCode: 'quota' }, ['poor']],
  [{ origin: 'core' }, ['refused']],
  [{ origin: 'panel', outcome: 'broken' }, ['lost', 'poor']],
  [{ pinned: true }, ['stopped']],
  [{ pinned: true, origin: 'core' }, []],
  [{ pinned: false, status: 0 }, ['running', 'refused']],
  [{ text: 'INTERRUPTED responses' }, ['lost']],
  [{ text: '  ' }, ['running', 'stopped', 'refused', 'lost', 'poor', 'busy', 'odd', 'plain']],
  [{ text: 'no-end-mark' }, ['odd']],
  [{ text: 'balance team-7' }, ['poor']],
  [{ text: 'req-99' }, ['poor']],
  [{ text: "o'clock % _ ;--" }, []],
  [{ text: 'terminal', status: 2 }, ['stopped']],
  [{ text: 'terminal', status: 5 }, []],
];

test.each(cases)('the filter %j finds matching rows, from disk and from memory', (filter, ids) => {
  fill();
  const found = () => records.list({ limit: 50, ...filter }).map(({ id }) => id);
  expect(found()).toEqual(ids);
  expect(records.counts(filter).total).toBe(ids.length);
  // The same while the disk refuses writes.
  sql.exec('PRAGMA query_only = ON');
  put('unwritten', { status: 200, model: 'unwritten' });
  const fitsToo = [{}, { outcome: 'working' }, { status: 2 }, { text: '  ' }].some(
    (one) => JSON.stringify(one) === JSON.stringify(filter),
  );
  expect(found()).toEqual(fitsToo ? ['unwritten', ...ids] : ids);
  sql.exec('PRAGMA query_only = OFF');
});

test('pages are cut by time and never repeat or lose one', () => {
  for (let count = 0; count < 30; count += 1) put(`x${count}`, { routeId: count % 2 ? 'responses' : 'models' });
  const pages: string[] = [];
  let before: number | undefined;
  for (;;) {
    const page = records.list({ limit: 4, routeId: 'responses', before });
    if (page.length === 0) break;
    pages.push(...page.map(({ id }) => id));
    before = page.at(-1)?.startedAt;
  }
  expect(pages).toEqual(Array.from({ length: 15 }, (_, index) => `x${29 - 2 * index}`));
});

test('the start of a time range is inclusive', () => {
  const now = Date.now();
  put('early', { startedAt: now + 5_000 });
  put('late', { startedAt: now + 9_000 });
  expect(records.list({ limit: 9, after: now + 9_000 }).map(({ id }) => id)).toEqual(['late']);
  expect(records.list({ limit: 9, after: now + 5_000, before: now + 9_000 }).map(({ id }) => id)).toEqual(['early']);
  expect(records.counts({ after: now + 9_000 }).total).toBe(1);
});

test('counts are returned with the filters', () => {
  fill();
  put('large', { keyAlias: 'other', model: 'm-2' }, 5_000);
  expect(records.counts({})).toEqual({
    total: 9,
    storedBytes: 5_000,
    pinned: 1,
    broken: 4,
    odd: 1,
    byRoute: { 'chat.completions': 7, responses: 1, models: 1 },
    byOrigin: { panel: 6, check: 1, core: 1, terminal: 1 },
    keyAliases: ['other', 'team'],
    models: ['big-model', 'm-1', 'm-2'],
  });
  expect(records.counts({ keyAlias: 'other' })).toMatchObject({ total: 1, byOrigin: { panel: 1 }, storedBytes: 5_000 });
  // The menus continue to show the other values.
  expect(records.counts({ keyAlias: 'other' }).models).toEqual(['big-model', 'm-1', 'm-2']);
});

test('a row shows its origin and its first anomaly', () => {
  fill();
  const [unexpected] = records.list({ limit: 1, outcome: 'odd' });
  expect(unexpected).toMatchObject({ origin: 'panel', warningCount: 1, firstWarning: 'no-end-mark' });
});

test('no filter is answered by reading all rows', () => {
  fill();
  for (const [filter] of cases) {
    const plans: string[] = [];
    const prepare = sql.prepare.bind(sql);
    sql.prepare = ((query: string) => {
      if (query.includes('INDEXED BY'))
        plans.push(
          ...prepare(`EXPLAIN QUERY PLAN ${query}`)
            .all(...Array(query.split('?').length - 1).fill(1))
            .map((row) => String(row.detail)),
        );
      return prepare(query);
    }) as typeof sql.prepare;
    records.list({ limit: 5, ...filter });
    sql.prepare = prepare;
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.filter((plan) => /SCAN exchanges(?! USING)/.test(plan))).toEqual([]);
  }
});

test('a list is sorted over all stored and running exchanges, page by page, those without a value last', () => {
  put('one', { model: 'beta', durationMs: 30, startedAt: 1 });
  put('two', { model: 'Alpha', durationMs: 10, startedAt: 2 });
  put('three', { model: null, durationMs: 20, startedAt: 3 });
  put('four', { model: 'beta', durationMs: 40, startedAt: 4 });
  const idsBy = (order: ExchangeOrder, offset = 0, limit = 10) =>
    records.list({ limit, offset, order }).map(({ id }) => id);
  const byModel = { by: 'model', descending: false } as const;
  expect(idsBy(byModel)).toEqual(['two', 'four', 'one', 'three']);
  expect(idsBy({ ...byModel, descending: true })).toEqual(['four', 'one', 'two', 'three']);
  expect(idsBy({ by: 'duration', descending: true })).toEqual(['four', 'one', 'three', 'two']);
  expect(idsBy({ by: 'started', descending: false })).toEqual(['one', 'two', 'three', 'four']);
  expect(idsBy(byModel, 2, 1)).toEqual(['one']);
  put('five', { state: 'running', model: 'aardvark', startedAt: 5 });
  expect(idsBy(byModel, 0, 2)).toEqual(['five', 'two']);
  expect(idsBy(byModel, 2, 2)).toEqual(['four', 'one']);
});
