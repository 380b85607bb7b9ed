import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { RequestParameters } from './parameters.tsx';
import { RequestPatchLine } from './patch-line.tsx';
import { SavedList } from './saved/saved-list.tsx';
import { RequestWork } from './work.tsx';

/** Requests to any path under the base URL, written once and then filled in. */
export const panel: PanelView = {
  List: SavedList,
  PatchLine: RequestPatchLine,
  Work: RequestWork,
  Parameters: RequestParameters,
};
