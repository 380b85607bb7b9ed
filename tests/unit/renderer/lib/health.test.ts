import { expect, test } from 'vitest';
import type { ConnectionLight } from '#shared/contract/connections.ts';
import type { ModelList } from '#shared/contract/models.ts';
import { failure } from '#shared/routes/failure.ts';
import { healthOf, unseen } from '../../../../renderer/lib/health.ts';

const light = (given: Partial<ConnectionLight>): ConnectionLight => ({
  connectionId: 'c',
  state: 'connected',
  latencyMs: 23,
  failures: 0,
  lastAt: 1,
  failure: null,
  exchangeId: 'e',
  ...given,
});
const list = (given: Partial<ModelList>): ModelList => ({
  models: [{ id: 'm' }] as ModelList['models'],
  asOf: 1,
  exchangeIds: [],
  failures: [],
  listedBy: {},
  changes: [],
  changesSince: null,
  ...given,
});
const refused = failure('auth', 'no', { exchangeId: 'l' });
const unreachable = failure('tls', 'no');

test('the light of a connection tells what its exchanges proved', () => {
  expect(healthOf(undefined, undefined).state).toBe('unknown');
  expect(healthOf(light({ state: 'untried' }), list({ asOf: null, models: [] })).state).toBe('unknown');
  expect(healthOf(light({ state: 'connecting' }), undefined).state).toBe('asking');
  expect(healthOf(light({}), list({}))).toMatchObject({ state: 'ok', latencyMs: 23, models: 1, failure: null });
});

test('a gateway that answers and refuses to list is connected in part, with the refusal as its cause', () => {
  expect(healthOf(light({}), list({ failures: [refused] }))).toMatchObject({
    state: 'partly',
    failure: refused,
    exchangeId: 'l',
  });
});

test('a gateway that is not reached has failed, and how often', () => {
  const failing = light({ state: 'failing', failures: 3, failure: unreachable });
  expect(healthOf(failing, list({ failures: [refused] }))).toMatchObject({
    state: 'failed',
    failures: 3,
    failure: unreachable,
    exchangeId: 'e',
  });
});

test('without a line to the core nothing is said of now, and what was listed stays known', () => {
  expect(unseen(healthOf(light({ state: 'failing', failures: 3, failure: unreachable }), list({})))).toEqual({
    state: 'unseen',
    latencyMs: null,
    failures: 0,
    models: 1,
    asOf: 1,
    failure: null,
    exchangeId: null,
  });
});
