import { expect, test } from 'vitest';
import { createSettings } from '#core/settings/settings.ts';
import { callContext } from '../../../../support/core/call-context.ts';
import { collectChanges } from '../../../../support/core/collect-changes.ts';
import { failureOf } from '../../../../support/core/failure-of.ts';
import { tempDatabase } from '../../../../support/core/temp-database.ts';

const openSettings = (db = tempDatabase()) => {
  const { announce, announced } = collectChanges();
  return { ...createSettings({ db, announce }), announced, db };
};

test('values of every JSON kind are read back as stored, also after a restart', async () => {
  const { put, db } = openSettings();
  const values = { text: 'ä\u0000網', number: 1.5, yes: true, list: [1, [2, null]], object: { a: { b: '' } } };
  for (const [name, value] of Object.entries(values)) await put({ name, value }, callContext);
  expect(await openSettings(db).all({}, callContext)).toEqual(values);
});

test('null deletes, and only changes are announced', async () => {
  const { put, all, announced } = openSettings();
  await put({ name: 'a', value: 1 }, callContext);
  await put({ name: 'a', value: 1 }, callContext);
  await put({ name: 'a', value: 2 }, callContext);
  await put({ name: 'a', value: null }, callContext);
  await put({ name: 'a', value: null }, callContext);
  expect(announced).toEqual(['settings a', 'settings a', 'settings a']);
  expect(await all({}, callContext)).toEqual({});
});

test('a value over 1 MB is refused and the earlier one stays', async () => {
  const { put, all } = openSettings();
  await put({ name: 'draft', value: 'short' }, callContext);
  const failed = await failureOf(() => put({ name: 'draft', value: '網'.repeat(340_000) }, callContext));
  expect(failed).toMatchObject({ code: 'too-large', message: expect.stringContaining('draft') });
  expect(await all({}, callContext)).toEqual({ draft: 'short' });
  await put({ name: 'draft', value: 'x'.repeat(999_000) }, callContext);
});

test('names with a meaning in JavaScript are names like any other', async () => {
  const { put, all } = openSettings();
  await put({ name: '__proto__', value: { polluted: true } }, callContext);
  await put({ name: 'constructor', value: 1 }, callContext);
  const everything = await all({}, callContext);
  expect(Object.keys(everything).sort()).toEqual(['__proto__', 'constructor']);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(Object.getPrototypeOf(everything)).toBe(Object.prototype);
});

test('a patch changes parts of a value, and keeps parts that another window stored', async () => {
  const { patch, get, put, announced } = openSettings();
  const name = 'unsent';
  expect(await get({ name }, callContext)).toBeNull();
  await patch({ name, changes: [{ path: ['a'], value: 'one' }] }, callContext);
  await patch({ name, changes: [{ path: ['b', 'c'], value: { d: null } }] }, callContext);
  expect(await get({ name }, callContext)).toEqual({ a: 'one', b: { c: { d: null } } });
  await patch({ name, changes: [{ path: ['a'] }, { path: ['b', 'missing'] }] }, callContext);
  expect(await get({ name }, callContext)).toEqual({ b: { c: { d: null } } });
  expect(announced).toEqual(['settings unsent', 'settings unsent', 'settings unsent']);
  // A value that was not an object becomes one.
  await put({ name, value: [1] }, callContext);
  await patch({ name, changes: [{ path: ['x'], value: 1 }] }, callContext);
  expect(await get({ name }, callContext)).toEqual({ x: 1 });
});

test('a patch that makes a value too large changes nothing', async () => {
  const { patch, get, put } = openSettings();
  const name = 'unsent';
  await put({ name, value: { a: 'short' } }, callContext);
  const changes = [{ path: ['b'], value: 'x'.repeat(1_000_000) }];
  expect(await failureOf(() => patch({ name, changes }, callContext))).toMatchObject({ code: 'too-large' });
  expect(await get({ name }, callContext)).toEqual({ a: 'short' });
});

test('a patch by names with a meaning in JavaScript changes only the value', async () => {
  const { patch, get } = openSettings();
  const changes = [
    { path: ['__proto__', 'polluted'], value: true },
    { path: ['constructor'], value: 1 },
  ];
  await patch({ name: 'x', changes }, callContext);
  expect(Object.keys((await get({ name: 'x' }, callContext)) as object).sort()).toEqual(['__proto__', 'constructor']);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
