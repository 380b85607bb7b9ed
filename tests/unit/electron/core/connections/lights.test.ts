import { expect, test } from 'vitest';
import type { RecordedExchange } from '#core/store/records/exchange-recording.ts';
import { createExchangeRecords } from '#core/store/records/exchange-records.ts';
import { type FailureCode, failure } from '#shared/protocol/failure.ts';
import { asked } from '../../../../support/core/asked.ts';
import { recordedFacts } from '../store/records/recorded-facts.ts';
import { openConnections } from './open-connections.ts';

async function openLights() {
  const opened = await openConnections();
  const { db, area, lights, save } = opened;
  const records = createExchangeRecords(db, () => {});
  const { id } = await save({ baseAddress: 'https://gate.example' });
  // The connection is older than its exchanges, and those are of the past.
  db.sql.exec('UPDATE connections SET way_since = 0');
  let at = Date.now() - 3_600_000;
  /** An exchange as a run records it: it begins, gets its answer's headers if it does, and ends if it does. */
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
  const light = async () => (await area.lights({}, asked))[0];
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

test('an answer lights it', async () => {
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

test('a refusal is an answer: the gateway was reached', async () => {
  const { light, run } = await openLights();
  await run({ headersMs: 30, state: 'failed', status: 401, failureCode: 'auth', failure: failure('auth', 'No.') });
  expect(await light()).toMatchObject({ state: 'connected', failure: null });
});

test('outages are counted in a row, and the next answer ends them', async () => {
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

test('what never left the computer, and what was cancelled, says nothing', async () => {
  const { light, run, fail } = await openLights();
  await run({ headersMs: 10 });
  await fail('no-key');
  await fail('misuse');
  await fail('app-ended', { state: 'interrupted' });
  await fail('aborted', { state: 'cancelled' });
  expect(await light()).toMatchObject({ state: 'connected', failures: 0 });
});

test('it is connecting until the headers come, unless it is known to work', async () => {
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

test('exchanges over another way say nothing of the present one', async () => {
  const { light, fail, save, id } = await openLights();
  await fail('refused');
  await save({ id, name: 'Another name', colour: 'prod' });
  expect((await light())?.state).toBe('failing');
  await save({ id, proxy: { mode: 'none' } });
  expect((await light())?.state).toBe('untried');
});

test('a change is announced once, and nothing while nothing changes', async () => {
  const { run, fail, heard, id } = await openLights();
  const told = () => heard.splice(0).filter((change) => change === `connections ${id}`).length;
  told();
  await run({ headersMs: 10 });
  expect(told()).toBe(2);
  await run({ headersMs: 11 });
  await run({ headersMs: 12 });
  expect(told()).toBe(0);
  await fail('refused');
  expect(told()).toBe(1);
  await fail('refused');
  // It asks again, and then it failed once more.
  expect(told()).toBe(2);
  await run({ headersMs: 12 });
  expect(told()).toBe(2);
});

test('the light survives a restart, and sees what another process recorded', async () => {
  const { light, fail, run, db, id } = await openLights();
  await fail('refused');
  await fail('dns');
  const again = await openConnections({}, db);
  expect(again.lights.list([id])).toEqual([await light()]);
  await run({ headersMs: 9 });
  expect(again.lights.list([id])[0]).toMatchObject({ state: 'connected' });
});
