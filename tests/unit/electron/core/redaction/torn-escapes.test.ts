import { expect, test } from 'vitest';
import { codesOf, withoutTruncatedEscape } from '#core/redaction/decoded-view.ts';
import { harmlessEnd, shownEnd } from '#core/redaction/hidden-runs.ts';
import { SecretMatcher } from '#core/redaction/secret-matcher.ts';

const torn = /(?:\\(?:u[0-9a-f]{0,3})?|%[0-9a-f]?|&(?:#(?:\d{0,11}|x[0-9a-f]{0,10})|[a-z]{0,4})?)$/i;
const letters = ['\\', '%', '&', '#', 'u', 'X', 'a', '1', ';', 'g', 'é'];

test('an escape cut off at the end is distinguished from a whole one', () => {
  const texts = [
    '',
    ...['&#', '&#x', '\\u'].flatMap((start) => [...Array(14).keys()].map((n) => start + '1'.repeat(n))),
  ];
  let longer = [''];
  for (let length = 1; length <= 4; length += 1) {
    longer = longer.flatMap((text) => letters.map((letter) => text + letter));
    texts.push(...longer);
  }
  const wrong = texts.filter(
    (text) =>
      text.length - withoutTruncatedEscape(codesOf(text)).length !== (torn.exec(text.slice(-14))?.[0].length ?? 0),
  );
  expect(wrong).toEqual([]);
});

test('a text whose escapes hide nothing takes one pass, and one in which they spell part of a key takes the long pass', () => {
  const matcher = new SecretMatcher(['sk-proj-0123456789AbCdEfGhIj']);
  for (const text of ['auf%20und%20so', 'f&uuml;r &amp; mit', '**so** `code` \\n', 'half %C', 'd&#228', '%2520'])
    expect(harmlessEnd(matcher, text)).toBe(shownEnd(text));
  for (const text of ['%73%6b%2d', 's&#107;-', 's**k**-p', '%2573k-p', 'a sk-p', 'sk&#45'])
    expect(harmlessEnd(matcher, text)).toBe(null);
});
