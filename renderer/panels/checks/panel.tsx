import type { PanelView } from '../../lib/navigation/panel.ts';
import { ChecksSide } from './checks-side.tsx';
import { CheckList } from './list/check-list.tsx';
import { ChecksWork } from './work.tsx';

/** What each key really opens: routes down, keys and models across, a word in every cell. */
export const panel: PanelView = { List: CheckList, Work: ChecksWork, Parameters: ChecksSide };
