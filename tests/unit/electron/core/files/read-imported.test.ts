import { expect, test } from 'vitest';
import { parseImported } from '#core/files/read-imported.ts';
import { failureOf } from '../../../../support/core/failure-of.ts';

test('reads JSON with or without a byte order mark, and nothing else', () => {
  expect(parseImported('\ufeff{"a":1}')).toEqual({ a: 1 });
  expect(parseImported('a')).toBeUndefined();
});

test('what is inside of texts is not counted, whatever it is', () => {
  const texts = Array.from({ length: 1000 }, () => 'x, {y}, ["z"] \\ '.repeat(1000));
  expect(parseImported(JSON.stringify(texts))).toEqual(texts);
});

test.each([
  ['ten million objects', () => `[${'{},'.repeat(10_000_000)}{}]`],
  ['an object with a million fields', () => `{${Array.from({ length: 1_000_000 }, (_, at) => `"k${at}":1`).join()}}`],
  ['ten million numbers', () => `[${'1,'.repeat(10_000_000)}1]`],
])('a file of %s is refused in a moment, before it is parsed', async (_what, text) => {
  const file = text();
  const before = process.cpuUsage();
  expect(await failureOf(() => parseImported(file))).toMatchObject({ code: 'too-large' });
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
});
