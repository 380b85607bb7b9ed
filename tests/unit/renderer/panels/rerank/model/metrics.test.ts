import { expect, test } from 'vitest';
import { newCall } from '../../../../../../renderer/panels/rerank/model/call.ts';
import {
  evaluate,
  type Judged,
  judgedIn,
  meanMetrics,
} from '../../../../../../renderer/panels/rerank/model/metrics.ts';
import { withAddedQueries, withQuery } from '../../../../../../renderer/panels/rerank/model/queries.ts';
import { newRankSet, type Outcome } from '../../../../../../renderer/panels/rerank/model/rank-set.ts';

const judged = (grades: Record<number, number>, missing: readonly number[] = []): Judged => ({
  gradeOf: (place) => grades[place] ?? 0,
  grades: [...Object.values(grades), ...missing],
});

test('everything relevant at the top is 1', () => {
  expect(evaluate([2, 0, 1], judged({ 2: 1, 0: 1 }), 5)).toEqual({
    ndcg: 1,
    mrr: 1,
    map: 1,
    recall: 1,
    precision: 0.4,
    first: 1,
  });
});

test('each measure has the value computed by hand: ranks 2 and 4 of 5 are relevant, a third one is not ranked', () => {
  // DCG@4 = 1/log2(3) + 1/log2(5); ideal = 1 + 1/log2(3) + 1/log2(4). AP = (1/2 + 2/4) / 3.
  const metrics = evaluate([0, 1, 2, 3, 4], judged({ 1: 1, 3: 1 }, [1]), 4);
  expect(metrics?.ndcg).toBeCloseTo((0.63093 + 0.430677) / (1 + 0.63093 + 0.5), 5);
  expect(metrics).toMatchObject({ mrr: 0.5, map: 1 / 3, recall: 2 / 3, precision: 0.5, first: 2 });
});

test('the cutoff leaves later ranks out of NDCG, recall and precision, but not of MRR and MAP', () => {
  expect(evaluate([0, 1, 2], judged({ 2: 1 }), 2)).toEqual({
    ndcg: 0,
    mrr: 1 / 3,
    map: 1 / 3,
    recall: 0,
    precision: 0,
    first: 3,
  });
  expect(evaluate([0, 1, 2], judged({ 0: 1, 1: 1, 2: 1 }), 2)).toMatchObject({ ndcg: 1, precision: 1, recall: 2 / 3 });
});

test('what was not ranked is missed, and precision still divides by k', () => {
  expect(evaluate([0, 1], judged({ 2: 1 }), 3)).toEqual({
    ndcg: 0,
    mrr: 0,
    map: 0,
    recall: 0,
    precision: 0,
    first: null,
  });
  expect(evaluate([2], judged({ 2: 1 }), 10)).toMatchObject({ ndcg: 1, precision: 0.1 });
});

test('the gain is the grade itself, as in trec_eval', () => {
  const ideal = 3 + 1 / Math.log2(3);
  expect(evaluate([0, 1], judged({ 0: 1, 1: 3 }), 2)?.ndcg).toBeCloseTo((1 + 3 / Math.log2(3)) / ideal);
});

test('without a relevant document there is nothing to measure', () => {
  expect(evaluate([0], judged({}), 5)).toBeNull();
  expect(evaluate([0], judged({ 0: 1 }), 0)).toBeNull();
});

const documents = [
  { id: 11, text: 'a' },
  { id: 12, text: 'b' },
];

test('grades count as 1 unless relevance is graded; judged documents that are not in the list count as missed', () => {
  const query = { grades: { 12: 3 }, unmatched: { gone: 2, not: 0 } };
  expect(judgedIn({ graded: false }, query, { documents })).toMatchObject({ grades: [1, 1] });
  const graded = judgedIn({ graded: true }, query, { documents });
  expect(graded.grades).toEqual([3, 2]);
  expect([graded.gradeOf(0), graded.gradeOf(1)]).toEqual([0, 3]);
});

const outcome = (first: 0 | 1, model = 'm'): Outcome => ({
  query: 'q',
  documents,
  retrieval: null,
  calls: [
    {
      ...newCall({ slot: 'A', model, places: [0, 1], topN: 2, state: 'done' }),
      results: [first, 1 - first].map((place) => ({ place, score: 1 - place })),
    },
  ],
  startedAt: 0,
});

test('means are over the queries with judgments and a ranking of the newest models', () => {
  let set = withAddedQueries(newRankSet('id', { query: 'a', model: 'm' }), [{ query: 'b' }, { query: 'c' }], 'add');
  set = withQuery(set, 1, (query) => ({ ...query, grades: { 11: 1 }, outcome: { ...outcome(0), startedAt: 5 } }));
  set = withQuery(set, 2, (query) => ({ ...query, grades: { 11: 1 }, outcome: outcome(1) }));
  set = withQuery(set, 3, (query) => ({ ...query, outcome: outcome(1) }));
  const { rows, measured } = meanMetrics(set, () => null);
  expect(measured).toBe(2);
  expect(rows.map(({ id, model, metrics }) => [id, model, metrics.mrr])).toEqual([
    ['given', null, 1],
    ['ranked 0', 'm', 0.75],
  ]);
  set = withQuery(set, 2, (query) => ({ ...query, outcome: outcome(1, 'earlier model') }));
  expect(meanMetrics(set, () => null)).toMatchObject({ measured: 1, rows: [{ id: 'given' }, { metrics: { mrr: 1 } }] });
  expect(
    meanMetrics(
      withQuery(set, 1, (query) => ({ ...query, grades: {} })),
      () => null,
    ).rows,
  ).toEqual([]);
});
