import { expect, test } from 'vitest';
import type { OpenAnalysis } from '../../../../../renderer/lib/vectors/open-analysis.ts';
import { freshRun, type ModelRun } from '../../../../../renderer/panels/embeddings/corpus.ts';
import { createAnalysisStore, type Layout } from '../../../../../renderer/panels/embeddings/lab/analysis.ts';

const opened = (): OpenAnalysis => ({
  load: async ({ rows }) => ({ map: new Float32Array(rows * 2), shares: [0.5, 0.2] as [number, number] }),
  nearest: async () => ({ count: 0, rows: new Uint32Array(0), cosines: new Float32Array(0) }),
  near: async () => [],
  matrix: async () => new Float32Array(0),
  reduced: async () => ({}) as never,
  place: async () => [0, 0] as [number, number],
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
  store.analyze(run(texts), texts);
  await expect.poll(() => store.getState().nearest).not.toBeNull();
  return store;
}

test('the selected layout is computed again for vectors that are opened later', async () => {
  const store = await looked('umap', 9);
  await expect.poll(() => store.getState().maps.umap).toBeDefined();
  expect(store.getState().layout).toBe('umap');
});

test('vectors that are laid out already are not laid out again, and none leave an empty map', async () => {
  const store = await looked('pca', 9);
  const { nearest } = store.getState();
  const same = run(9);
  store.analyze(same, 9);
  expect(store.getState().stage).toBe('laying');
  await expect.poll(() => store.getState().nearest).not.toBe(nearest);
  const before = store.getState();
  store.analyze(same, 9);
  expect(store.getState()).toBe(before);
  store.analyze(null, 9);
  expect(store.getState()).toMatchObject({ stage: 'none', places: [] });
});

test('too few texts for UMAP are laid out by PCA, whatever was selected', async () => {
  const store = await looked('umap', 3);
  expect(store.getState()).toMatchObject({ layout: 'pca', umapShare: null });
});
