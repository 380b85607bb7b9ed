import { useStore } from 'zustand';
import { openAnalysis } from '../../../lib/vectors/open-analysis.ts';
import { type AnalysisState, type AnalysisStore, createAnalysisStore } from './analysis-store.ts';
import { useEmbeddingsView } from './lab-view.ts';

let store: AnalysisStore | undefined;

/** What is known of the vectors of the open corpus; outlives the panel. */
export function analysis(): AnalysisStore {
  store ??= createAnalysisStore(openAnalysis, () => useEmbeddingsView.getState().layout);
  return store;
}

export const useAnalysis = <T>(pick: (state: AnalysisState) => T): T => useStore(analysis(), pick);
