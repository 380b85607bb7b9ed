import { kept } from '../../../lib/preferences/persisted-store.ts';
import type { Layout } from './analysis-store.ts';
import type { SortColumn } from './table-rows.ts';

interface LabView {
  layout: Layout;
  sort: { column: SortColumn; descending: boolean };
}

/** How map and table are shown, also after a reload. */
export const useLabView = kept<LabView>('embeddings.view', {
  layout: 'pca',
  sort: { column: 'place', descending: false },
});
