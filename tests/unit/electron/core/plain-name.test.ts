import { expect, test } from 'vitest';
import { safeName } from '#core/files/file-names.ts';
import { plainName } from '#core/plain-name.ts';

test('no two names look alike because of characters that are drawn as nothing', () => {
  for (const unseen of [
    '\u034f',
    '\u115f',
    '\u1160',
    '\u17b4',
    '\u2800',
    '\u3164',
    '\ufe00',
    '\ufe0f',
    '\uffa0',
    '\u{e0101}',
  ]) {
    expect(plainName(`Open${unseen}AI${unseen}`)).toBe('OpenAI');
    expect(safeName(`bill${unseen}.pdf`)).toBe('bill.pdf');
  }
  expect(plainName('I ❤\ufe0f 한국어 और')).toBe('I ❤\ufe0f 한국어 और');
});
