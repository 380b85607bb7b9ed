import { expect, test } from 'vitest';
import { findDrift } from '#core/checks/drift.ts';
import type { CheckCell } from '#shared/contract/checks.ts';

const cell = (change: Partial<CheckCell>): CheckCell => ({
  id: 'chat|k|m',
  routeId: 'chat.completions',
  keyId: 'k',
  keyAlias: 'k',
  model: 'm',
  action: 'call',
  why: null,
  calls: 1,
  units: { tokens: 0, images: 0, seconds: 0, characters: 0 },
  state: 'ended',
  verdict: 'works',
  proof: 'answered',
  sentence: '',
  stage: null,
  status: 200,
  firstByteMs: 50,
  totalMs: 100,
  shape: '{ id: string }',
  failure: null,
  exchangeId: null,
  endedAt: 0,
  ...change,
});

const drift = (before: Partial<CheckCell>, after: Partial<CheckCell>) =>
  findDrift({ rows: [cell(before)], models: [] }, { rows: [cell(after)], models: [] }).map(
    ({ what, isRegression }) => `${what}${isRegression ? '!' : ''}`,
  );

test.each<[string, Partial<CheckCell>, Partial<CheckCell>, string[]]>([
  ['the same', {}, {}, []],
  ['it broke', {}, { verdict: 'upstream-down', proof: null }, ['verdict!']],
  ['it was mended', { verdict: 'upstream-down', proof: null }, {}, ['verdict']],
  ['from clean to odd is no regression', {}, { verdict: 'works-with-warnings' }, ['verdict']],
  ['another shape', {}, { shape: '{ ID: string }' }, ['shape']],
  ['a bit slower', {}, { totalMs: 190 }, []],
  ['twice as slow, and not to be felt', {}, { totalMs: 250 }, []],
  ['much slower', {}, { totalMs: 900 }, ['latency']],
  ['much faster', { totalMs: 900 }, {}, ['latency']],
  ['a refusal that took longer', { proof: 'refused' }, { proof: 'refused', totalMs: 900 }, []],
  ['not tried this time', {}, { verdict: 'not-tried' }, []],
  ['left out this time', {}, { verdict: 'skipped-costly' }, []],
  ['still running', {}, { state: 'probing', verdict: 'not-tried' }, []],
])('%s', (_, before, after, expected) => {
  expect(drift(before, after)).toEqual(expected);
});

test('a model that worked and is listed no more is a regression, unless it answers all the same', () => {
  const before = { rows: [cell({})], models: ['m', 'a'] };
  const regressions = (after: Parameters<typeof findDrift>[1]) =>
    findDrift(before, after).flatMap((change) => (change.isRegression ? [change.before] : []));
  expect(regressions({ rows: [], models: ['a'] })).toEqual(['m']);
  expect(regressions({ rows: [cell({})], models: ['a'] })).toEqual([]);
  expect(regressions({ rows: [], models: ['m'] })).toEqual([]);
});

test('models that came and went, after what no longer works', () => {
  const found = findDrift(
    { rows: [cell({})], models: ['a', 'b'] },
    { rows: [cell({ verdict: 'quota', proof: null })], models: ['b', 'c'] },
  );
  expect(found.map(({ what, before, after }) => [what, before, after])).toEqual([
    ['verdict', 'works', 'quota'],
    ['model-removed', 'a', ''],
    ['model-added', '', 'c'],
  ]);
});

test('a list that could not be read is no change of it', () => {
  expect(findDrift({ rows: [], models: ['a'] }, { rows: [], models: [] })).toEqual([]);
});
