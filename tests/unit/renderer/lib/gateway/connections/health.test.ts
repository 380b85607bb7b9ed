import { expect, test } from 'vitest';
import type { ConnectionLight } from '#shared/contract/connections.ts';
import type { ModelList, SurfaceListing } from '#shared/contract/models.ts';
import { failure } from '#shared/protocol/failure.ts';
import { healthOf, unseen } from '../../../../../../renderer/lib/gateway/connections/health.ts';

const light = (given: Partial<ConnectionLight>): ConnectionLight => ({
  connectionId: 'c',
  state: 'connected',
  failures: 0,
  lastAt: 1,
  failure: null,
  exchangeId: 'e',
  ...given,
});
const surface = (
  name: SurfaceListing['surface'],
  state: SurfaceListing['state'] = 'listed',
  failure: SurfaceListing['failure'] = null,
): SurfaceListing => ({ surface: name, state, failure, latencyMs: null, tried: [] });
const list = (given: Partial<ModelList>): ModelList => ({
  models: [{ id: 'm' }] as ModelList['models'],
  asOf: 1,
  exchangeIds: [],
  failures: [],
  surfaces: [surface('compatible'), surface('native')],
  nativeKeyStyle: null,
  latencyMs: 23,
  listedBy: {},
  changes: [],
  changesSince: null,
  ...given,
});
const refused = failure('auth', 'no', { exchangeId: 'l' });
const unreachable = failure('tls', 'no');

test('the status light of a connection shows what its exchanges proved', () => {
  expect(healthOf(undefined, undefined).state).toBe('unknown');
  expect(healthOf(light({ state: 'untried' }), list({ asOf: null, models: [], surfaces: [] })).state).toBe('unknown');
  expect(healthOf(light({ state: 'connecting' }), undefined).state).toBe('asking');
  expect(healthOf(light({}), list({}))).toMatchObject({ state: 'ok', latencyMs: 23, models: 1, failure: null });
});

test('a gateway with one failed model list is partly connected, with that list and its failure as the cause', () => {
  const broken = failure('server', 'no', { exchangeId: 'l' });
  const surfaces = [surface('compatible'), surface('native', 'failed', { ...broken })];
  expect(healthOf(light({}), list({ failures: [broken], surfaces }))).toMatchObject({
    state: 'partly',
    models: 1,
    failure: broken,
    surface: 'native',
    exchangeId: 'l',
  });
});

test('a gateway without native routes is connected, and nothing is wrong', () => {
  const surfaces = [surface('compatible'), surface('native', 'not-offered', refused)];
  expect(healthOf(light({}), list({ surfaces }))).toMatchObject({ state: 'ok', models: 1, failure: null });
});

test.each([
  ['refused', refused],
  ['keyless', failure('key-missing', 'no', { exchangeId: 'l' })],
] as const)('a gateway that lists nothing for its key is %s and never connected with 0 models', (state, found) => {
  const surfaces = [surface('compatible', 'failed', found), surface('native', 'failed', found)];
  expect(healthOf(light({}), list({ models: [], failures: [found, found], surfaces }))).toMatchObject({
    state,
    models: null,
    failure: found,
  });
});

test('the time shown is that of the model list, whatever was exchanged since', () => {
  expect(healthOf(light({ exchangeId: 'generation' }), list({ latencyMs: 6 })).latencyMs).toBe(6);
  expect(healthOf(light({}), undefined).latencyMs).toBeNull();
});

test('an unreachable gateway has failed, with the number of failures', () => {
  const failing = light({ state: 'failing', failures: 3, failure: unreachable });
  expect(healthOf(failing, list({ failures: [refused] }))).toMatchObject({
    state: 'failed',
    failures: 3,
    failure: unreachable,
    exchangeId: 'e',
  });
});

test('without a connection to the core the current state is unknown, and listed models stay known', () => {
  expect(unseen(healthOf(light({ state: 'failing', failures: 3, failure: unreachable }), list({})))).toEqual({
    state: 'unseen',
    latencyMs: null,
    failures: 0,
    models: 1,
    asOf: 1,
    failure: null,
    surface: null,
    exchangeId: null,
  });
});
