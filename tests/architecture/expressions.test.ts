import { expect, test } from 'vitest';
import {
  boundedExpressions,
  boundedParts,
  builtByFunctions,
  builtLater,
  isBounded,
} from './expressions/bounded-expressions.ts';
import { knownLinear, whySuperlinear } from './expressions/check-linear.ts';
import { findBuiltOnLoad, findExpressions } from './expressions/find-expressions.ts';

// Text of a gateway, a model, a file or a paste may be megabytes of one letter: every expression has to be linear.

const { written, built } = findExpressions();
const onLoad = built.flatMap(({ file, isOnLoad }) => (isOnLoad && !(file in builtLater) ? file : []));
const all = [...written, ...(await findBuiltOnLoad([...new Set([...onLoad, ...builtByFunctions])]))];

test('every regular expression is linear, or its input is bounded', { timeout: 300_000 }, async () => {
  expect(all.length).toBeGreaterThan(900);
  const known = knownLinear();
  const unknown = new Map(all.flatMap((one) => (known.has(one.text) || isBounded(one.text) ? [] : [[one.text, one]])));
  if (unknown.size > 50)
    console.warn(`${unknown.size} expressions are checked again each time: run "node scripts/check-expressions.ts".`);
  const offenders: string[] = [];
  for (const expression of unknown.values()) {
    const why = await whySuperlinear(expression);
    if (why !== null) offenders.push(`${expression.place} ${expression.text}: ${why}`);
  }
  expect(offenders, 'rewrite it, or bound its input and say so in expressions/bounded-expressions.ts').toEqual([]);
});

test('an expression that is built while a function runs is listed with the reason why it is harmless', () => {
  const later = [...new Set(built.flatMap(({ file, isOnLoad }) => (isOnLoad ? [] : file)))];
  expect(later.filter((file) => !(file in builtLater) && !builtByFunctions.includes(file))).toEqual([]);
});

test('no listed reason is about something that is gone', () => {
  const texts = new Set(all.map(({ text }) => text));
  expect([...boundedExpressions.keys()].filter((text) => !texts.has(text))).toEqual([]);
  expect(Object.keys(boundedParts).filter((part) => !all.some(({ text }) => text.includes(part)))).toEqual([]);
  const files = new Set(built.map(({ file }) => file));
  expect([...Object.keys(builtLater), ...builtByFunctions].filter((file) => !files.has(file))).toEqual([]);
});

test('finds an expression that backtracks', async () => {
  const found = { place: 'here', text: '', pattern: String.raw`\s+$`, flags: '' };
  expect(await whySuperlinear(found)).toContain('polynomial');
  expect(await whySuperlinear({ ...found, pattern: '^(a+)+$' })).toContain('exponential');
  expect(await whySuperlinear({ ...found, pattern: String.raw`^\s+$` })).toBeNull();
});
