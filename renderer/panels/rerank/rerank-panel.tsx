import type { PanelView } from '../../lib/panel.ts';
import { RerankParameters } from './rerank-parameters.tsx';
import { RerankPatchLine } from './rerank-patch-line.tsx';
import { RerankWork } from './rerank-work.tsx';

/** Ranks documents for a query and shows how the order changed. */
export const panel: PanelView = { PatchLine: RerankPatchLine, Work: RerankWork, Parameters: RerankParameters };
