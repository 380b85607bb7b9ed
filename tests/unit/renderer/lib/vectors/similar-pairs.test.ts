import { expect, test } from 'vitest';
import { cosine } from '../../../../../renderer/lib/vectors/cosine.ts';
import { joinRows, makeUnit } from '../../../../../renderer/lib/vectors/float-file.ts';
import { allNearest } from '../../../../../renderer/lib/vectors/nearest.ts';
import { seededRandom } from '../../../../../renderer/lib/vectors/random.ts';
import { groupsAbove, meanSimilarities, similarPairs } from '../../../../../renderer/lib/vectors/similar-pairs.ts';

function randomVectors(count: number, dimensions: number): Float32Array[] {
  const random = seededRandom(8);
  return Array.from({ length: count }, () => Float32Array.from({ length: dimensions }, () => random() - 0.5));
}

const still = async () => {};

async function pairsOf(vectors: readonly Float32Array[], limit: number) {
  const rows = makeUnit(joinRows(vectors));
  return similarPairs(rows, await allNearest(rows, rows, 5, still), limit, still);
}

/** Every pair, compared one by one. */
const expected = (vectors: readonly Float32Array[]) =>
  vectors
    .flatMap((one, first) =>
      vectors.slice(first + 1).map((other, at) => ({ pair: [first, first + 1 + at], cosine: cosine(one, other) })),
    )
    .sort((one, other) => other.cosine - one.cosine);

test('the most similar pairs match a comparison of all pairs', async () => {
  const vectors = randomVectors(50, 7);
  const all = expected(vectors);
  const found = await pairsOf(vectors, 30);
  expect(found).toMatchObject({ isExact: true });
  expect(found.cosines).toHaveLength(30);
  for (const [at, { pair, cosine: value }] of all.slice(0, 30).entries()) {
    expect([...found.rows.subarray(at * 2, at * 2 + 2)]).toEqual(pair);
    expect(found.cosines[at]).toBeCloseTo(value, 5);
  }
  expect(found.floor).toBeCloseTo(all[30]?.cosine ?? 0, 5);
  expect((await pairsOf(vectors, 5000)).floor).toBe(-1);
});

test('a threshold joins texts through others, and reports the weakest and the strongest pair of each group', () => {
  const pairs = {
    rows: Uint32Array.of(0, 1, 4, 5, 1, 2, 0, 5),
    cosines: Float32Array.of(0.99, 0.97, 0.95, 0.5),
    floor: -1,
    isExact: true,
  };
  const at = (threshold: number) =>
    groupsAbove(pairs, threshold).map(({ rows, least, most }) => [rows, least.toFixed(2), most.toFixed(2)]);
  expect(at(0.995)).toEqual([]);
  expect(at(0.96)).toEqual([
    [[0, 1], '0.99', '0.99'],
    [[4, 5], '0.97', '0.97'],
  ]);
  expect(at(0.95)).toEqual([
    [[0, 1, 2], '0.95', '0.99'],
    [[4, 5], '0.97', '0.97'],
  ]);
  expect(at(0.4)).toEqual([[[0, 1, 2, 4, 5], '0.50', '0.99']]);
});

test('the mean similarity of each text matches the cosines to all others', () => {
  const vectors = randomVectors(20, 6);
  const means = meanSimilarities(makeUnit(joinRows(vectors)));
  for (const [row, vector] of vectors.entries()) {
    const others = vectors.filter((_, at) => at !== row).map((other) => cosine(vector, other));
    expect(means[row]).toBeCloseTo(others.reduce((sum, one) => sum + one, 0) / others.length, 5);
  }
  expect([...meanSimilarities({ rows: 1, dimensions: 2, values: Float32Array.of(1, 0) })]).toEqual([0]);
});
