import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { TextsList } from './list/texts-list.tsx';
import { Parameters } from './parameters/parameters.tsx';
import { EmbeddingsPatchLine } from './patch-line.tsx';
import { EmbeddingsWork } from './work.tsx';

/** Embeds texts in batches, shows the vectors in a table, a matrix and a map, and compares two models. */
export const panel: PanelView = { List: TextsList, PatchLine: EmbeddingsPatchLine, Work: EmbeddingsWork, Parameters };
