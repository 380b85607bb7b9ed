import { expect, test } from 'vitest';
import { applyChanges, changesBetween } from '#shared/value-changes.ts';

const before = { theme: 'dark', byId: { a: { text: 'one', at: 1 }, b: 'two' }, list: [1, 2], same: { deep: [null] } };

test('the changes between two values transform one into the other', () => {
  const after = { byId: { a: { text: 'one', at: 2 }, c: 'three' }, list: [1], same: { deep: [null] }, fresh: null };
  const changes = changesBetween(before, after);
  expect(changes).toEqual([
    { path: ['theme'] },
    // Two fields deep: what is stored under an id is one value.
    { path: ['byId', 'a'], value: { text: 'one', at: 2 } },
    { path: ['byId', 'b'] },
    { path: ['byId', 'c'], value: 'three' },
    { path: ['list'], value: [1] },
    { path: ['fresh'], value: null },
  ]);
  expect(applyChanges(before, changes)).toEqual(after);
});

test('changes of two sides are merged', () => {
  const first = changesBetween(before, { ...before, theme: 'light' });
  const second = changesBetween(before, { ...before, byId: { ...before.byId, c: 'three' } });
  expect(applyChanges(applyChanges(before, first), second)).toEqual({
    ...before,
    theme: 'light',
    byId: { ...before.byId, c: 'three' },
  });
});

test('equal values have no changes, and a value of another type is replaced', () => {
  expect(changesBetween(before, structuredClone(before))).toEqual([]);
  expect(changesBetween({ a: { b: 1 } }, { a: 'text' })).toEqual([{ path: ['a'], value: 'text' }]);
  expect(applyChanges(null, [{ path: ['a', 'b'], value: 1 }])).toEqual({ a: { b: 1 } });
});
