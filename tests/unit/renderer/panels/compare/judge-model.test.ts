import { beforeAll, expect, test } from 'vitest';
import { compareInput } from '#shared/contract/compare.ts';
import type { Judgement } from '#shared/contract/judge.ts';
import { newComparison, newLane } from '../../../../../renderer/panels/compare/model/comparison.ts';
import { judgeOf, needsPlan, sheetInput } from '../../../../../renderer/panels/compare/model/run-input.ts';
import { foldNews } from '../../../../../renderer/panels/compare/runs.ts';
import { loadStringsOf } from '../../../../support/panel-strings.ts';

beforeAll(() => loadStringsOf('compare'));

const lanes = ['a', 'b'].map((id) =>
  newLane(id, { connectionId: `c-${id}-0123456789abcdef`, keyId: 'k0123456789abcdef', model: 'm' }),
);
const comparison = newComparison('0123456789abcdef', {
  lanes,
  prompt: '{{q}}',
  columns: ['q'],
  rows: [{ id: 'r', values: { q: '1' } }],
});

test('a judge starts at the connection and key of the first lane, with the default rubric and no model', () => {
  expect(judgeOf(comparison)).toMatchObject({
    connectionId: lanes[0]?.connectionId,
    keyId: lanes[0]?.keyId,
    model: '',
  });
  expect(judgeOf(comparison).rubric).not.toBe('');
});

test('only a sheet with an assertion about the score has a judge', () => {
  expect(sheetInput(comparison).judge).toBeNull();
  const judged = { ...comparison, assertions: [{ kind: 'judge' as const, least: 7 }] };
  const judge = { ...judgeOf(comparison), model: 'j' };
  const input = sheetInput({ ...judged, judge });
  expect(input.judge).toEqual(judge);
  expect(compareInput.parse(input)).toEqual(input);
});

test('a run of many repeats needs a plan, a small one does not', () => {
  expect(needsPlan({ ...comparison, repeats: 6 })).toBe(false);
  expect(needsPlan({ ...comparison, repeats: 7 })).toBe(true);
  const muted = lanes.map((lane) => ({ ...lane, isMuted: lane.id === 'b' }));
  expect(needsPlan({ ...comparison, lanes: muted, repeats: 12 })).toBe(false);
});

test('news about judgements replace them in place and leave cells as they are', () => {
  const judgement = (id: string, state: Judgement['state']) => ({ id, state }) as Judgement;
  const news = (one: Judgement) => ({ type: 'judgement' as const, judgement: one });
  const start = { summary: null, cells: [], judgements: [], failure: null };
  const first = foldNews(start, [news(judgement('1', 'waiting')), news(judgement('2', 'waiting'))]);
  const second = foldNews(first, [news(judgement('1', 'done'))]);
  expect(second.judgements.map(({ id, state }) => [id, state])).toEqual([
    ['1', 'done'],
    ['2', 'waiting'],
  ]);
  expect(second.cells).toBe(first.cells);
});

test('a comparison of an earlier version gets the newer limits', () => {
  const stored = { limits: { concurrency: 2, perMinute: null, calls: 5, tokens: null } };
  expect(newComparison('x', stored as never).limits).toEqual({
    concurrency: 2,
    perMinute: null,
    calls: 5,
    tokens: null,
    money: null,
  });
});
