import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { markStale, wentStale } from '../../../../../renderer/lib/client/changes.ts';
import { queryClient } from '../../../../../renderer/lib/client/query.ts';

test('a change makes stale its own area, and of that only what is about the thing that changed', () => {
  expect(wentStale({ area: 'keys' }, ['keys', 'status', {}])).toBe(true);
  expect(wentStale({ area: 'keys' }, ['models', 'list', {}])).toBe(false);
  expect(wentStale({ area: 'exchanges', id: 'e1' }, ['exchanges', 'get', { id: 'e1' }])).toBe(true);
  expect(wentStale({ area: 'exchanges', id: 'e1' }, ['exchanges', 'get', { id: 'e2' }])).toBe(false);
  expect(wentStale({ area: 'exchanges', id: 'e1' }, ['exchanges', 'list', { limit: 1 }])).toBe(true);
});

test('an exchange moves the lights of the connections, and nothing else of them', () => {
  expect(wentStale({ area: 'exchanges', id: 'e1' }, ['connections', 'lights', {}])).toBe(true);
  expect(wentStale({ area: 'exchanges', id: 'e1' }, ['connections', 'list', {}])).toBe(false);
});

test('another language makes verdicts stale, which the core writes in it', () => {
  expect(wentStale({ area: 'settings', id: 'language' }, ['exchanges', 'get', { id: 'e1' }])).toBe(true);
  expect(wentStale({ area: 'settings', id: 'language' }, ['exchanges', 'list', {}])).toBe(false);
  expect(wentStale({ area: 'settings', id: 'layout' }, ['exchanges', 'get', { id: 'e1' }])).toBe(false);
});

test('a first answer that was on its way when its thing changed is asked for again', async () => {
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
      // The core has read the state of the exchange; its answer is slow.
      if (asked.length === 1) await held;
      return state;
    },
  });
  const stop = observer.subscribe(() => undefined);
  const marked = markStale(({ queryKey: key }) => wentStale({ area: 'exchanges', id: 'early' }, key));
  give();
  await marked;
  expect([asked, observer.getCurrentResult().data]).toEqual([states, 'done']);
  stop();
  queryClient.removeQueries({ queryKey });
});
