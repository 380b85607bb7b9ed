import { Buffer } from 'node:buffer';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../../../electron/core/store/database.ts';
import type { RecordedExchange } from '../../../../../electron/core/store/exchange-recording.ts';
import { createExchangeRecords, type ExchangeRecords } from '../../../../../electron/core/store/exchange-records.ts';

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

let counter = 0;
function facts(change: Partial<RecordedExchange> = {}): RecordedExchange {
  counter += 1;
  return {
    id: `x${counter}`,
    attempt: 1,
    firstId: `x${counter}`,
    routeId: 'chat.completions',
    connectionId: 'c1',
    connectionName: 'Gateway',
    keyAlias: null,
    model: 'm-1',
    method: 'POST',
    address: 'https://gw.test/v1/chat/completions',
    state: 'running',
    status: null,
    failureCode: null,
    finishReason: null,
    startedAt: 1000 + counter,
    durationMs: null,
    sentBytes: 0,
    receivedBytes: 0,
    events: 0,
    pinned: false,
    request: { headers: [], bodyBytes: 0, mediaType: null },
    response: null,
    timeline: {
      startedAt: 1000,
      dnsMs: null,
      connectMs: null,
      tlsMs: null,
      sentMs: null,
      headersMs: null,
      firstByteMs: null,
      firstTokenMs: null,
      endMs: null,
      chunks: 0,
      longestGapMs: null,
      sentBytes: 0,
      receivedBytes: 0,
    },
    sent: 'not-sent',
    usage: null,
    failure: null,
    warnings: [],
    draft: null,
    streamAsked: false,
    ...change,
  };
}

const limit = 1_000_000;
const none = new Uint8Array(0);

/** A finished exchange with one answer. */
function kept(answer: string, change: Partial<RecordedExchange> = {}): string {
  const recording = records.begin(facts(change), none, limit);
  recording.append(Buffer.from(answer), 1);
  recording.update({ state: 'done' });
  records.finish(recording);
  return recording.id;
}

test('bytes are read the same from memory, from disk and from both at once', () => {
  const recording = records.begin(facts(), Buffer.from('the request'), limit);
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
  records.finish(recording);
  expect(records.running(id)).toBeNull();
  for (let from = 0; from <= 11; from += 1)
    for (let length = 0; length <= 12; length += 1)
      expect(records.read(id, 'response', from, length).toString()).toBe('hello world'.slice(from, from + length));
  expect(records.size(id, 'request')).toBe(11);
});

test('arrivals are kept, and those at the same time are one', () => {
  const recording = records.begin(facts(), none, limit);
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
  records.finish(recording);
  expect(records.marks(recording.id)).toEqual(marks);
});

test('bytes reach the disk by themselves, soon', async () => {
  const recording = records.begin(facts(), none, limit);
  recording.append(Buffer.from('x'), 1);
  const stored = () => Number(db.sql.prepare('SELECT count(*) AS n FROM exchange_bytes').get()?.n);
  expect(stored()).toBe(0);
  while (stored() === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(recording.pending.length).toBe(0);
});

test('no more of an answer is kept than allowed', () => {
  const recording = records.begin(facts(), none, 10);
  recording.append(Buffer.from('12345678'), 1);
  recording.append(Buffer.from('9abcdef'), 2);
  recording.append(Buffer.from('more'), 3);
  expect(records.read(recording.id, 'response', 0, 100).toString()).toBe('123456789a');
});

test('replacing bytes reaches memory and disk, and leaves nothing of the old ones', () => {
  const recording = records.begin(facts(), none, limit);
  recording.append(Buffer.from('one SECRET-ON-DISK two '), 1);
  records.list({ limit: 1 });
  recording.append(Buffer.from('three SECRET-IN-MEMORY four'), 2);
  const whole = 'one SECRET-ON-DISK two three SECRET-IN-MEMORY four';
  for (const secret of ['SECRET-ON-DISK', 'SECRET-IN-MEMORY'])
    recording.patch({ offset: whole.indexOf(secret), bytes: Buffer.alloc(secret.length, '*') });
  // Across the border of both.
  recording.patch({ offset: whole.indexOf('two'), bytes: Buffer.from('TWO THREE') });
  recording.update({ state: 'done' });
  records.finish(recording);
  const clean = whole.replace(/SECRET[\w-]+/g, (secret) => '*'.repeat(secret.length)).replace('two three', 'TWO THREE');
  expect(records.read(recording.id, 'response', 0, 100).toString()).toBe(clean);
  for (const name of readdirSync(folder)) expect(readFileSync(path.join(folder, name)).includes('SECRET-')).toBe(false);
});

test('what is forgotten is in no file any more', () => {
  const id = kept('FORGET-THIS-ANSWER', { model: 'FORGET-THIS-MODEL' });
  const other = kept('keep this answer');
  records.forget([id, 'never-was']);
  expect(records.find(id)).toBeNull();
  expect(records.find(other)).not.toBeNull();
  for (const name of readdirSync(folder))
    expect(readFileSync(path.join(folder, name)).includes('FORGET-THIS')).toBe(false);
});

test('exchanges of a process that ended are interrupted, those of a living one are not', () => {
  const left = records.begin(facts(), none, limit);
  left.append(Buffer.from('abc'), 40);
  left.update({
    response: { status: 200, statusText: 'OK', httpVersion: '1.1', headers: [], bodyBytes: 0, mediaType: null },
  });
  records.list({ limit: 1 });
  const other = openDatabase(folder);
  const otherRecords = createExchangeRecords(other, () => {});
  expect(otherRecords.find(left.id)?.state).toBe('running');
  // As if this process had died: its row is gone.
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

test('the oldest are trimmed when others begin, pinned ones stay', () => {
  const ids = Array.from({ length: 30 }, (_, index) => kept('x'.repeat(100), index === 0 ? { pinned: true } : {}));
  const trimmed = (limits: { exchanges: number; bytes: number }) => {
    const { id } = createExchangeRecords(db, () => {}, limits).begin(facts(), none, limit);
    records.forget([id]);
    return records.list({ limit: 100 }).map((summary) => summary.id);
  };
  expect(trimmed({ exchanges: 1000, bytes: 1e9 })).toEqual([...ids].reverse());
  expect(trimmed({ exchanges: 20, bytes: 1e9 })).toEqual([...ids.slice(-17).reverse(), ids[0]]);
  expect(trimmed({ exchanges: 1000, bytes: 1000 }).length).toBe(9);
  expect(Number(db.sql.prepare('SELECT count(DISTINCT exchange_id) AS n FROM exchange_bytes').get()?.n)).toBe(9);
});

test('two that begin in the same moment keep their order', () => {
  const first = records.begin(facts({ startedAt: 5000 }), none, limit);
  const second = records.begin(facts({ startedAt: 5000 }), none, limit);
  expect(records.list({ limit: 2 }).map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(records.list({ limit: 2, before: second.facts.startedAt }).map(({ id }) => id)).toEqual([first.id]);
});

test('while the disk refuses everything works from memory, and is written later', () => {
  const before = kept('on disk');
  db.sql.exec('PRAGMA query_only = ON');
  const recording = records.begin(facts({ model: 'unwritten' }), Buffer.from('the request'), limit);
  recording.append(Buffer.from('the answer'), 1);
  recording.update({ state: 'done' });
  records.finish(recording);
  expect(troubles).toEqual(['storage']);
  expect(records.find(recording.id)).toMatchObject({ state: 'done', model: 'unwritten' });
  expect(records.list({ limit: 10 }).map(({ id }) => id)).toEqual([recording.id, before]);
  expect(records.list({ limit: 10, text: 'unwritten' }).map(({ id }) => id)).toEqual([recording.id]);
  expect(records.read(recording.id, 'response', 4, 100).toString()).toBe('answer');
  expect(records.read(recording.id, 'request', 0, 3).toString()).toBe('the');
  db.sql.exec('PRAGMA query_only = OFF');
  kept('writes again');
  expect(troubles).toEqual(['storage', null]);
  expect({ ...db.sql.prepare("SELECT state FROM exchanges WHERE model = 'unwritten'").get() }).toEqual({
    state: 'done',
  });
  expect(records.read(recording.id, 'response', 0, 100).toString()).toBe('the answer');
});

test('a list that comes from memory shows no more than one from disk', () => {
  const stored = kept('x');
  db.sql.exec('PRAGMA query_only = ON');
  const unwritten = kept('y');
  const listed = records.list({ limit: 2 });
  db.sql.exec('PRAGMA query_only = OFF');
  expect(listed.map(({ id }) => id)).toEqual([unwritten, stored]);
  expect(Object.keys(listed[0] ?? {}).sort()).toEqual(Object.keys(listed[1] ?? {}).sort());
});

test('a history that can not be tidied up still opens', () => {
  records.begin(facts(), none, limit);
  db.sql.prepare('DELETE FROM processes').run();
  db.sql.exec('PRAGMA query_only = ON');
  const others = createExchangeRecords(db, () => {});
  expect(others.list({ limit: 10 }).length).toBe(1);
  expect(() => others.begin(facts(), none, limit)).not.toThrow();
  db.sql.exec('PRAGMA query_only = OFF');
});
