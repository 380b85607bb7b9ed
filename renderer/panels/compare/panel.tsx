import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { CompareList } from './list/compare-list.tsx';
import { CompareWork } from './work.tsx';

/** Sends one prompt to several models, protocols, keys or gateways and shows the replies side by side. */
export const panel: PanelView = { List: CompareList, Work: CompareWork };
