import { expect, test } from 'vitest';
import { foldCall, newCall } from '../../../../../../renderer/panels/rerank/model/call.ts';
import {
  barOf,
  disagreements,
  foldAt,
  gapAround,
  givenOrder,
  movedBy,
  ordersOf,
  rankedOrder,
  reach,
  retrievedOrder,
} from '../../../../../../renderer/panels/rerank/model/orders.ts';
import type { Outcome, RankCall } from '../../../../../../renderer/panels/rerank/model/rank-set.ts';
import { shownState } from '../../../../../../renderer/panels/rerank/model/rank-set.ts';

const call = (slot: 'A' | 'B', results: RankCall['results']): RankCall => ({
  ...newCall({ slot, model: slot, places: [0, 1, 2, 3], topN: 4, state: 'done' }),
  results,
});

const outcome = (...calls: RankCall[]): Outcome => ({
  query: 'q',
  documents: ['a', 'b', 'c', 'd'].map((text, id) => ({ id, text })),
  retrieval: null,
  calls,
  startedAt: 0,
});

const order = (found: Outcome, at = 0) => {
  const ranked = rankedOrder(found, at);
  if (!ranked) throw new Error('no order');
  return ranked;
};

test('documents missing from the response come last, without a rank', () => {
  const found = outcome(
    call('A', [
      { place: 2, score: 0.9 },
      { place: 0, score: -3 },
    ]),
  );
  const ranked = order(found);
  expect(ranked.places).toEqual([2, 0, 1, 3]);
  expect(ranked.rankOf).toEqual([2, null, 1, null]);
  expect(ranked.rowOf).toEqual([1, 2, 0, 3]);
  expect(ranked.range).toEqual({ low: -3, high: 0.9 });
  expect(movedBy(givenOrder(found), ranked, 2)).toBe(2);
  expect(movedBy(givenOrder(found), ranked, 1)).toBeNull();
  expect(ordersOf(found)).toHaveLength(2);
});

test('bars are the score itself in 0 to 1, and scaled over the range otherwise', () => {
  const bar = (score: number, low: number, high: number) => barOf(score, { kind: 'ranked', range: { low, high } });
  expect(bar(0.25, 0.1, 0.9)).toBe(0.25);
  expect(bar(-7, -7, 12)).toBeCloseTo(0.02);
  expect(bar(12, -7, 12)).toBeCloseTo(1);
  expect(bar(-2.5, -2.5, -2.5)).toBe(1);
});

test('the bar of a cosine is the cosine, whatever the others are', () => {
  const range = { low: -0.1, high: 0.532 };
  expect(barOf(0.532, { kind: 'retrieved', range })).toBe(0.532);
  expect(barOf(-0.1, { kind: 'retrieved', range })).toBe(0);
});

test('documents that neither order ranks are folded, unless they are few', () => {
  const retrieval = {
    model: 'e',
    k: 1,
    state: 'done' as const,
    cosines: [0.5, 0.4, 0.3, 0.2, 0.1],
    taken: [0],
    calls: 1,
    settled: 6,
    tokens: null,
    ms: 1,
    exchangeId: 'e',
    failure: null,
  };
  const documents = ['a', 'b', 'c', 'd', 'e'].map((text, id) => ({ id, text }));
  const found: Outcome = { ...outcome(call('A', [{ place: 0, score: 1 }])), documents, retrieval };
  const retrieved = retrievedOrder(found);
  if (!retrieved) throw new Error('no order');
  expect(foldAt(retrieved, order(found))).toBe(1);
  expect(foldAt(givenOrder(found), order(found))).toBeNull();
  const fewer = { ...found, retrieval: { ...retrieval, taken: [0, 1] } };
  expect(foldAt(retrievedOrder(fewer) ?? retrieved, order(fewer))).toBeNull();
});

test('a threshold counts what reaches it and knows the gap around it', () => {
  const ranked = order(
    outcome(
      call('A', [
        { place: 2, score: 4 },
        { place: 0, score: 1 },
        { place: 1, score: -2 },
      ]),
    ),
  );
  expect(reach(ranked, 0)).toBe(2);
  expect(reach(ranked, null)).toBe(3);
  expect(gapAround(ranked, 0)).toBe(3);
  expect(gapAround(ranked, -5)).toBeNull();
});

test('models disagree most where their ranks are furthest apart', () => {
  const found = outcome(
    call(
      'A',
      [0, 1, 2, 3].map((place) => ({ place, score: -place })),
    ),
    call(
      'B',
      [3, 1, 2].map((place, at) => ({ place, score: -at })),
    ),
  );
  expect(disagreements(order(found, 0), order(found, 1))).toEqual([
    { place: 0, ranks: [1, null], apart: 3 },
    { place: 3, ranks: [4, 1], apart: 3 },
  ]);
});

test('unknown and repeated indexes are distinguished, and positions refer to what was sent', () => {
  const start = newCall({ slot: 'A', model: 'm', places: [5, 3], topN: 2, state: 'running' });
  const results = [1, 9999, -1, 0, 1].map((index) => ({ index, score: -index, text: null }));
  expect(foldCall(start, { type: 'ranking', results })).toMatchObject({
    results: [
      { place: 3, score: -1 },
      { place: 5, score: -0 },
    ],
    strayed: [9999, -1],
    repeated: [3],
  });
});

test('an irregular response is complete with warnings', () => {
  const whole = newCall({ slot: 'A', model: 'm', places: [0], topN: 1, state: 'done' });
  const warned = { ...whole, warnings: [{ code: 'items-odd', message: 'Numbered from 1.' }] };
  expect(shownState('done', [whole])).toBe('done');
  expect(shownState('done', [whole, warned])).toBe('done-with-warnings');
  expect(shownState('done', [{ ...whole, strayed: [7] }])).toBe('done-with-warnings');
  expect(shownState('failed', [warned])).toBe('failed');
});
