import type { PanelView } from '../../lib/navigation/panel.ts';
import { WelcomeWork } from './work.tsx';

/** First run, and every later connection: one field that takes whatever the person was given. */
export const panel: PanelView = { Work: WelcomeWork };
