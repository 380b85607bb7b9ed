import { expect, test } from 'vitest';
import { pairFacts } from '../../../../../renderer/lib/vectors/cosine.ts';

const vector = (...values: number[]) => Float32Array.from(values);

test('cosine, lengths, dot product and distance are those computed by hand', () => {
  expect(pairFacts(vector(3, 4), vector(4, 3))).toEqual({
    cosine: expect.closeTo(24 / 25, 6),
    lengths: [5, 5],
    dot: 24,
    distance: expect.closeTo(Math.SQRT2, 6),
  });
});

test('a zero vector has no cosine, and different dimensions have only lengths', () => {
  expect(pairFacts(vector(0, 0), vector(1, 0))).toEqual({ cosine: null, lengths: [0, 1], dot: 0, distance: 1 });
  expect(pairFacts(vector(1), vector(1, 0))).toEqual({ cosine: null, lengths: [1, 1], dot: null, distance: null });
});
