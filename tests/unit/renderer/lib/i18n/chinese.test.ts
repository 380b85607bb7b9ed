import { expect, test } from 'vitest';
import { catalogs, type Words } from '../../../../support/catalogs.ts';

interface Pair {
  place: string;
  english: unknown;
  chinese: unknown;
}

/** Every phrase with its counterpart. */
function pairsIn(english: unknown, chinese: unknown, place = ''): Pair[] {
  if (typeof english !== 'object' || english === null) return [{ place, english, chinese }];
  return Object.entries(english).flatMap(([key, value]) =>
    pairsIn(value, (chinese as Words | undefined)?.[key], place ? `${place}.${key}` : key),
  );
}

const pairs = pairsIn(catalogs.en, catalogs.zh);

/** What a phrase says when each of its parameters is a distinct number; `null` for those that need something else. */
function said(phrase: unknown, parameters: number): string | null {
  if (typeof phrase !== 'function') return typeof phrase === 'string' ? phrase : null;
  try {
    const given = Array.from({ length: parameters }, (_, index) => 7001 + index);
    const text: unknown = phrase(...given);
    return typeof text === 'string' ? text : null;
  } catch {
    return null;
  }
}

const parametersOf = (phrase: unknown) => (typeof phrase === 'function' ? phrase.length : 0);

test('Chinese has a phrase of the same kind for each English one', () => {
  expect(pairs.length).toBeGreaterThan(1500);
  expect(pairs.filter(({ english, chinese }) => typeof english !== typeof chinese)).toEqual([]);
});

test('Chinese states every fact that English states', () => {
  const lost = pairs.filter(({ english, chinese }) => {
    const parameters = parametersOf(english);
    const facts = said(english, parameters)?.match(/700\d/g) ?? [];
    const told = said(chinese, parameters) ?? '';
    return facts.some((fact) => !told.includes(fact));
  });
  expect(lost.map(({ place }) => place)).toEqual([]);
});

test('no sentence is left in English', () => {
  const same = pairs.filter(
    ({ english, chinese }) =>
      typeof chinese === 'string' &&
      chinese === english &&
      /[A-Za-z]{2,} [A-Za-z]{2,} [A-Za-z]{2,}/.test(chinese) &&
      !/status:503/.test(chinese),
  );
  expect(same.map(({ place }) => place)).toEqual([]);
});

test('Chinese has its own punctuation, and spaces around Latin letters and digits', () => {
  const odd = pairs.flatMap(({ place, english, chinese }) => {
    // The inserted value may be Chinese itself.
    const text = (said(chinese, parametersOf(english)) ?? '').replaceAll(/700\d/g, '…');
    const found =
      /\p{Script=Han}[,;:?!]|\p{Script=Han}\.(?!\w)|\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u.exec(text);
    return found ? [`${place}: ${found[0]} in ${text}`] : [];
  });
  expect(odd).toEqual([]);
});
