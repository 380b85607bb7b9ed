import { expect, test } from 'vitest';
import { type TokenPlaces, takeToken } from '../../../../../renderer/lib/client/token.ts';

function places(hash: string, stored: Record<string, string> = {}) {
  const shown: string[] = [];
  const kept = new Map(Object.entries(stored));
  const given: TokenPlaces = {
    location: { hash, pathname: '/', search: '?a=1' },
    history: { replaceState: (_state, _title, url) => void shown.push(String(url)) },
    storage: { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => void kept.set(name, value) },
  };
  return { given, shown, kept };
}

test('a token in the hash is stored for this tab and removed from the visible URL', () => {
  const { given, shown, kept } = places('#token=a%2Bb');
  expect(takeToken(given)).toBe('a+b');
  expect([...kept.values()]).toEqual(['a+b']);
  expect(shown).toEqual(['/?a=1']);
});

test('the rest of the hash is preserved', () => {
  const { given, shown } = places('#/chat&token=abc');
  expect(takeToken(given)).toBe('abc');
  expect(shown).toEqual(['/?a=1#/chat']);
});

test('a reload finds the token of the tab; a tab that never had one has none', () => {
  expect(takeToken(places('#/chat', { 'patchbay.token': 'abc' }).given)).toBe('abc');
  expect(takeToken(places('#/chat').given)).toBeNull();
});
