import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJsonLine } from '../../../../../renderer/ui/code/code-line.tsx';

test('keys, strings, numbers and literals', () => {
  expect(
    readJsonLine('  "a\\"b" : "c: 1", "n": -1.5e3, "t": true, "z": null').filter((piece) => piece.kind !== 'plain'),
  ).toEqual([
    { kind: 'key', text: '"a\\"b"' },
    { kind: 'string', text: '"c: 1"' },
    { kind: 'key', text: '"n"' },
    { kind: 'number', text: '-1.5e3' },
    { kind: 'key', text: '"t"' },
    { kind: 'literal', text: 'true' },
    { kind: 'key', text: '"z"' },
    { kind: 'literal', text: 'null' },
  ]);
});

test('no character is lost, whatever the line contains', () => {
  fc.assert(
    fc.property(fc.string(), (line) => {
      expect(
        readJsonLine(line)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(line);
    }),
  );
});
