import { expect, test } from 'vitest';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { ModelList } from '#shared/contract/models.ts';
import { failure } from '#shared/routes/failure.ts';
import { healthOf } from '../../../../renderer/lib/health.ts';

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
