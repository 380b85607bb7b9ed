import { expect, test } from 'vitest';
import { measure } from '../../../../../../renderer/panels/rerank/result/measures-bar.tsx';

const marked = (grades: Record<number, number>) => ({
  of: (place: number) => grades[place] ?? 0,
  all: Object.values(grades),
});

test('everything relevant at the top is 1', () => {
  const { of, all } = marked({ 2: 1, 0: 1 });
  expect(measure([2, 0, 1], of, all, 5)).toEqual({ ndcg: 1, mrr: 1, precision: 0.4, first: 1 });
});

test('lower ranks count less, and what was left out is missed', () => {
  const { of, all } = marked({ 2: 1 });
  expect(measure([0, 1, 2], of, all, 3)).toMatchObject({ ndcg: 0.5, mrr: 1 / 3, first: 3 });
  expect(measure([0, 1], of, all, 3)).toEqual({ ndcg: 0, mrr: 0, precision: 0, first: null });
});

test('k cuts both the order and the ideal order', () => {
  const { of, all } = marked({ 0: 1, 1: 1, 2: 1 });
  expect(measure([0, 1, 2], of, all, 2)).toMatchObject({ ndcg: 1, precision: 1 });
});

test('grades are weighted exponentially', () => {
  const { of, all } = marked({ 0: 1, 1: 3 });
  const best = 7 + 1 / Math.log2(3);
  expect(measure([0, 1], of, all, 2)?.ndcg).toBeCloseTo((1 + 7 / Math.log2(3)) / best);
});

test('without a relevance mark there is nothing to measure', () => {
  expect(measure([0], () => 0, [], 5)).toBeNull();
});
