/**
 * The map: 10,000 vectors of 1,536 dimensions through everything that the embeddings panel computes from them, as its workers
 * do it; principal components compared with one pass over the same vectors. `--long` adds the UMAP layout.
 */
import { createAnalysis } from '../../../renderer/lib/vectors/analysis.ts';
import type { FloatRows } from '../../../renderer/lib/vectors/float-file.ts';
import { pca } from '../../../renderer/lib/vectors/pca.ts';
import { umapMap } from '../../../renderer/lib/vectors/umap.ts';
import { median } from '../../support/quantiles.ts';
import { judge } from '../judge.ts';
import { syntheticRows } from './corpus.ts';

const count = 10_000;
const dimensions = 1_536;
const subjects = 7;

function timed(work: () => unknown): number {
  const { user, system } = process.threadCpuUsage();
  work();
  const after = process.threadCpuUsage();
  return (after.user + after.system - user - system) / 1000;
}

/** The mean of all rows, and their products with two directions: the minimum work of any map. */
function onePass({ rows, dimensions: width, values }: FloatRows): Float32Array {
  const mean = new Float64Array(width);
  const products = new Float32Array(rows * 2);
  for (let row = 0, at = 0; row < rows; row += 1) {
    let [first, second] = [0, 0];
    for (let place = 0; place < width; place += 1, at += 1) {
      const value = values[at] as number;
      mean[place] = (mean[place] as number) + value;
      first += value * ((place % 7) - 3);
      second += value * ((place % 5) - 2);
    }
    products[row * 2] = first;
    products[row * 2 + 1] = second;
  }
  return products;
}

const format = (value: number) => value.toLocaleString('en');

async function measure<T>(what: string, goalMs: number, work: () => Promise<T> | T): Promise<T> {
  const began = performance.now();
  const value = await work();
  judge({ goal: 'MAP', what, value: performance.now() - began, limit: { atMost: goalMs }, unit: 'ms' });
  return value;
}

const rows = syntheticRows(count, dimensions, subjects);
const passes: number[] = [];
const reductions: number[] = [];
for (let round = 0; round < 3; round += 1) {
  passes.push(timed(() => onePass(rows)));
  reductions.push(timed(() => pca(rows, 2)));
}
judge({
  goal: 'P20',
  what: `principal components of ${format(count)} x ${format(dimensions)}, vs one pass of means and products`,
  value: median(reductions) / median(passes),
  limit: { atMost: 20 },
  unit: 'x',
});
const analysis = createAnalysis(async () => {});
await measure('first map, in 32 directions', 6_000, () => analysis.load(rows));
const nearest = await measure('nearest neighbors of every row', 25_000, () => analysis.nearest(15, () => {}));
await measure('neighbors of one point', 100, () => analysis.near({ to: 17, count: 10 }));
await measure('cosine similarities of 200 rows', 400, () =>
  analysis.matrix(Array.from({ length: 200 }, (_, at) => at)),
);
if (process.argv.includes('--long')) {
  const reduced = await analysis.reduced();
  await measure('UMAP', 40_000, () =>
    umapMap({ reduced, nearest, settings: { neighbors: 15, minDist: 0.4 } }, () => {}),
  );
}
process.exit();
