import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { SessionList } from './list/session-list.tsx';
import { RealtimePatchLine } from './patch-line.tsx';
import { SessionParameters } from './setup/session-parameters.tsx';
import { RealtimeWork } from './work.tsx';

/** Realtime conversations over a WebSocket, with all their frames. */
export const panel: PanelView = {
  List: SessionList,
  PatchLine: RealtimePatchLine,
  Work: RealtimeWork,
  Parameters: SessionParameters,
};
