import { persistedStore } from '../../lib/preferences/persisted-store.ts';

export type View = 'documents' | 'result' | 'apart';

/** Which part of the work area is shown. */
export const useView = persistedStore<{ view: View }>('rerank.view', { view: 'documents' });

export const showView = (view: View): void => useView.setState({ view });
