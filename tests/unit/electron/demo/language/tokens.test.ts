import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countTokens, tokenize } from '#demo/language/tokens.ts';

test('joined tokens are the text, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(tokenize(text).join('')).toBe(text);
    }),
  );
});

test('a cut after some tokens counts as just these tokens', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, count) => {
      const kept = tokenize(text).slice(0, count);
      expect(tokenize(kept.join(''))).toEqual(kept);
    }),
  );
});

test('words include their leading space, punctuation and characters are single tokens', () => {
  expect(tokenize('Hello, wide world')).toEqual(['Hello', ',', ' wide', ' world']);
  expect(tokenize('演示 gateway 12345')).toEqual(['演', '示', ' gateway', ' 123', '45']);
  expect(tokenize('')).toEqual([]);
  expect(countTokens('a\n\nb')).toBe(3);
});
