import { expect, test } from 'vitest';
import { wordErrors } from '../../../../../../renderer/panels/audio/model/word-errors.ts';

test('equal words are no error, whatever their case and punctuation', () => {
  expect(wordErrors('Hello, world! It is 9 o’clock.', 'hello world it is 9 oclock')).toMatchObject({
    rate: 0,
    words: 6,
  });
});

test('substitutions, deletions and insertions are distinguished, in order', () => {
  const { steps, rate, changed, missing, added } = wordErrors('one two three four five', 'one too three five six');
  expect(steps.map(({ kind }) => kind)).toEqual(['same', 'changed', 'same', 'missing', 'same', 'added']);
  expect({ changed, missing, added, rate }).toEqual({ changed: 1, missing: 1, added: 1, rate: 0.6 });
});

test('an empty transcript is all deletions, an empty reference has no rate', () => {
  expect(wordErrors('one two', '')).toMatchObject({ rate: 1, missing: 2 });
  expect(wordErrors('', 'one')).toMatchObject({ rate: null, added: 1 });
});

test('the edit distance is minimal', () => {
  const naive = wordErrors('a b c d e f', 'x a b c d e f');
  expect(naive).toMatchObject({ added: 1, changed: 0, missing: 0 });
});

test('thousands of words are compared in one pass', () => {
  const long = Array.from({ length: 3000 }, (_, at) => `word${at}`).join(' ');
  expect(wordErrors(long, long).rate).toBe(0);
});

test('scripts without spaces are counted by character', () => {
  expect(wordErrors('今天天气很好，我们散步。', '今天天气很好我们散步')).toMatchObject({ rate: 0, words: 10 });
  expect(wordErrors('今天天气很好', '今天天汽很好')).toMatchObject({ rate: 1 / 6, changed: 1 });
  expect(wordErrors('Hello 世界', 'hello 世界')).toMatchObject({ rate: 0, words: 3 });
});
