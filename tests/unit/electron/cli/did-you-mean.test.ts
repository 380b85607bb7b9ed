import { expect, test } from 'vitest';
import { didYouMean } from '../../../../electron/cli/did-you-mean.ts';

const known = [
  'chat',
  'check',
  'models',
  '--model',
  '--body',
  'chat.completions',
  'images.edits',
  'images.generations',
  'think-unopened',
  'inputPerMillion',
];

test.each([
  ['chta', ' Did you mean chat?'],
  ['--modl', ' Did you mean --model?'],
  ['chat.completon', ' Did you mean chat.completions?'],
  ['images', ' Did you mean images.edits or images.generations?'],
  // Part of a name is the start of one of its words.
  ['nope', ''],
  ['unopen', ' Did you mean think-unopened?'],
  ['million', ' Did you mean inputPerMillion?'],
  ['--frob', ''],
  ['x', ''],
  ['', ''],
])('%j', (word, said) => {
  expect(didYouMean(word, known)).toBe(said);
});
