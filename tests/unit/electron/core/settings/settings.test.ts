import { expect, test } from 'vitest';
import { createSettings } from '#core/settings/settings.ts';
import { asked } from '../../../../support/core/asked.ts';
import { collectChanges } from '../../../../support/core/collect-changes.ts';
import { failureOf } from '../../../../support/core/failure-of.ts';
import { tempDatabase } from '../../../../support/core/temp-database.ts';

const openSettings = (db = tempDatabase()) => {
  const { announce, heard } = collectChanges();
  return { ...createSettings({ db, announce }), heard, db };
};

test('values of every JSON kind come back as they went in, also after a new start', async () => {
  const { put, db } = openSettings();
  const values = { text: 'ä\u0000網', number: 1.5, yes: true, list: [1, [2, null]], object: { a: { b: '' } } };
  for (const [name, value] of Object.entries(values)) await put({ name, value }, asked);
  expect(await openSettings(db).all({}, asked)).toEqual(values);
});

test('null forgets, and only what changed is announced', async () => {
  const { put, all, heard } = openSettings();
  await put({ name: 'a', value: 1 }, asked);
  await put({ name: 'a', value: 1 }, asked);
  await put({ name: 'a', value: 2 }, asked);
  await put({ name: 'a', value: null }, asked);
  await put({ name: 'a', value: null }, asked);
  expect(heard).toEqual(['settings a', 'settings a', 'settings a']);
  expect(await all({}, asked)).toEqual({});
});

test('a value over 1 MB is refused and the earlier one stays', async () => {
  const { put, all } = openSettings();
  await put({ name: 'draft', value: 'short' }, asked);
  const failed = await failureOf(() => put({ name: 'draft', value: '網'.repeat(340_000) }, asked));
  expect(failed).toMatchObject({ code: 'too-large', message: expect.stringContaining('draft') });
  expect(await all({}, asked)).toEqual({ draft: 'short' });
  await put({ name: 'draft', value: 'x'.repeat(999_000) }, asked);
});

test('names that mean something to JavaScript are names like any other', async () => {
  const { put, all } = openSettings();
  await put({ name: '__proto__', value: { polluted: true } }, asked);
  await put({ name: 'constructor', value: 1 }, asked);
  const everything = await all({}, asked);
  expect(Object.keys(everything).sort()).toEqual(['__proto__', 'constructor']);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(Object.getPrototypeOf(everything)).toBe(Object.prototype);
});

test('a patch changes parts of a value, and leaves those that another window stored', async () => {
  const { patch, get, put, heard } = openSettings();
  const name = 'unsent';
  expect(await get({ name }, asked)).toBeNull();
  await patch({ name, changes: [{ path: ['a'], value: 'one' }] }, asked);
  await patch({ name, changes: [{ path: ['b', 'c'], value: { d: null } }] }, asked);
  expect(await get({ name }, asked)).toEqual({ a: 'one', b: { c: { d: null } } });
  await patch({ name, changes: [{ path: ['a'] }, { path: ['b', 'missing'] }] }, asked);
  expect(await get({ name }, asked)).toEqual({ b: { c: { d: null } } });
  expect(heard).toEqual(['settings unsent', 'settings unsent', 'settings unsent']);
  // What was no object becomes one.
  await put({ name, value: [1] }, asked);
  await patch({ name, changes: [{ path: ['x'], value: 1 }] }, asked);
  expect(await get({ name }, asked)).toEqual({ x: 1 });
});

test('a patch that makes a value too large changes nothing', async () => {
  const { patch, get, put } = openSettings();
  const name = 'unsent';
  await put({ name, value: { a: 'short' } }, asked);
  const changes = [{ path: ['b'], value: 'x'.repeat(1_000_000) }];
  expect(await failureOf(() => patch({ name, changes }, asked))).toMatchObject({ code: 'too-large' });
  expect(await get({ name }, asked)).toEqual({ a: 'short' });
});

test('a patch by names that mean something to JavaScript changes only the value', async () => {
  const { patch, get } = openSettings();
  const changes = [
    { path: ['__proto__', 'polluted'], value: true },
    { path: ['constructor'], value: 1 },
  ];
  await patch({ name: 'x', changes }, asked);
  expect(Object.keys((await get({ name: 'x' }, asked)) as object).sort()).toEqual(['__proto__', 'constructor']);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
