/**
 * The map: 10,000 vectors of 1,536 dimensions through everything that the embeddings panel asks of them, as its workers
 * do it. `--long` adds the UMAP layout.
 *
 * Goals: the first map within 6 s, clusters within 8 s, all neighbours within 25 s, the neighbours of one point within
 * 100 ms, a second model laid over the first within 50 ms, UMAP within 40 s.
 */
import { createAnalysis } from '../../../renderer/lib/vectors/analysis.ts';
import { procrustes } from '../../../renderer/lib/vectors/procrustes.ts';
import { umapMap } from '../../../renderer/lib/vectors/umap.ts';
import { syntheticRows, syntheticTexts } from './corpus.ts';

const count = 10_000;
const dimensions = 1_536;
const subjects = 7;
let missed = 0;

async function measure<T>(what: string, goalMs: number, work: () => Promise<T> | T): Promise<T> {
  const began = performance.now();
  const value = await work();
  const ms = performance.now() - began;
  if (ms > goalMs) missed += 1;
  console.log(
    `${ms <= goalMs ? 'met   ' : 'MISSED'}  ${what.padEnd(36)} ${ms.toFixed(0).padStart(7)} ms  (goal ${goalMs} ms)`,
  );
  return value;
}

const analysis = createAnalysis(async () => {});
const rows = syntheticRows(count, dimensions, subjects);
const texts = syntheticTexts(count, subjects);
const { map } = await measure('first map (PCA)', 6_000, () => analysis.load({ slot: 'base', rows, texts }));
await measure('clusters and their words', 8_000, () => analysis.clusters({ slot: 'base', count: null }));
const nearest = await measure('nearest rows of every row', 25_000, () => analysis.nearest({ slot: 'base' }, () => {}));
await measure('neighbours of one point', 100, () => analysis.near({ slot: 'base', to: 17, count: 10 }));
await measure('cosines of 200 rows', 400, () =>
  analysis.matrix({ slot: 'base', places: Array.from({ length: 200 }, (_, at) => at) }),
);
await measure('one map laid over another', 50, () => procrustes(map, map.toReversed()));
if (process.argv.includes('--long')) {
  const reduced = await analysis.reduced({ slot: 'base' });
  await measure('UMAP', 40_000, () => umapMap({ reduced, nearest }, () => {}));
}
process.exitCode = missed > 0 ? 1 : 0;
