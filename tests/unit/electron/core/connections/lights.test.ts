import { expect, test } from 'vitest';
import type { RecordedExchange } from '#core/store/records/exchange-recording.ts';
import { createExchangeRecords } from '#core/store/records/exchange-records.ts';
import { type FailureCode, failure } from '#shared/protocol/failure.ts';
import { callContext } from '../../../../support/core/call-context.ts';
import { recordedFacts } from '../store/records/recorded-facts.ts';
import { openConnections } from './open-connections.ts';

async function openLights() {
  const opened = await openConnections();
  const { db, area, lights, save } = opened;
  const records = createExchangeRecords(db, () => {});
  const { id } = await save({ baseAddress: 'https://gate.example' });
  // The connection is older than its exchanges, which are in the past.
  db.sql.exec('UPDATE connections SET way_since = 0');
  let at = Date.now() - 3_600_000;
  /** Records an exchange as a run does: it begins, and optionally gets response headers and ends. */
  const run = async (change: Partial<RecordedExchange> & { headersMs?: number; ends?: boolean } = {}) => {
    const { headersMs, ends = true, ...facts } = change;
    at += 100;
    const recording = records.begin(recordedFacts({ connectionId: id, startedAt: at }), new Uint8Array(0), 1000);
    await records.settled();
    lights.note(recording.facts);
    if (headersMs !== undefined) {
      recording.update({ status: facts.status ?? 200, timeline: { ...recording.facts.timeline, headersMs } });
      lights.note(recording.facts);
    }
    if (!ends) return recording;
    recording.update({ state: 'done', durationMs: 50, ...facts });
    await records.finish(recording);
    lights.note(recording.facts);
    return recording;
  };
  const fail = (code: FailureCode, change: Partial<RecordedExchange> = {}) =>
    run({ state: 'failed', failureCode: code, failure: failure(code, `It was ${code}.`), ...change });
  const light = async () => (await area.lights({}, callContext))[0];
  return { ...opened, id, run, fail, light };
}

test('a connection to which nothing was sent is untried', async () => {
  const { light, id } = await openLights();
  expect(await light()).toEqual({
    connectionId: id,
    state: 'untried',
    failures: 0,
    lastAt: null,
    failure: null,
    exchangeId: null,
  });
});

test('a response turns it on', async () => {
  const { light, run } = await openLights();
  const { id, facts } = await run({ headersMs: 23 });
  expect(await light()).toMatchObject({
    state: 'connected',
    failures: 0,
    lastAt: facts.startedAt + 50,
    failure: null,
    exchangeId: id,
  });
});

test('a refusal counts as a response: the gateway was reached', async () => {
  const { light, run } = await openLights();
  await run({ headersMs: 30, state: 'failed', status: 401, failureCode: 'auth', failure: failure('auth', 'No.') });
  expect(await light()).toMatchObject({ state: 'connected', failure: null });
});

test('consecutive outages are counted, and the next response ends them', async () => {
  const { light, run, fail } = await openLights();
  await run({ headersMs: 10 });
  await fail('refused');
  await fail('connect-timeout');
  const { id } = await fail('tls');
  expect(await light()).toMatchObject({
    state: 'failing',
    failures: 3,
    failure: { code: 'tls', message: 'It was tls.' },
    exchangeId: id,
  });
  await run({ headersMs: 12 });
  expect(await light()).toMatchObject({ state: 'connected', failures: 0 });
});

test('requests that never left the computer or were canceled do not count', async () => {
  const { light, run, fail } = await openLights();
  await run({ headersMs: 10 });
  await fail('no-key');
  await fail('misuse');
  await fail('app-ended', { state: 'interrupted' });
  await fail('aborted', { state: 'cancelled' });
  expect(await light()).toMatchObject({ state: 'connected', failures: 0 });
});

test('it is connecting until the headers arrive, unless it is known to work', async () => {
  const { light, run, fail } = await openLights();
  await run({ ends: false });
  expect((await light())?.state).toBe('connecting');
  await run({ headersMs: 5, ends: false });
  expect(await light()).toMatchObject({ state: 'connected' });
  const other = await openLights();
  await other.fail('refused');
  await other.run({ ends: false });
  expect(await other.light()).toMatchObject({ state: 'connecting', failures: 1 });
  await other.run({ headersMs: 5 });
  await other.run({ ends: false });
  expect((await other.light())?.state).toBe('connected');
  await fail('refused');
});

test('exchanges over another route to the gateway do not affect the current one', async () => {
  const { light, fail, save, id } = await openLights();
  await fail('refused');
  await save({ id, name: 'Another name', colour: 'prod' });
  expect((await light())?.state).toBe('failing');
  await save({ id, proxy: { mode: 'none' } });
  expect((await light())?.state).toBe('untried');
});

test('a change is announced once, and nothing is announced while nothing changes', async () => {
  const { run, fail, announced, id } = await openLights();
  const announcements = () => announced.splice(0).filter((change) => change === `connections ${id}`).length;
  announcements();
  await run({ headersMs: 10 });
  expect(announcements()).toBe(2);
  await run({ headersMs: 11 });
  await run({ headersMs: 12 });
  expect(announcements()).toBe(0);
  await fail('refused');
  expect(announcements()).toBe(1);
  await fail('refused');
  // It connects again, and then fails once more.
  expect(announcements()).toBe(2);
  await run({ headersMs: 12 });
  expect(announcements()).toBe(2);
});

test('the status survives a restart, and includes what another process recorded', async () => {
  const { light, fail, run, db, id } = await openLights();
  await fail('refused');
  await fail('dns');
  const again = await openConnections({}, db);
  expect(again.lights.list([id])).toEqual([await light()]);
  await run({ headersMs: 9 });
  expect(again.lights.list([id])[0]).toMatchObject({ state: 'connected' });
});
