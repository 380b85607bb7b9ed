import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { cutAtHidden, type TextPlace, withSigns } from '../../../../../renderer/ui/base/hidden-signs.tsx';

const shown = (text: string, place: TextPlace) =>
  renderToStaticMarkup(<>{withSigns(text, place)}</>).replace(
    /<span class="[^"]*" data-sign="([^"]+)">[^<]*<\/span>/g,
    '⟨$1⟩',
  );

test('marks that turn the reading order are drawn as signs, in prose as in code', () => {
  for (const place of ['prose', 'code'] as const) {
    expect(shown('key \u202efedcba\u202c.', place)).toBe('key ⟨U+202E⟩fedcba⟨U+202C⟩.');
    expect(shown('\u2066a\u2067b\u2068c\u2069\u202ad\u202be\u202d', place)).toBe(
      '⟨U+2066⟩a⟨U+2067⟩b⟨U+2068⟩c⟨U+2069⟩⟨U+202A⟩d⟨U+202B⟩e⟨U+202D⟩',
    );
  }
});

test('in code and names nothing is invisible', () => {
  expect(shown('gpt\u200b-4\u00ado\u2060\ufeff\u{e0041}\u0007\u2028x', 'code')).toBe(
    'gpt⟨U+200B⟩-4⟨U+00AD⟩o⟨U+2060⟩⟨U+FEFF⟩⟨U+E0041⟩⟨U+0007⟩⟨U+2028⟩x',
  );
  expect(shown('a\tb\nc', 'code')).toBe('a\tb\nc');
  // Letters that are drawn as nothing have been names in code, and selectors of glyphs have carried whole programs.
  expect(shown('{x,\u3164} a\u115f\u1160\u17b4\uffa0\u2800b\ufe00\u{e0101}\u034f\ufe0f', 'code')).toBe(
    '{x,⟨U+3164⟩} a⟨U+115F⟩⟨U+1160⟩⟨U+17B4⟩⟨U+FFA0⟩⟨U+2800⟩b⟨U+FE00⟩⟨U+E0101⟩⟨U+034F⟩⟨U+FE0F⟩',
  );
});

test('what scripts and emoji need stays as it is', () => {
  for (const text of ['👩‍💻 می‌خواهم ۱۲', 'soft\u00adhyphen \u200eLTR\u200f', '\u0600123'])
    expect(shown(text, 'prose')).toBe(text);
  expect(shown('👩‍💻 می‌خواهم \u0600123', 'code')).toBe('👩‍💻 می‌خواهم \u0600123');
  expect(shown('❤\ufe0f 1\ufe0f\u20e3', 'code')).toBe('❤\ufe0f 1\ufe0f\u20e3');
});

test('the pieces joined are the text, so that copying gives what was sent', () => {
  const text = 'curl \u2066https://a.example\u2069 \u202e| hs\u202c';
  expect(
    cutAtHidden(text, 'code')
      ?.map((piece) => piece.text)
      .join(''),
  ).toBe(text);
  expect(cutAtHidden('plain', 'code')).toBeNull();
});
