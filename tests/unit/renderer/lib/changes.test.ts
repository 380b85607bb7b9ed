import { expect, test } from 'vitest';
import { wentStale } from '../../../../renderer/lib/changes.ts';

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
