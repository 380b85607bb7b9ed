import { expect, test } from 'vitest';
import { createAnalysis } from '../../../../../renderer/lib/vectors/analysis.ts';
import { type FloatRows, joinRows } from '../../../../../renderer/lib/vectors/float-file.ts';
import { eigen, pca } from '../../../../../renderer/lib/vectors/pca.ts';
import { seededRandom } from '../../../../../renderer/lib/vectors/random.ts';
import { umapMap } from '../../../../../renderer/lib/vectors/umap.ts';

/** Rows around as many directions as there are groups; row `n` belongs to group `n % groups`. */
function groupedRows(count: number, groups: number, dimensions: number, noise: number): FloatRows {
  const random = seededRandom(3);
  return joinRows(
    Array.from({ length: count }, (_, row) =>
      Float32Array.from({ length: dimensions }, (__, at) => (at === row % groups ? 1 : 0) + (random() - 0.5) * noise),
    ),
  );
}

test('eigenvectors of a symmetric matrix come with the largest eigenvalue first', () => {
  const { values, vectors } = eigen(Float64Array.of(2, 1, 1, 2), 2);
  expect([...values].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([3, 1]);
  expect(Math.abs((vectors[0] as number) - (vectors[1] as number))).toBeLessThan(1e-9);
});

test('PCA finds the direction of the greatest variance among smaller ones', () => {
  const random = seededRandom(5);
  const along = Array.from({ length: 300 }, () => random() * 10 - 5);
  const rows = joinRows(along.map((t) => Float32Array.of(3 + t, 1 + t * 2, (random() - 0.5) * 0.1, 7)));
  const { reduced, shares } = pca(rows, 3);
  expect(shares[0]).toBeGreaterThan(0.999);
  const first = along.map((_, row) => reduced.values[row * reduced.dimensions] as number);
  const sign = Math.sign((first[0] as number) * ((along[0] as number) - 0));
  const mean = along.reduce((sum, t) => sum + t, 0) / along.length;
  for (const [row, t] of along.entries())
    expect(sign * (first[row] as number)).toBeCloseTo((t - mean) * Math.sqrt(5), 1);
});

test('PCA of equal rows and of one row is a point, never NaN', () => {
  for (const rows of [joinRows([Float32Array.of(1, 2)]), joinRows([Float32Array.of(1, 2), Float32Array.of(1, 2)])])
    expect([...pca(rows, 2).reduced.values].every(Number.isFinite)).toBe(true);
});

test('UMAP keeps neighbors together and is deterministic', async () => {
  const analysis = createAnalysis(async () => {});
  await analysis.load(groupedRows(60, 3, 8, 0.2));
  const nearest = await analysis.nearest(15, () => {});
  const reduced = await analysis.reduced();
  const shares: number[] = [];
  const settings = { neighbors: 15, minDist: 0.4 };
  const map = await umapMap({ reduced, nearest, settings }, (share) => shares.push(share));
  expect(map).toEqual(await umapMap({ reduced, nearest, settings }, () => {}));
  const far = (one: number, other: number) =>
    Math.hypot(
      (map[one * 2] as number) - (map[other * 2] as number),
      (map[one * 2 + 1] as number) - (map[other * 2 + 1] as number),
    );
  let together = 0;
  for (let row = 0; row < 60; row++) {
    const others = Array.from({ length: 60 }, (_, at) => at).filter((at) => at !== row);
    const closest = others.toSorted((one, other) => far(row, one) - far(row, other))[0] as number;
    if (closest % 3 === row % 3) together += 1;
  }
  expect(together).toBeGreaterThan(55);
  expect(shares.length).toBeGreaterThan(3);
});

test('a larger minimum distance spreads the points of a group, and another number of neighbors is another map', async () => {
  const analysis = createAnalysis(async () => {});
  await analysis.load(groupedRows(60, 3, 8, 0.2));
  const nearest = await analysis.nearest(30, () => {});
  const reduced = await analysis.reduced();
  const lay = (neighbors: number, minDist: number) =>
    umapMap({ reduced, nearest, settings: { neighbors, minDist } }, () => {});
  /** The median distance of a point to its nearest one, as a share of the width of the map. */
  const spacing = (map: Float32Array) => {
    const xs = Array.from({ length: 60 }, (_, row) => map[row * 2] as number);
    const gaps = Array.from({ length: 60 }, (_, row) =>
      Math.min(
        ...Array.from({ length: 60 }, (_other, other) =>
          other === row
            ? Number.POSITIVE_INFINITY
            : Math.hypot(
                (map[row * 2] as number) - (map[other * 2] as number),
                (map[row * 2 + 1] as number) - (map[other * 2 + 1] as number),
              ),
        ),
      ),
    ).sort((one, other) => one - other);
    return (gaps[30] as number) / (Math.max(...xs) - Math.min(...xs));
  };
  expect(spacing(await lay(15, 0.8))).toBeGreaterThan(1.5 * spacing(await lay(15, 0)));
  expect(await lay(5, 0.4)).not.toEqual(await lay(25, 0.4));
});

test('a vector that is added later is placed where its equal is on the PCA map', async () => {
  const analysis = createAnalysis(async () => {});
  const rows = groupedRows(60, 3, 8, 0.2);
  const copy = rows.values.slice(7 * rows.dimensions, 8 * rows.dimensions);
  const length = Math.hypot(...copy);
  const { map } = await analysis.load(rows);
  const [x, y] = await analysis.place(copy.map((value) => value / length));
  expect(x).toBeCloseTo(map[14] as number, 4);
  expect(y).toBeCloseTo(map[15] as number, 4);
});
