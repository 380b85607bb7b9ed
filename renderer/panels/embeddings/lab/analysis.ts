import { useStore } from 'zustand';
import { persistedStore } from '../../../lib/preferences/persisted-store.ts';
import { openAnalysis } from '../../../lib/vectors/open-analysis.ts';
import type { UmapSettings } from '../../../lib/vectors/umap.ts';
import { type AnalysisState, type AnalysisStore, createAnalysisStore, type Layout } from './analysis-store.ts';
import type { SortColumn } from './table-rows.ts';

let store: AnalysisStore | undefined;

/** Returns the analysis of the open corpus; it outlives the panel. */
export function analysis(): AnalysisStore {
  store ??= createAnalysisStore(openAnalysis, () => useEmbeddingsView.getState());
  return store;
}

export const useAnalysis = <T>(pick: (state: AnalysisState) => T): T => useStore(analysis(), pick);

interface EmbeddingsView {
  layout: Layout;
  umap: UmapSettings;
  /** The column of the texts that colors the points; `''`: their clusters. */
  colorBy: string;
  /** From this cosine on, two texts are near-duplicates. */
  duplicateFrom: number;
  sort: { column: SortColumn; descending: boolean };
}

/** View settings of map, table and lists; saved. */
export const useEmbeddingsView = persistedStore<EmbeddingsView>('embeddings.view', {
  layout: 'pca',
  umap: { neighbors: 15, minDist: 0.5 },
  colorBy: '',
  duplicateFrom: 0.9,
  sort: { column: 'place', descending: false },
});
