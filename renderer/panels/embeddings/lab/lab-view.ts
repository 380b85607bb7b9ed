import { persistedStore } from '../../../lib/preferences/persisted-store.ts';
import type { Layout } from './analysis-store.ts';
import type { SortColumn } from './table-rows.ts';

interface EmbeddingsView {
  layout: Layout;
  sort: { column: SortColumn; descending: boolean };
}

/** How map and table are shown, also after a reload. */
export const useEmbeddingsView = persistedStore<EmbeddingsView>('embeddings.view', {
  layout: 'pca',
  sort: { column: 'place', descending: false },
});
