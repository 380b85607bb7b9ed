import type { PanelView } from '../../lib/navigation/panel.ts';
import { TextsList } from './list/texts-list.tsx';
import { Parameters } from './parameters/parameters.tsx';
import { EmbeddingsPatchLine } from './patch-line.tsx';
import { EmbeddingsWork } from './work.tsx';

/** Texts become vectors: in batches, looked at in a table, a matrix and a map, and compared between two models. */
export const panel: PanelView = { List: TextsList, PatchLine: EmbeddingsPatchLine, Work: EmbeddingsWork, Parameters };
