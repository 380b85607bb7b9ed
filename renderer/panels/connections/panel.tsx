import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { ConnectionList } from './list/connection-list.tsx';
import { ConnectionWork } from './page/connection-page.tsx';

/** Connections and their keys: edit, check, share, delete. */
export const panel: PanelView = { List: ConnectionList, Work: ConnectionWork };
