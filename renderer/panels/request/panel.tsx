import type { PanelView } from '../../lib/navigation/panel.ts';
import { RequestParameters } from './parameters.tsx';
import { RequestPatchLine } from './patch-line.tsx';
import { SavedList } from './saved/saved-list.tsx';
import { RequestWork } from './work.tsx';

/** Requests to any path under the base address, written by hand once and then filled in. */
export const panel: PanelView = {
  List: SavedList,
  PatchLine: RequestPatchLine,
  Work: RequestWork,
  Parameters: RequestParameters,
};
