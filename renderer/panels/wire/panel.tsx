import type { PanelView } from '../../lib/navigation/panel.ts';
import { WireList } from './list/wire-list.tsx';
import { WireWork } from './work.tsx';

/** Every exchange there was: find it, look into it, compare it, send it again. */
export const panel: PanelView = { List: WireList, Work: WireWork };
