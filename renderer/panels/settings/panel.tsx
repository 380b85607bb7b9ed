import type { PanelView } from '../../lib/navigation/panel.ts';
import { SettingsWork } from './work.tsx';

/** Appearance, the demo gateway, and what this program is. */
export const panel: PanelView = { Work: SettingsWork };
