import { expect, test } from 'vitest';
import { pastedEnds, unseen, unseenInCode, unseenInNames, unseenInTerminal, unseenRuns } from '#shared/unseen.ts';

const nothing = [
  ...['\u0000', '\u001b', '\u007f', '\u00ad', '\u034f', '\u061c', '\u115f', '\u17b4', '\u180e', '\u200b', '\u2028'],
  ...['\u202e', '\u2060', '\u2066', '\u2800', '\u3164', '\ufeff', '\uffa0', '\u{e0041}', '\u{e0101}', '\u{1d173}'],
];

test.each(nothing)('%j is unseen in every set', (character) => {
  expect(unseen.test(character)).toBe(true);
  for (const set of [unseenRuns, unseenInCode, unseenInNames, unseenInTerminal])
    expect(`a${character}b`.search(set)).toBe(1);
});

test.each(['a', 'é', '中', '👍', ' ', '\u3000'])('%j is seen', (character) => {
  for (const set of [unseen, unseenRuns, unseenInCode, unseenInNames, unseenInTerminal])
    expect(character.search(set)).toBe(-1);
});

test('what emojis and scripts need stays where text is shown', () => {
  for (const set of [unseenInCode, unseenInTerminal])
    for (const text of ['👩\u200d👧', '☎\ufe0f', '\u0600١', 'می\u200cخواهم']) expect(text.search(set)).toBe(-1);
  expect('☎\ufe0f'.replace(unseenInNames, '')).toBe('☎\ufe0f');
  expect('a\ufe0fb'.replace(unseenInNames, '')).toBe('ab');
  expect('a\n\tb'.search(unseenInCode)).toBe(-1);
  expect('a\nb'.search(unseenInTerminal)).toBe(-1);
});

test('the ends of a pasted text lose blanks and marks, its middle keeps them', () => {
  expect('\ufeff \u200bkey \u200b value\u200f\n'.replace(pastedEnds, '')).toBe('key \u200b value');
});
