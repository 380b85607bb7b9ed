import { expect, test } from 'vitest';
import { passphraseProblem } from '../../../shared/passphrase.ts';

test.each([
  ['tiny', 'short'],
  ['          ', 'repeated'],
  ['aaaaaaaaaa', 'repeated'],
  ['ababababababab', 'repeated'],
  ['xq7 xq7 xq7 xq7', 'repeated'],
  ['1111122222', 'repeated'],
  ['1234567890', 'keyboard'],
  ['0987654321', 'keyboard'],
  ['abcdefghijkl', 'sequence'],
  ['zyxwvutsrq', 'sequence'],
  ['qwertyuiop', 'keyboard'],
  ['asdfghjkl123', 'keyboard'],
  ['1qaz2wsx3edc', 'keyboard'],
  ['password1234', 'common'],
  ['P@ssw0rd2024!', 'common'],
  ['letmein-letmein', 'common'],
  ['iloveyou2023', 'common'],
  ['Administrator1', 'common'],
  ['welcome welcome', 'repeated'],
])('the passphrase %j is refused as %s', (passphrase, problem) => {
  expect(passphraseProblem(passphrase)).toBe(problem);
});

test.each([
  'correct horse battery',
  'copper socket',
  'kX9#vb2!Qz7@Lm',
  'four little words here',
  '马到成功一帆风顺万事如意',
  'uV3$kkLm91pQ',
])('the passphrase %j is accepted', (passphrase) => {
  expect(passphraseProblem(passphrase)).toBeNull();
});
