import { expect, test } from 'vitest';
import { readShell } from '../../../../../renderer/lib/recognize/shell-words.ts';

test.each([
  [`a b  c`, ['a', 'b', 'c']],
  [`'a b' "c d"`, ['a b', 'c d']],
  [`a'b'"c"`, ['abc']],
  [`"a \\"b\\" \\$c"`, ['a "b" $c']],
  [`'a \\n b'`, ['a \\n b']],
  [`$'a\\nb\\u0041\\''`, ["a\nbA'"]],
  [`a\\ b`, ['a b']],
  ['a \\\n b', ['a', 'b']],
  [`'it'"'"'s'`, [`it's`]],
  [`''`, ['']],
  [`'open`, ['open']],
  ['a?b=1&c=2 d', ['a?b=1&c=2', 'd']],
  ['"$(cat "my key")x" y', ['$(cat "my key")x', 'y']],
  ['$(cat my key)x', ['$(cat my key)x']],
  ['', []],
])('%j is %j', (text, words) => expect(readShell(text).words).toEqual(words));

test.each([
  ['a && b', ['a'], '&& b'],
  ['a&& b', ['a'], '&& b'],
  ['a | sh', ['a'], '| sh'],
  ['a; b', ['a'], '; b'],
  ['a > out.json', ['a'], '> out.json'],
  ['a 2>/dev/null', ['a'], '2>/dev/null'],
  ['a &', ['a'], '&'],
  [`'a | b' "c && d"`, ['a | b', 'c && d'], ''],
])('%j ends where another command or a file begins', (text, words, rest) => {
  expect(readShell(text)).toMatchObject({ words, rest });
});

test('shell expansions are reported with their word; single quotes and backslashes prevent them', () => {
  const { expansions } = readShell(`a "x $ONE \${TWO_2} \\$NO" $(cat f) '$NO $(no)' "\`date\`" \\$NO`);
  expect(expansions).toEqual([
    { word: 1, text: '$ONE' },
    { word: 1, text: `\${TWO_2}` },
    { word: 2, text: '$(cat f)' },
    { word: 4, text: '`date`' },
  ]);
});
