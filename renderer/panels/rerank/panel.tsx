import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { RankList } from './list/rank-list.tsx';
import { RerankParameters } from './parameters.tsx';
import { RerankPatchLine } from './patch-line.tsx';
import { RerankWork } from './work.tsx';

/** Ranks documents for a query and shows how the order changed. */
export const panel: PanelView = {
  List: RankList,
  PatchLine: RerankPatchLine,
  Work: RerankWork,
  Parameters: RerankParameters,
};
