import type { PanelView } from '../../lib/navigation/panel.ts';
import { RequestParameters } from './request-parameters.tsx';
import { RequestPatchLine } from './request-patch-line.tsx';
import { RequestWork } from './request-work.tsx';
import { SavedList } from './saved/saved-list.tsx';

/** Requests to any path under the base address, written by hand once and then filled in. */
export const panel: PanelView = {
  List: SavedList,
  PatchLine: RequestPatchLine,
  Work: RequestWork,
  Parameters: RequestParameters,
};
