import { expect, test } from 'vitest';
import { recognize } from '../../../../../renderer/lib/recognize/recognize.ts';
import { recognizeAll } from '../../../../../renderer/lib/recognize/recognize-all.ts';
import { readKeys } from '../../../../../renderer/panels/connections/keys/paste-keys.tsx';
import { growth } from '../../../../support/growth.ts';

const again = (unit: string) => (size: number) => `a${unit.repeat(size / unit.length)}b`;
const lines = (line: (at: number) => string) => (size: number) =>
  Array.from({ length: size / 20 }, (_, at) => line(at)).join('\n');

test.each<[string, (size: number) => string]>([
  ['blanks', again(' ')],
  ['tabs', again('\t')],
  ['ends of lines', again('\n')],
  ['blank lines', again(' \n')],
  ['carriage returns', again('\r')],
  ['slashes', (size) => `https://example.com${'/'.repeat(size)}x`],
  ['versions', (size) => `https://example.com${'/v1'.repeat(size / 3)}x`],
  ['digits', (size) => `https://example.com/v${'1'.repeat(size)}x`],
  ['commas', again(',')],
  ['blanks in an assignment', (size) => `API_KEY=${' '.repeat(size)}\rx`],
  ['blanks behind a word for a key', (size) => `curl -H "authorization: bearer${' '.repeat(size)}a\nb" https://x`],
  ['comments', (size) => `API_KEY=x ${' '.repeat(size)}x #`],
  ['keys', lines((at) => `OPENAI_API_KEY=sk-proj-${at}-0123456789abcdef`)],
  ['groups of variables', lines((at) => `G${at}_API_KEY=sk-${at}-0123456789abcdef`)],
  ['keys of one name', lines((at) => `team: sk-${at}-0123456789abcdef`)],
])('the cost of recognizing pasted text is linear in its length: %s', (_what, text) => {
  for (const read of [recognize, recognizeAll, readKeys]) expect(growth(6000, text, read)).toBeLessThan(24);
});

test('a text that is too long to be a list of connections is not examined', () => {
  const list = 'OPENAI_API_KEY=sk-proj-0123456789abcdef\n';
  expect(recognizeAll(list)).toHaveLength(1);
  expect(recognizeAll(list.repeat(200_000))).toEqual([]);
  expect(recognize(list.repeat(200_000)).kind).toBe('unknown');
});
