import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GrowingText } from '../../../../../../electron/core/readers/intake/growing.ts';

test('it is the text of its chunks, whenever it is read', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ piece: fc.string(), looks: fc.boolean() }), { maxLength: 300 }), (steps) => {
      const text = new GrowingText();
      let whole = '';
      for (const { piece, looks } of steps) {
        text.add(piece);
        whole += piece;
        if (looks) expect(text.toString()).toBe(whole);
        expect(text.length).toBe(whole.length);
      }
      expect(text.toString()).toBe(whole);
    }),
  );
});

test('a long text of many chunks is whole', () => {
  const text = new GrowingText();
  const pieces = Array.from({ length: 10_000 }, (_, index) => `${index} `);
  for (const piece of pieces) text.add(piece);
  expect(text.toString()).toBe(pieces.join(''));
});
