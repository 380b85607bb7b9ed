import { expect, test } from 'vitest';
import { faultsOf } from '#demo/scenarios/fault.ts';

const list = `
  one | any | First | The first fault.
  two | chat | Second | The second fault.
`;

test('a line of the list and its effect make a fault', () => {
  const alter = () => {
    throw new Error('not played here');
  };
  expect(faultsOf(list, { one: alter, two: { ignoresRanges: true } })).toEqual([
    { name: 'one', routes: 'any', title: 'First', about: 'The first fault.', alter },
    { name: 'two', routes: 'chat', title: 'Second', about: 'The second fault.', ignoresRanges: true },
  ]);
});

test.each([
  ['a name without an effect', { one: {}, three: {} }],
  ['an effect without a line', { one: {}, two: {}, three: {} }],
])('%s is refused', (_, effects) => {
  expect(() => faultsOf(list, effects)).toThrow(Error);
});
