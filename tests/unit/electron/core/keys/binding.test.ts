import { expect, test } from 'vitest';
import type { ProxyChoice } from '#shared/contract/connections.ts';
import { bindingOf, boundOrigin, isBoundTo, wayOf } from '../../../../../electron/core/keys/binding.ts';

const origin = 'https://gateway.test';
const proxy = (change: Partial<ProxyChoice> = {}) => ({
  mode: 'custom' as const,
  address: 'http://proxy.test:1',
  bypass: '',
  user: '',
  hasPassword: false,
  ...change,
});
const none = { proxy: proxy({ mode: 'system', address: '' }), extraCa: { name: '', pem: '' } };
const pem = { name: 'own', pem: 'PEM' };
const open = { proxy: proxy(), extraCa: pem };

test('only an own proxy with an own authority, or over plain http, is a route that others could read', () => {
  expect(wayOf(origin, none)).toBe('');
  expect(wayOf(origin, { ...none, extraCa: pem })).toBe('');
  expect(wayOf(origin, { ...none, proxy: proxy() })).toBe('');
  expect(wayOf(origin, { ...open, proxy: proxy({ mode: 'none' }) })).toBe('');
  expect(wayOf(origin, open)).toMatch(/^[0-9a-f]{32}$/);
  expect(wayOf('http://gateway.test', { ...none, proxy: proxy() })).not.toBe('');
});

test('a key entered for the usual route is sent over no other; one entered for an open route is sent over that and the usual one', () => {
  const [plain, opened] = [bindingOf(origin, none), bindingOf(origin, open)];
  const route = wayOf(origin, open);
  expect([plain, boundOrigin(opened)]).toEqual([origin, origin]);
  expect([isBoundTo(plain, origin, ''), isBoundTo(plain, origin, route)]).toEqual([true, false]);
  expect([isBoundTo(opened, origin, ''), isBoundTo(opened, origin, route)]).toEqual([true, true]);
  const elsewhere = wayOf(origin, { ...open, proxy: proxy({ address: 'http://evil.test:1' }) });
  expect(isBoundTo(opened, origin, elsewhere)).toBe(false);
  expect(isBoundTo(opened, origin, wayOf(origin, { ...open, extraCa: { name: 'own', pem: 'OTHER' } }))).toBe(false);
  expect(isBoundTo(opened, 'https://evil.test', '')).toBe(false);
});
