import type { PanelView } from '../../lib/navigation/panel.ts';
import { ModelFilters } from './filters/model-filters.tsx';
import { ModelsWork } from './work.tsx';

/** The catalogue: both listings joined, what the checks say of each model, and how to use it. */
export const panel: PanelView = { List: ModelFilters, Work: ModelsWork };
