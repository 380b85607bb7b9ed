import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findJsonFault } from '#core/readers/intake/json-text.ts';

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('agrees with the engine about what is JSON', () => {
  const broken = fc
    .tuple(
      fc.json({ maxDepth: 4 }),
      fc.nat(),
      fc.constantFrom('', ',', '"', '}', ']', '\\', '\n', 'x', '0', ':', '{', '\u0001'),
    )
    .map(
      ([text, at, character]) =>
        text.slice(0, at % (text.length + 1)) + character + text.slice((at % (text.length + 1)) + 1),
    );
  fc.assert(
    fc.property(fc.oneof(fc.json(), broken, fc.string()), (text) => {
      expect(findJsonFault(text) === null, text).toBe(parses(text));
    }),
    { numRuns: 5000 },
  );
});

test.each([
  ['{"a": x}', 6, 1, 7, 'character "x"'],
  ['{\n  "a": 1,\n}', 12, 3, 1, 'character "}"'],
  ['{"a": "b', 8, 1, 9, 'end of text'],
  ['', 0, 1, 1, 'end of text'],
  ['{"a":1} {', 8, 1, 9, 'character "{"'],
  ['["a\tb"]', 3, 1, 4, 'character "\\t"'],
  ["{'a':1}", 1, 1, 2, 'character "\'"'],
  ['{"a":1,,}', 7, 1, 8, 'character ","'],
  ['[1 2]', 3, 1, 4, 'character "2"'],
  ['[\u{1f600}]', 1, 1, 2, 'character "\u{1f600}"'],
])('%j is wrong at %d', (text, offset, line, column, found) => {
  expect(findJsonFault(text)).toEqual({ offset, line, column, found });
});

test('depth and length are no obstacle', () => {
  expect(findJsonFault(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`)).toBeNull();
  expect(findJsonFault(`"${'a\\n'.repeat(2_000_000)}"`)).toBeNull();
  expect(findJsonFault(`{"a":"${'x'.repeat(5_000_000)}`)?.offset).toBe(5_000_006);
});
