import { expect, test } from 'vitest';
import { ndcg, reciprocalRank } from '../../../../../../renderer/panels/rerank/model/metrics.ts';

test('everything relevant in front is a gain of one', () => {
  expect(ndcg([2, 0, 1], new Set([2, 0]))).toBeCloseTo(1);
  expect(reciprocalRank([2, 0, 1], new Set([2]))).toBe(1);
});

test('a relevant place further down counts less', () => {
  expect(ndcg([0, 1, 2], new Set([2]))).toBeCloseTo(0.5);
  expect(reciprocalRank([0, 1, 2], new Set([2]))).toBeCloseTo(1 / 3);
});

test('what was cut off by top_n is missed, not forgiven', () => {
  expect(ndcg([0], new Set([0, 1]))).toBeCloseTo(1 / (1 + 1 / Math.log2(3)));
  expect(reciprocalRank([0], new Set([1]))).toBe(0);
});

test('without a mark there is nothing to measure', () => {
  expect(ndcg([0], new Set())).toBeNull();
  expect(reciprocalRank([0], new Set())).toBeNull();
});
