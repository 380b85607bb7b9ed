import { expect, test } from 'vitest';
import { findDrift, findUntested, nameOfCell, nameOfChanged } from '#core/checks/drift.ts';
import type { CheckCell } from '#shared/contract/checks.ts';

const cell = (change: Partial<CheckCell>): CheckCell => ({
  id: 'chat|k|m',
  routeId: 'chat.completions',
  keyId: 'k',
  keyAlias: 'k',
  model: 'm',
  action: 'call',
  why: null,
  listFailure: null,
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
  [
    'a refusal that took longer',
    { verdict: 'exists', proof: 'refused' },
    { verdict: 'exists', proof: 'refused', totalMs: 900 },
    [],
  ],
  ['stopped before it was tried', {}, { verdict: 'not-tried' }, []],
  ['no model to try it with', {}, { verdict: 'not-tried', action: 'skip', proof: null }, ['verdict!']],
  ['a response that proves nothing', {}, { verdict: 'unclear', proof: null }, ['verdict!']],
  ['never proved, still not', { verdict: 'unclear', proof: null }, { verdict: 'not-tried', action: 'skip' }, []],
  ['a real response after a refusal', { verdict: 'exists', proof: 'refused' }, {}, ['verdict']],
  [
    'the route is gone',
    { verdict: 'exists', proof: 'refused' },
    { verdict: 'route-absent', proof: null },
    ['verdict!'],
  ],
  ['left out this time', {}, { verdict: 'skipped-costly' }, []],
  ['still running', {}, { state: 'probing', verdict: 'not-tried' }, []],
])('%s', (_, before, after, expected) => {
  expect(drift(before, after)).toEqual(expected);
});

test('a model that worked and is no longer listed is a regression, unless it still responds', () => {
  const before = { rows: [cell({})], models: ['m', 'a'] };
  const regressions = (after: Parameters<typeof findDrift>[1]) =>
    findDrift(before, after).flatMap((change) => (change.isRegression ? [change.before] : []));
  expect(regressions({ rows: [], models: ['a'] })).toEqual(['m']);
  expect(regressions({ rows: [cell({})], models: ['a'] })).toEqual([]);
  expect(regressions({ rows: [], models: ['m'] })).toEqual([]);
});

test('added and removed models follow what no longer works', () => {
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

test('a list that could not be read is not a change', () => {
  expect(findDrift({ rows: [], models: ['a'] }, { rows: [], models: [] })).toEqual([]);
});

test('what worked with a model is compared with the cell for which no model could be selected', () => {
  const lost = cell({ id: 'chat|k|', model: null, action: 'skip', verdict: 'key-refused', proof: null });
  expect(findDrift({ rows: [cell({})], models: [] }, { rows: [lost], models: [] })).toEqual([
    { cellId: 'chat|k|', what: 'verdict', before: 'works', after: 'key-refused', isRegression: true },
  ]);
  expect(findDrift({ rows: [cell({ keyId: 'other' })], models: [] }, { rows: [lost], models: [] })).toEqual([]);
});

test('a model that worked is lost when the gateway no longer serves it, although another one was tried in its place', () => {
  const now = cell({ model: 'other', replaced: 'm' });
  const [change] = findDrift({ rows: [cell({})], models: [] }, { rows: [now], models: [] });
  expect(change).toMatchObject({ before: 'works', after: 'model-not-on-route', isRegression: true });
  expect(change && nameOfChanged(now, change)).toBe('chat.completions, k, m');
  expect(findUntested([cell({})], [now])).toEqual([]);
});

test('names the cells that only the earlier run tested', () => {
  const rows = [cell({}), cell({ model: 'n' }), cell({ routeId: 'embeddings', action: 'skip', verdict: 'not-tried' })];
  expect(findUntested(rows, [cell({})]).map(nameOfCell)).toEqual(['chat.completions, k, n']);
});
