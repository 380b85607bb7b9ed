import { beforeAll, expect, test } from 'vitest';
import { checkLevels, checkVerdicts } from '#shared/contract/checks.ts';
import { strings } from '../../../../../renderer/lib/i18n/strings.ts';
import { levels } from '../../../../../renderer/panels/checks/model/setup.ts';
import {
  countGroups,
  countVerdicts,
  driftByCell,
  driftIntent,
  groupOf,
  isFailing,
  isUntried,
  shareOf,
  slowestOf,
  sortDrift,
  verdictGroups,
  verdicts,
} from '../../../../../renderer/panels/checks/model/verdicts.ts';
import { cellText, cellWord, pathBelow } from '../../../../../renderer/panels/checks/words.ts';
import { loadStringsOf } from '../../../../support/panel-strings.ts';
import { cell } from './fixture.ts';

beforeAll(() => loadStringsOf('checks'));

test('the page knows every verdict and level of the contract', () => {
  expect(verdicts.toSorted()).toEqual([...checkVerdicts].toSorted());
  expect(levels).toEqual([...checkLevels]);
});

test('every verdict has its own word, a meaning and one chip', () => {
  expect(new Set(checkVerdicts.map((verdict) => strings().gateway.verdicts[verdict])).size).toBe(checkVerdicts.length);
  for (const verdict of checkVerdicts) {
    expect(strings().checks.meanings[verdict]).toMatch(/\.$/);
    expect(verdictGroups).toContain(groupOf(verdict));
  }
});

test('chips count finished cells only', () => {
  const rows = [
    cell('models', 'k', null, 'works'),
    cell('videos', 'k', 'm', 'exists', { proof: 'refused' }),
    cell('edits', 'k', 'm', 'route-absent'),
    cell('audio.speech', 'k', 'm', 'unclear'),
    cell('rerank', 'k', 'm', 'quota'),
    cell('embeddings', 'k', 'm', 'timed-out'),
    cell('responses', 'k', 'm', 'works', { state: 'probing' }),
  ];
  expect(countGroups(countVerdicts(rows))).toEqual({
    works: 1,
    exists: 1,
    odd: 0,
    limited: 2,
    refused: 0,
    absent: 1,
    open: 1,
  });
});

test('failing means sent and rejected, rate limited or unreadable; absent and skipped are not failing', () => {
  const failing = checkVerdicts.filter((verdict) => isFailing(cell('models', 'k', null, verdict)));
  expect(failing.toSorted()).toEqual([
    'forbidden',
    'key-missing',
    'key-refused',
    'key-style',
    'overloaded',
    'parameter-refused',
    'quota',
    'shape-unexpected',
    'timed-out',
    'upstream-down',
  ]);
});

test('a cell without a suitable model has nothing to send again', () => {
  expect(isFailing(cell('edits', 'k', null, 'key-refused', { action: 'skip' }))).toBe(false);
});

test('the remainder is what should have been sent', () => {
  expect(isUntried(cell('models', 'k', null, 'not-tried'))).toBe(true);
  expect(isUntried(cell('models', 'k', null, 'not-tried', { action: 'skip' }))).toBe(false);
  expect(isUntried(cell('models', 'k', null, 'works', { state: 'waiting' }))).toBe(true);
  expect(isUntried(cell('models', 'k', null, 'works'))).toBe(false);
});

test('a working cell says how fast, or that the route exists when only its rejection proved it', () => {
  expect(cellWord(cell('models', 'k', null, 'works', { firstByteMs: 412, totalMs: 900 }), strings())).toBe('412 ms');
  expect(cellWord(cell('videos', 'k', 'm', 'exists', { firstByteMs: 30, proof: 'refused' }), strings())).toBe('exists');
  expect(cellWord(cell('videos', 'k', 'm', 'timed-out', { stage: 'first-byte' }), strings())).toBe('no response');
  expect(cellWord(cell('videos', 'k', 'm', 'not-tried', { action: 'skip' }), strings())).toBe('skipped');
  expect(cellWord(cell('videos', 'k', 'm', 'not-tried', { state: 'probing' }), strings())).toBe('running');
});

test('in Change mode a cell shows its previous verdict; one that was not reached never says "no change"', () => {
  const changed = { cellId: 'x', what: 'verdict', before: 'works', after: 'quota', isRegression: true } as const;
  const limited = cell('models', 'k', null, 'quota');
  expect(cellText(limited, 'change', changed, strings())).toEqual({ word: 'was works', intent: 'bad' });
  expect(cellText(limited, 'change', undefined, strings())).toEqual({ word: 'no change', intent: 'neutral' });
  expect(cellText(cell('models', 'k', null, 'not-tried'), 'change', undefined, strings()).word).toBe('not tested');
});

test('in Latency mode only responses are timed', () => {
  const rows = [
    cell('models', 'k', null, 'works', { firstByteMs: 10 }),
    cell('responses', 'k', 'm', 'shape-unexpected', { firstByteMs: 1000 }),
    cell('edits', 'k', 'm', 'key-refused', { firstByteMs: 5 }),
  ];
  expect(slowestOf(rows)).toBe(1000);
  expect(slowestOf([])).toBeNull();
});

test('the bar of a latency grows with its order of magnitude, and equal latencies have equal bars', () => {
  expect(shareOf(10, 1000)).toBeCloseTo(0.06);
  expect(shareOf(100, 1000)).toBeCloseTo(0.53);
  expect(shareOf(1000, 1000)).toBe(1);
  expect(shareOf(233, 247)).toBeGreaterThan(0.9);
  for (const ms of [0, 1, 4, 20]) expect(shareOf(ms, ms)).toBe(1);
});

test('regressions come first among changes, and each cell keeps its most severe one', () => {
  const drift = [
    { cellId: 'a', what: 'latency', before: '10 ms', after: '90 ms', isRegression: false },
    { cellId: 'a', what: 'shape', before: '{a}', after: '[]', isRegression: false },
    { cellId: null, what: 'model-added', before: '', after: 'new', isRegression: false },
    { cellId: 'b', what: 'verdict', before: 'works', after: 'quota', isRegression: true },
    { cellId: 'c', what: 'verdict', before: 'quota', after: 'works', isRegression: false },
  ] as const;
  expect(sortDrift(drift).map(({ cellId }) => cellId)).toEqual(['b', 'c', 'a', null, 'a']);
  expect(driftByCell(drift).get('a')?.what).toBe('shape');
  expect(drift.map(driftIntent)).toEqual(['warn', 'odd', 'neutral', 'bad', 'ok']);
  expect(driftIntent({ ...drift[0], before: '90 ms', after: '10 ms' })).toBe('neutral');
});

test('paths are shown below their protocol', () => {
  expect(pathBelow('chat.completions')).toBe('chat/completions');
  expect(pathBelow('native.generateContent')).toBe('models/{model}:generateContent');
});
