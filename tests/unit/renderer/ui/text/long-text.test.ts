import { expect, test } from 'vitest';
import { breakPlaces } from '../../../../../renderer/ui/text/long-text.tsx';

const zalgo = `a${'\u0301\u0302'.repeat(20)}`;

test.each([
  ['a backslash', '\\'],
  ['an opening bracket', '[a]('],
  ['a letter', 'x'],
  ['a Hebrew letter', 'ש'],
  ['a character outside the basic plane', '𝒳'],
  ['a letter with marks on it', zalgo],
])('a line may end in a word of %s again and again, and nothing of it is lost', (_what, unit) => {
  const text = `A word. ${unit.repeat(5000)} And another.`;
  const pieces = breakPlaces(text);
  expect(pieces.join('')).toBe(text);
  expect(pieces.length).toBeGreaterThan(text.length / 402);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(450);
  for (const piece of pieces) expect(piece).not.toMatch(/^[\p{M}\p{Cs}]/u);
});

test('a text of ordinary words stays in one piece', () => {
  const text = 'Words of any length, https://example.com/with/a/long/path and more.\n'.repeat(1000);
  expect(breakPlaces(text)).toEqual([text]);
  expect(breakPlaces('')).toEqual(['']);
});
