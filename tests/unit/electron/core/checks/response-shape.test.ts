import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shapeOf } from '#core/checks/response-shape.ts';

test('two responses of one shape have the same text, whatever their content', () => {
  const first = { id: 'a', choices: [{ index: 0, message: { content: 'x' } }], usage: { total: 3 } };
  const second = {
    usage: { total: 99 },
    choices: [
      { message: { content: 'y' }, index: 7 },
      { index: 1, message: { content: '' } },
    ],
    id: 'b',
  };
  expect(shapeOf(first)).toBe(shapeOf(second));
  expect(shapeOf(first)).toBe(
    '{ choices: [{ index: number, message: { content: string } }], id: string, usage: { total: number } }',
  );
});

test.each([
  [[{ a: 1 }, { a: 1, b: 'x' }], '[{ a: number, b?: string }]'],
  [[1, 'x', null], '[null | number | string]'],
  [{ a: [] }, '{ a: [] }'],
  [true, 'boolean'],
])('%j has the shape %s', (value, shape) => {
  expect(shapeOf(value)).toBe(shape);
});

test('an object with very many fields counts as a map', () => {
  const map = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key-${index}`, index]));
  expect(shapeOf(map)).toBe('{ *: number }');
});

test('any JSON has a shape of bounded length, and the order of fields does not matter', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value = JSON.parse(text);
      const shape = shapeOf(value);
      expect(shape.length).toBeLessThanOrEqual(4_001);
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        expect(shapeOf(Object.fromEntries(Object.entries(value).toReversed()))).toBe(shape);
    }),
  );
});
