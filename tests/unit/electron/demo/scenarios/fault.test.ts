import { expect, test } from 'vitest';
import { faultsOf } from '#demo/scenarios/fault.ts';

const list = `
  one | any | cut | First | 第一
  two | chat
`;

test('a line of the list and its effect make a fault', () => {
  const alter = () => {
    throw new Error('not played here');
  };
  expect(faultsOf(list, { one: alter, two: { ignoresRanges: true } })).toEqual([
    { name: 'one', routes: 'any', group: 'cut', title: { en: 'First', 'zh-CN': '第一' }, alter },
    { name: 'two', routes: 'chat', group: 'contents', title: { en: 'two', 'zh-CN': 'two' }, ignoresRanges: true },
  ]);
});

test.each([
  ['a name without an effect', { one: {}, three: {} }],
  ['an effect without a line', { one: {}, two: {}, three: {} }],
])('%s is refused', (_, effects) => {
  expect(() => faultsOf(list, effects)).toThrow(Error);
});
