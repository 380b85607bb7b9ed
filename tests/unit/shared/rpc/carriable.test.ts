import { expect, test } from 'vitest';
import { firstUncarriable } from '#shared/rpc/socket.ts';

const cycle: Record<string, unknown> = {};
cycle.self = cycle;

test.each<[unknown, string | null]>([
  [{ a: [1, 'x', null, true, { b: undefined }] }, null],
  [Object.create(null), null],
  [JSON.parse('{"__proto__":{"x":1}}'), null],
  [{ a: Number.NaN }, 'value.a is NaN'],
  [[1, Number.POSITIVE_INFINITY], 'value[1] is Infinity'],
  [[undefined], 'value[0] is a undefined'],
  [{ a: 10n }, 'value.a is a bigint'],
  [{ a: { b: () => 1 } }, 'value.a.b is a function'],
  [{ when: new Date(0) }, 'value.when is a Date'],
  [{ bytes: new Uint8Array(2) }, 'value.bytes is a Uint8Array'],
  [new Map(), 'value is a Map'],
])('%o', (value, problem) => {
  expect(firstUncarriable(value)).toBe(problem);
});

test('a circular value is found', () => {
  expect(firstUncarriable(cycle)).toMatch(/contains itself/);
});
