import type { PanelView } from '../../lib/panel.ts';
import { ConnectionList } from './connection-list.tsx';
import { ConnectionWork } from './connection-work.tsx';

/** Connections and their keys: edit, test, replace, forget. */
export const panel: PanelView = { List: ConnectionList, Work: ConnectionWork };
