import { expect, test } from 'vitest';
import { shellWords } from '../../../../../renderer/lib/recognise/shell-words.ts';

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
  ['', []],
])('%j is %j', (text, words) => expect(shellWords(text)).toEqual(words));
