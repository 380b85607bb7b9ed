import { expect, test } from 'vitest';
import type { OpenAnalysis } from '../../../../../renderer/lib/vectors/open-analysis.ts';
import { createAnalysisStore, type Layout } from '../../../../../renderer/panels/embeddings/lab/analysis-store.ts';
import { freshRun, type ModelRun } from '../../../../../renderer/panels/embeddings/model/lab.ts';

const opened = (): OpenAnalysis => ({
  load: async ({ rows }) => ({ map: new Float32Array(rows.rows * 2), shares: [0.5, 0.2] as [number, number] }),
  clusters: async () => ({ groups: new Uint16Array(9), words: [] }) as never,
  nearest: async () => ({ count: 0, rows: new Uint32Array(0), cosines: new Float32Array(0) }),
  near: async () => [],
  matrix: async () => new Float32Array(0),
  changes: async () => ({ kept: new Float32Array(0), pairs: [] }),
  reduced: async () => ({}) as never,
  place: async () => [0, 0] as [number, number],
  pairs: async () => ({ rows: new Uint32Array(0), cosines: new Float32Array(0), floor: -1, isExact: true }),
  means: async () => new Float32Array(9),
  umap: async () => new Float32Array(18),
  close: () => undefined,
});

const run = (texts: number): ModelRun => ({
  ...freshRun('r', texts),
  connectionId: 'c',
  connectionName: '',
  keyId: null,
  keyAlias: null,
  model: 'm',
  options: {},
  items: Array.from({ length: texts }, (_, at) => ({
    vector: Float32Array.of(at, 1),
    failure: null,
    exchangeId: 'x',
    tokens: 1,
    isShare: true,
    ms: 1,
  })),
});

/** A freshly opened page, with the layout that was selected before. */
async function looked(layout: Layout, texts: number) {
  const store = createAnalysisStore(opened, () => ({ layout, umap: { neighbors: 15, minDist: 0.4 } }));
  store.analyze(
    run(texts),
    null,
    Array.from({ length: texts }, (_, at) => `text ${at}`),
  );
  await expect.poll(() => store.getState().nearest).not.toBeNull();
  return store;
}

test('the selected layout is computed again for vectors that are opened later', async () => {
  const store = await looked('umap', 9);
  await expect.poll(() => store.getState().maps.umap).toBeDefined();
  expect(store.getState().layout).toBe('umap');
});

test('too few texts for UMAP are laid out by PCA, whatever was selected', async () => {
  const store = await looked('umap', 3);
  expect(store.getState()).toMatchObject({ layout: 'pca', umapShare: null });
});

test('near-duplicates and outliers are computed once, when they are requested', async () => {
  const store = await looked('pca', 9);
  expect(store.getState().cleanup).toBeNull();
  store.cleanUp();
  store.cleanUp();
  await expect.poll(() => store.getState().cleanup).not.toBeNull();
  const found = store.getState().cleanup;
  store.cleanUp();
  expect(store.getState().cleanup).toBe(found);
});
