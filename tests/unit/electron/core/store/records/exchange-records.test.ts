import { Buffer } from 'node:buffer';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../../../../electron/core/store/database.ts';
import { findOutdated } from '../../../../../../electron/core/store/records/exchange-cleanup.ts';
import type { RecordedExchange } from '../../../../../../electron/core/store/records/exchange-recording.ts';
import {
  createExchangeRecords,
  type ExchangeRecords,
} from '../../../../../../electron/core/store/records/exchange-records.ts';
import type { Retention } from '../../../../../../shared/contract/exchanges.ts';
import { recordedFacts } from './recorded-facts.ts';

let folder: string;
let db: Database;
let records: ExchangeRecords;
const troubles: (string | null)[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'patchbay-records-'));
  troubles.length = 0;
  db = openDatabase(folder);
  records = createExchangeRecords(db, (trouble) => troubles.push(trouble?.code ?? null));
});
afterEach(() => {
  records.close();
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const limit = 1_000_000;
const none = new Uint8Array(0);

/** A finished exchange with one response. */
async function kept(answer: string, change: Partial<RecordedExchange> = {}): Promise<string> {
  const recording = records.begin(recordedFacts(change), none, limit);
  recording.append(Buffer.from(answer), 1);
  recording.update({ state: 'done' });
  await records.finish(recording);
  return recording.id;
}

test('bytes are read the same from memory, from disk and from both at once', async () => {
  const recording = records.begin(recordedFacts(), Buffer.from('the request'), limit);
  const { id } = recording;
  recording.append(Buffer.from('hello '), 1);
  expect(records.read(id, 'response', 0, 100).toString()).toBe('hello ');
  records.list({ limit: 1 });
  expect(recording.pending.length).toBe(0);
  recording.append(Buffer.from('world'), 2);
  expect(records.read(id, 'response', 0, 100).toString()).toBe('hello world');
  expect(records.read(id, 'response', 4, 4).toString()).toBe('o wo');
  expect(records.read(id, 'response', 7, 100).toString()).toBe('orld');
  expect(records.size(id, 'response')).toBe(11);
  expect(records.read(id, 'request', 4, 3).toString()).toBe('req');
  recording.update({ state: 'done' });
  await records.finish(recording);
  expect(records.running(id)).toBeNull();
  for (let from = 0; from <= 11; from += 1)
    for (let length = 0; length <= 12; length += 1)
      expect(records.read(id, 'response', from, length).toString()).toBe('hello world'.slice(from, from + length));
  expect(records.size(id, 'request')).toBe(11);
});

test('arrivals are kept, and simultaneous ones are merged', async () => {
  const recording = records.begin(recordedFacts(), none, limit);
  recording.append(Buffer.alloc(3), 10);
  recording.append(Buffer.alloc(4), 10.4);
  records.list({ limit: 1 });
  recording.append(Buffer.alloc(5), 25.5);
  const marks = [
    { atMs: 10, sizeBytes: 7 },
    { atMs: 25.5, sizeBytes: 5 },
  ];
  expect(records.marks(recording.id)).toEqual(marks);
  recording.update({ state: 'done' });
  await records.finish(recording);
  expect(records.marks(recording.id)).toEqual(marks);
});

test('bytes reach the disk by themselves, soon', async () => {
  const recording = records.begin(recordedFacts(), none, limit);
  recording.append(Buffer.from('x'), 1);
  const stored = () => Number(db.sql.prepare('SELECT count(*) AS n FROM exchange_bytes').get()?.n);
  expect(stored()).toBe(0);
  while (stored() === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(recording.pending.length).toBe(0);
});

test('bytes are written without their row, which follows by itself; a list is exact at once', async () => {
  const recording = records.begin(recordedFacts(), none, limit);
  await records.settled();
  const events = () => Number(db.sql.prepare('SELECT events FROM exchanges').get()?.events);
  recording.append(Buffer.from('one'), 1);
  recording.facts.events = 1;
  while (recording.pending.length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(events()).toBe(0);
  expect(records.list({ limit: 1 })[0]?.events).toBe(1);
  expect(events()).toBe(1);
  recording.append(Buffer.from('two'), 2);
  recording.facts.events = 2;
  while (events() === 1) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(events()).toBe(2);
});

test('no more of a response is kept than allowed', () => {
  const recording = records.begin(recordedFacts(), none, 10);
  recording.append(Buffer.from('12345678'), 1);
  recording.append(Buffer.from('9abcdef'), 2);
  recording.append(Buffer.from('more'), 3);
  expect(records.read(recording.id, 'response', 0, 100).toString()).toBe('123456789a');
});

test('replacing bytes reaches memory and disk, and leaves nothing of the old ones', async () => {
  const recording = records.begin(recordedFacts(), none, limit);
  recording.append(Buffer.from('one SECRET-ON-DISK two '), 1);
  records.list({ limit: 1 });
  recording.append(Buffer.from('three SECRET-IN-MEMORY four'), 2);
  const whole = 'one SECRET-ON-DISK two three SECRET-IN-MEMORY four';
  for (const secret of ['SECRET-ON-DISK', 'SECRET-IN-MEMORY'])
    recording.patch({ offset: whole.indexOf(secret), bytes: Buffer.alloc(secret.length, '*') });
  // Across the boundary of both.
  recording.patch({ offset: whole.indexOf('two'), bytes: Buffer.from('TWO THREE') });
  recording.update({ state: 'done' });
  await records.finish(recording);
  const clean = whole.replace(/SECRET[\w-]+/g, (secret) => '*'.repeat(secret.length)).replace('two three', 'TWO THREE');
  expect(records.read(recording.id, 'response', 0, 100).toString()).toBe(clean);
  for (const name of readdirSync(folder)) expect(readFileSync(path.join(folder, name)).includes('SECRET-')).toBe(false);
});

test('forgotten data is no longer in any file', async () => {
  const id = await kept('FORGET-THIS-ANSWER', { model: 'FORGET-THIS-MODEL' });
  const other = await kept('keep this answer');
  await records.forget([id, 'never-was']);
  expect(records.find(id)).toBeNull();
  expect(records.find(other)).not.toBeNull();
  for (const name of readdirSync(folder))
    expect(readFileSync(path.join(folder, name)).includes('FORGET-THIS')).toBe(false);
});

test('exchanges of an exited process are interrupted, those of a running one are not', () => {
  const left = records.begin(recordedFacts(), none, limit);
  left.append(Buffer.from('abc'), 40);
  left.update({
    response: { status: 200, statusText: 'OK', httpVersion: '1.1', headers: [], bodyBytes: 0, mediaType: null },
  });
  records.list({ limit: 1 });
  const other = openDatabase(folder);
  const otherRecords = createExchangeRecords(other, () => {});
  expect(otherRecords.find(left.id)?.state).toBe('running');
  // As if this process had died: its row is missing.
  db.sql.prepare('DELETE FROM processes WHERE id = ?').run(db.processId);
  const third = createExchangeRecords(other, () => {});
  expect(third.find(left.id)).toMatchObject({
    state: 'interrupted',
    sent: 'answered',
    failure: { code: 'app-ended' },
    durationMs: 40,
    receivedBytes: 3,
    response: { bodyBytes: 3 },
  });
  third.close();
  otherRecords.close();
  other.close();
});

/** What is left after setting a retention. */
async function left(keep: Partial<Retention>): Promise<string[]> {
  records.retention.write({ days: null, exchanges: 1_000_000, bytes: 1e12, ...keep });
  await records.trim();
  return records.list({ limit: 100 }).map(({ id }) => id);
}

test('the oldest are trimmed when there are too many or they are too large, pinned ones stay', async () => {
  const ids: string[] = [];
  while (ids.length < 130) ids.push(await kept('x'.repeat(1000), ids.length === 0 ? { pinned: true } : {}));
  expect(await left({})).toEqual([...ids].reverse().slice(0, 100));
  expect(records.counts({}).total).toBe(130);
  expect(await left({ exchanges: 100 })).toEqual([...ids.slice(-89).reverse(), ids[0]]);
  expect(Number(db.sql.prepare('SELECT count(DISTINCT exchange_id) AS n FROM exchange_bytes').get()?.n)).toBe(90);
  expect(findOutdated(db.sql, { days: null, exchanges: 1000, bytes: 10_000 }, 0)).toEqual(ids.slice(-89, -8));
});

test('exchanges older than the limit are trimmed, except running ones', async () => {
  const day = 86_400_000;
  const now = 40 * day;
  records.close();
  records = createExchangeRecords(
    db,
    () => {},
    () => now,
  );
  records.retention.write({ days: null, exchanges: 1_000_000, bytes: 1e12 });
  const old = await kept('old', { startedAt: now - 30 * day - 1 });
  const pinned = await kept('old', { startedAt: now - 31 * day, pinned: true });
  const young = await kept('young', { startedAt: now - 30 * day + 1 });
  const running = records.begin(recordedFacts({ startedAt: now - 39 * day }), none, limit);
  expect(await left({ days: 31 })).toContain(old);
  expect((await left({ days: 30 })).sort()).toEqual([pinned, young, running.id].sort());
});

test('trimming happens automatically when exchanges begin, and is reported', async () => {
  records.close();
  let reported = 0;
  records = createExchangeRecords(
    db,
    () => {},
    Date.now,
    () => {
      // By then it has happened.
      if (records.counts({}).total <= 95) reported += 1;
    },
  );
  records.retention.write({ days: null, exchanges: 100, bytes: 1e12 });
  for (let count = 0; count < 101; count += 1) await kept('x');
  while (records.counts({}).total > 95) await new Promise((resolve) => setImmediate(resolve));
  expect(records.counts({}).total).toBe(90);
  expect(reported).toBe(1);
  expect(await records.trim()).toBe(0);
  expect(reported).toBe(1);
});

test('a selected retention applies after a restart, and an invalid one does not', () => {
  expect(records.retention.read()).toEqual({ days: 30, exchanges: 20_000, bytes: 2 * 1024 ** 3 });
  const chosen = { days: null, exchanges: 500, bytes: 60_000_000 };
  records.retention.write(chosen);
  expect(createExchangeRecords(db, () => {}).retention.read()).toEqual(chosen);
  db.sql.prepare("UPDATE core_facts SET value = '{\"days\":-1}' WHERE name = 'retention'").run();
  expect(records.retention.read().days).toBe(30);
});

test('two that begin at the same moment keep their order', () => {
  const first = records.begin(recordedFacts({ startedAt: 5000 }), none, limit);
  const second = records.begin(recordedFacts({ startedAt: 5000 }), none, limit);
  expect(records.list({ limit: 2 }).map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(records.list({ limit: 2, before: second.facts.startedAt }).map(({ id }) => id)).toEqual([first.id]);
});

test('while the disk refuses writes everything works from memory, and is written later', async () => {
  const before = await kept('on disk');
  db.sql.exec('PRAGMA query_only = ON');
  const recording = records.begin(recordedFacts({ model: 'unwritten' }), Buffer.from('the request'), limit);
  recording.append(Buffer.from('the answer'), 1);
  recording.update({ state: 'done' });
  await records.finish(recording);
  expect(troubles).toEqual(['storage']);
  expect(records.find(recording.id)).toMatchObject({ state: 'done', model: 'unwritten' });
  expect(records.list({ limit: 10 }).map(({ id }) => id)).toEqual([recording.id, before]);
  expect(records.list({ limit: 10, text: 'unwritten' }).map(({ id }) => id)).toEqual([recording.id]);
  expect(records.read(recording.id, 'response', 4, 100).toString()).toBe('answer');
  expect(records.read(recording.id, 'request', 0, 3).toString()).toBe('the');
  db.sql.exec('PRAGMA query_only = OFF');
  await kept('writes again');
  expect(troubles).toEqual(['storage', null]);
  expect({ ...db.sql.prepare("SELECT state FROM exchanges WHERE model = 'unwritten'").get() }).toEqual({
    state: 'done',
  });
  expect(records.read(recording.id, 'response', 0, 100).toString()).toBe('the answer');
});

test('an exchange whose first row was rolled back is written whole later', async () => {
  const { transaction } = db;
  db.transaction = (work) =>
    transaction(() => {
      work();
      throw new Error('the disk refuses at the very end');
    });
  const recording = records.begin(recordedFacts({ model: 'taken-back' }), Buffer.from('the request'), limit);
  await records.settled();
  db.transaction = transaction;
  recording.append(Buffer.from('the answer'), 1);
  expect(records.list({ limit: 1 })).toMatchObject([{ id: recording.id, state: 'running' }]);
  expect({ ...db.sql.prepare("SELECT state FROM exchanges WHERE model = 'taken-back'").get() }).toEqual({
    state: 'running',
  });
  expect(records.read(recording.id, 'request', 0, 100).toString()).toBe('the request');
});

test('hundreds that begin or end in one turn of the event loop are one commit, each reported once on disk, in order', async () => {
  const { transaction } = db;
  let commits = 0;
  db.transaction = (work) => {
    commits += 1;
    return transaction(work);
  };
  const onDisk = () =>
    db.sql
      .prepare('SELECT id, state FROM exchanges ORDER BY rowid')
      .all()
      .map(({ id, state }) => `${id} ${state}`);
  // The first one checks for what is to be trimmed, which writes pending rows.
  await kept('before');
  commits = 0;
  const reported: string[] = [];
  const all = Array.from({ length: 40 }, () => records.begin(recordedFacts(), none, limit));
  await Promise.all(
    all.map(async ({ id }) => {
      await records.settled();
      expect(onDisk()).toContain(`${id} running`);
      reported.push(id);
    }),
  );
  expect(commits).toBe(1);
  expect(reported).toEqual(all.map(({ id }) => id));
  expect(onDisk().slice(1)).toEqual(all.map(({ id }) => `${id} running`));
  for (const recording of all) recording.update({ state: 'done' });
  await Promise.all(all.map((recording) => records.finish(recording)));
  expect(commits).toBe(2);
  expect(onDisk().slice(1)).toEqual(all.map(({ id }) => `${id} done`));
});

test('data written early, before the end of its turn, also survives a power loss', async () => {
  const { transaction } = db;
  const levels: unknown[] = [];
  db.transaction = (work) => {
    levels.push(db.sql.prepare('PRAGMA synchronous').get()?.synchronous);
    return transaction(work);
  };
  const recording = records.begin(recordedFacts(), none, limit);
  recording.update({ state: 'done' });
  const finished = records.finish(recording);
  records.list({ limit: 1 });
  await finished;
  const next = records.begin(recordedFacts(), none, limit);
  await records.settled();
  expect(records.running(next.id)).toBe(next);
  // FULL, then NORMAL.
  expect(levels).toEqual([2, 1]);
});

test('a row that cannot be written rolls back no other, and is kept', async () => {
  db.sql.exec(`CREATE TRIGGER refuse BEFORE INSERT ON exchanges WHEN new.model = 'refused'
    BEGIN SELECT RAISE(ABORT, 'not this one'); END`);
  const [first, refused, last] = ['a', 'refused', 'b'].map((model) => {
    const recording = records.begin(recordedFacts({ model }), Buffer.from(`asked ${model}`), limit);
    recording.append(Buffer.from(`answered ${model}`), 1);
    return recording;
  });
  await records.settled();
  const onDisk = () =>
    db.sql
      .prepare('SELECT model FROM exchanges ORDER BY started_at')
      .all()
      .map(({ model }) => model);
  expect(onDisk()).toEqual(['a', 'b']);
  expect(troubles).toEqual(['storage']);
  for (const recording of [first, refused, last])
    expect(records.read(recording?.id ?? '', 'response', 0, 100).toString()).toBe(`answered ${recording?.facts.model}`);
  expect(refused?.pending.length).toBeGreaterThan(0);
  expect(last?.pending.length).toBe(0);
  db.sql.exec('DROP TRIGGER refuse');
  await kept('writes again');
  expect(onDisk()).toContain('refused');
  expect(troubles).toEqual(['storage', null]);
});

test('a list from memory shows no more than one from disk', async () => {
  const stored = await kept('x');
  db.sql.exec('PRAGMA query_only = ON');
  const unwritten = await kept('y');
  const listed = records.list({ limit: 2 });
  db.sql.exec('PRAGMA query_only = OFF');
  expect(listed.map(({ id }) => id)).toEqual([unwritten, stored]);
  expect(Object.keys(listed[0] ?? {}).sort()).toEqual(Object.keys(listed[1] ?? {}).sort());
});

test('a history that cannot be tidied up still opens', async () => {
  records.begin(recordedFacts(), none, limit);
  await records.settled();
  db.sql.prepare('DELETE FROM processes').run();
  db.sql.exec('PRAGMA query_only = ON');
  const others = createExchangeRecords(db, () => {});
  expect(others.list({ limit: 10 }).length).toBe(1);
  expect(() => others.begin(recordedFacts(), none, limit)).not.toThrow();
  db.sql.exec('PRAGMA query_only = OFF');
});
