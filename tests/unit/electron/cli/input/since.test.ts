import { expect, test } from 'vitest';
import { readSince } from '../../../../../electron/cli/input/since.ts';

const now = Date.parse('2026-03-10T12:00:00Z');

test.each([
  ['30m', '2026-03-10T11:30:00Z'],
  ['2h', '2026-03-10T10:00:00Z'],
  ['7D', '2026-03-03T12:00:00Z'],
  ['1w', '2026-03-03T12:00:00Z'],
  ['2026-03-01T08:30Z', '2026-03-01T08:30:00Z'],
  ['2026-03-01 08:30:10+02:00', '2026-03-01T06:30:10Z'],
])('%s is %s', (word, expected) => {
  expect(readSince(word, now)).toBe(Date.parse(expected));
});

test('a date alone is the local midnight', () => {
  expect(readSince('2026-03-01', now)).toBe(new Date(2026, 2, 1).getTime());
});

test.each(['', 'yesterday', '2', '-2h', '2026-13-01', '2026-03'])('"%s" is refused', (word) => {
  expect(() => readSince(word, now)).toThrow('--since must be');
});
