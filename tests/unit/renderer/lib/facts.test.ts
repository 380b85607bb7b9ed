import { expect, test } from 'vitest';
import type { Connection } from '#shared/contract/connections.ts';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import type { ModelList } from '#shared/contract/models.ts';
import { failure, failureCodes } from '#shared/routes/failure.ts';
import { activeOf } from '../../../../renderer/lib/active.ts';
import { wentStale } from '../../../../renderer/lib/changes.ts';
import { headlineOf, hintOf } from '../../../../renderer/lib/failures.ts';
import { healthOf } from '../../../../renderer/lib/health.ts';
import { readLayout } from '../../../../renderer/lib/layout.ts';
import { choicesFor } from '../../../../renderer/lib/model-picker.tsx';
import { panelInHash } from '../../../../renderer/lib/open-panel.ts';
import { loadStrings } from '../../../../renderer/lib/strings.ts';

const connection = (id: string) => ({ id, name: id }) as Connection;
const key = (id: string, connectionId: string, enabled = true) => ({ id, connectionId, enabled }) as KeyStatus;

test('a choice whose connection or key is gone falls back to the first there is', () => {
  const connections = [connection('a'), connection('b')];
  const keys = [key('k1', 'a'), key('k2', 'b', false), key('k3', 'b'), key('k4', 'b')];
  expect(activeOf(connections, keys, 'b', { b: 'k4' })).toMatchObject({ connection: { id: 'b' }, key: { id: 'k4' } });
  expect(activeOf(connections, keys, 'b', { b: 'gone' }).key?.id).toBe('k3');
  expect(activeOf(connections, keys, 'gone', {}).connection?.id).toBe('a');
  expect(activeOf([], [], 'a', {})).toMatchObject({ ready: true, connection: null, key: null });
  expect(activeOf(undefined, [], 'a', {}).ready).toBe(false);
});

test('a change makes stale its own area, and of that only what is about the thing that changed', () => {
  expect(wentStale({ area: 'keys' }, ['keys', 'status', {}])).toBe(true);
  expect(wentStale({ area: 'keys' }, ['models', 'list', {}])).toBe(false);
  expect(wentStale({ area: 'exchanges', id: 'e1' }, ['exchanges', 'get', { id: 'e1' }])).toBe(true);
  expect(wentStale({ area: 'exchanges', id: 'e1' }, ['exchanges', 'get', { id: 'e2' }])).toBe(false);
  expect(wentStale({ area: 'exchanges', id: 'e1' }, ['exchanges', 'list', { limit: 1 }])).toBe(true);
});

test('the light of a connection tells no more than the last listing proved', () => {
  const list = (given: Partial<ModelList>): ModelList => ({
    models: [],
    asOf: null,
    exchangeIds: [],
    failures: [],
    ...given,
  });
  const models = [{ id: 'm' }] as ModelList['models'];
  const exchange = { timeline: { headersMs: 23, endMs: 30 } } as ExchangeDetail;
  const refused = failure('auth', 'no');
  expect(healthOf(undefined, undefined).state).toBe('unknown');
  expect(healthOf(list({}), undefined).state).toBe('unknown');
  expect(healthOf(list({ asOf: 1, models }), exchange)).toMatchObject({ state: 'ok', latencyMs: 23, models: 1 });
  expect(healthOf(list({ asOf: 1, models, failures: [refused] }), exchange).state).toBe('partly');
  expect(healthOf(list({ failures: [refused] }), undefined)).toMatchObject({ state: 'failed', failure: refused });
});

test('a kept layout is believed only as far as it makes sense', () => {
  expect(readLayout({ listOpen: false, listPx: 9999, wirePx: 'x', parametersPx: null, drawer: 'list' })).toEqual({
    listOpen: false,
    listPx: 420,
  });
});

test('a hash names a panel, or nothing', () => {
  expect(panelInHash('#/chat')).toBe('chat');
  expect(panelInHash('#/a/b')).toBeNull();
  expect(panelInHash('#token=x')).toBeNull();
  expect(panelInHash('')).toBeNull();
});

test('typed words are always a choice, unless a model is called just so', () => {
  const models = ['gpt-4o', 'gpt-4o-mini', 'qwen3'].map((id) => ({ id })) as ModelList['models'];
  const ids = (query: string) =>
    choicesFor(models, query).map((choice) => (choice.kind === 'model' ? choice.model.id : `typed ${choice.id}`));
  expect(ids('')).toEqual(['gpt-4o', 'gpt-4o-mini', 'qwen3']);
  expect(ids('gpt-4o')).toEqual(['gpt-4o', 'gpt-4o-mini']);
  expect(ids('gpt')).toEqual(['gpt-4o', 'gpt-4o-mini', 'typed gpt']);
  expect(ids('faulty/x')).toEqual(['typed faulty/x']);
});

test('every failure code has words, and a hint of the failure itself comes first', async () => {
  await loadStrings();
  for (const code of failureCodes) {
    expect(headlineOf(failure(code, 'm')).length).toBeGreaterThan(3);
    expect(hintOf(failure(code, 'm')).length).toBeGreaterThan(3);
  }
  expect(hintOf(failure('dns', 'm', { hint: 'Own words.' }))).toBe('Own words.');
});
