import { useStore } from 'zustand';
import { persistedStore } from '../../../lib/preferences/persisted-store.ts';
import { openAnalysis } from '../../../lib/vectors/open-analysis.ts';
import { type AnalysisState, type AnalysisStore, createAnalysisStore, type Layout } from './analysis-store.ts';
import type { SortColumn } from './table-rows.ts';

let store: AnalysisStore | undefined;

/** Returns the analysis of the open corpus; it outlives the panel. */
export function analysis(): AnalysisStore {
  store ??= createAnalysisStore(openAnalysis, () => useEmbeddingsView.getState().layout);
  return store;
}

export const useAnalysis = <T>(pick: (state: AnalysisState) => T): T => useStore(analysis(), pick);

interface EmbeddingsView {
  layout: Layout;
  sort: { column: SortColumn; descending: boolean };
}

/** View settings of map and table; saved. */
export const useEmbeddingsView = persistedStore<EmbeddingsView>('embeddings.view', {
  layout: 'pca',
  sort: { column: 'place', descending: false },
});
