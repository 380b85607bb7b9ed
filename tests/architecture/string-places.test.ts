import { expect, test } from 'vitest';
import { catalogs, type Words } from '../support/catalogs.ts';
import { readSources } from '../support/sources.ts';
import { placedStrings } from './string-places.ts';

const placed = readSources('renderer').flatMap(placedStrings);

/** The texts under a key; one with parameters is called with numbers, and left out if it needs something else. */
function textsAt(value: unknown, [key, ...rest]: readonly string[]): string[] {
  if (key === undefined) {
    if (typeof value !== 'function') return typeof value === 'string' ? [value] : [];
    try {
      const text: unknown = value(...Array.from({ length: value.length }, () => 12));
      return typeof text === 'string' ? [text] : [];
    } catch {
      return [];
    }
  }
  if (typeof value !== 'object' || value === null) return [];
  // Sentences and functions beside the labels are not among those that a computed key selects.
  if (key === '*')
    return Object.values(value)
      .filter((one) => typeof one !== 'function')
      .flatMap((one) => textsAt(one, rest).filter((text) => !/[.。]$/.test(text)));
  return textsAt((value as Words)[key], rest);
}

/** The width in Latin letters. */
const widthOf = (text: string) =>
  [...text].reduce((sum, letter) => sum + (/[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u.test(letter) ? 2 : 1), 0);

test.each(['en', 'zh'] as const)('no string is longer than its place: %s', (language) => {
  const long = placed.flatMap(({ place, width, key, file }) =>
    textsAt(catalogs[language], key.split('.'))
      .filter((text) => widthOf(text) > width)
      .map((text) => `${key} "${text}" is ${widthOf(text)} wide, ${place} in ${file} has ${width}`),
  );
  expect(long, long.join('\n')).toEqual([]);
});

test('the test finds the strings of components', () => {
  const texts = placed.flatMap(({ key }) => textsAt(catalogs.en, key.split('.')));
  expect(texts.length).toBeGreaterThan(600);
  const source = `const { chat: t } = useStrings(); const w = t.turn; const x = <Button>{isOn ? w.a : t.b[c]}</Button>;
    const y = <Segmented options={[{ value: 'a', label: t.d }]} />;`;
  expect(placedStrings({ file: 'x.tsx', text: source }).map(({ place, key }) => `${place} ${key}`)).toEqual([
    'Button chat.turn.a',
    'Button chat.b.*',
    'Segmented options chat.d',
  ]);
});
