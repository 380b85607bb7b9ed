import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { WireWork } from './work.tsx';

/** Every recorded exchange: find it, inspect it, compare it, send it again. */
export const panel: PanelView = { Work: WireWork };
