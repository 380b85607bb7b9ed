import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { isStale, markStale } from '../../../../../renderer/lib/client/changes.ts';
import { queryClient } from '../../../../../renderer/lib/client/query.ts';

test('a change invalidates its own area, and within it only what concerns the changed item', () => {
  expect(isStale({ area: 'keys' }, ['keys', 'status', {}])).toBe(true);
  expect(isStale({ area: 'keys' }, ['models', 'list', {}])).toBe(false);
  expect(isStale({ area: 'exchanges', id: 'e1' }, ['exchanges', 'get', { id: 'e1' }])).toBe(true);
  expect(isStale({ area: 'exchanges', id: 'e1' }, ['exchanges', 'get', { id: 'e2' }])).toBe(false);
  expect(isStale({ area: 'exchanges', id: 'e1' }, ['exchanges', 'list', { limit: 1 }])).toBe(true);
});

test('an exchange updates the status lights of the connections, and nothing else of them', () => {
  expect(isStale({ area: 'exchanges', id: 'e1' }, ['connections', 'lights', {}])).toBe(true);
  expect(isStale({ area: 'exchanges', id: 'e1' }, ['connections', 'list', {}])).toBe(false);
});

test('changing the language invalidates verdicts, which the core writes in it', () => {
  expect(isStale({ area: 'settings', id: 'language' }, ['exchanges', 'get', { id: 'e1' }])).toBe(true);
  expect(isStale({ area: 'settings', id: 'language' }, ['exchanges', 'list', {}])).toBe(false);
  expect(isStale({ area: 'settings', id: 'layout' }, ['exchanges', 'get', { id: 'e1' }])).toBe(false);
});

test('a first result that was in flight when its item changed is requested again', async () => {
  const states = ['running', 'done'];
  let give = () => {};
  const held = new Promise<void>((resolve) => {
    give = resolve;
  });
  const asked: string[] = [];
  const queryKey = ['exchanges', 'get', { id: 'early' }];
  const observer = new QueryObserver<string>(queryClient, {
    queryKey,
    queryFn: async () => {
      const state = states[asked.length] ?? 'asked too often';
      asked.push(state);
      // The core has read the state of the exchange; its response is slow.
      if (asked.length === 1) await held;
      return state;
    },
  });
  const stop = observer.subscribe(() => undefined);
  const marked = markStale(({ queryKey: key }) => isStale({ area: 'exchanges', id: 'early' }, key));
  give();
  await marked;
  expect([asked, observer.getCurrentResult().data]).toEqual([states, 'done']);
  stop();
  queryClient.removeQueries({ queryKey });
});
