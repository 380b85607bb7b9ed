import { expect, test } from 'vitest';
import type { ModelList } from '#shared/contract/models.ts';
import { failure } from '#shared/protocol/failure.ts';
import { checkOf, lastSeenOf, readChecks } from '../../../../../../renderer/lib/gateway/connections/key-checks.ts';

const refused = failure('auth', 'no', { status: 401, exchangeId: 'e2' });
const list = (failures: ModelList['failures']): ModelList => ({
  models: [{ id: 'm' }, { id: 'n' }] as ModelList['models'],
  asOf: 1,
  exchangeIds: ['e1', 'e2'],
  failures,
  surfaces: [],
  nativeKeyStyle: null,
  latencyMs: 23,
  listedBy: {},
  changes: [],
  changesSince: null,
});

test('a key works when both listings succeeded, partly when one did, and not at all when neither did', () => {
  expect(checkOf(list([]), 5)).toEqual({
    verdict: 'works',
    code: null,
    status: null,
    latencyMs: 23,
    models: 2,
    at: 5,
    exchangeId: 'e1',
  });
  expect(checkOf(list([refused]), 5)).toMatchObject({ verdict: 'partly', code: 'auth', exchangeId: 'e2' });
  expect(checkOf(list([failure('empty', 'none'), failure('empty', 'none')]), 5).verdict).toBe('works');
  // The models of an earlier listing prove nothing about this key.
  expect(checkOf(list([refused, refused]), 5)).toMatchObject({ verdict: 'refused', status: 401, models: 0 });
});

test('the newer of a listing and a check determines the state of the key, and says which it was', () => {
  const listing = checkOf(list([]), 500);
  const mark = { runId: 'r', checkedAt: 600, tried: 14, working: 12, code: 'forbidden' as const, exchangeId: 'e9' };
  expect(lastSeenOf(listing, mark)).toMatchObject({
    from: 'check',
    verdict: 'partly',
    answered: 12,
    asked: 14,
    at: 600,
    exchangeId: 'e9',
  });
  expect(lastSeenOf(listing, { ...mark, checkedAt: 400 })).toMatchObject({
    from: 'listing',
    verdict: 'works',
    at: 500,
  });
  expect(lastSeenOf(undefined, { ...mark, working: 0 })).toMatchObject({ from: 'check', verdict: 'refused' });
  expect(lastSeenOf(listing, undefined)).toMatchObject({ from: 'listing', answered: 2, asked: 2 });
  expect(lastSeenOf(undefined, undefined)).toBeNull();
});

test('what earlier versions stored about a gateway without native routes is discarded', () => {
  const check = { ...checkOf(list([]), 5), verdict: 'partly' as const, code: 'auth' as const };
  const works = checkOf(list([]), 5);
  expect(readChecks({ byKey: { k1: check, k2: works } })).toEqual({ byKey: { k2: works } });
  expect(readChecks({ byKey: 'odd' })).toEqual({});
});
