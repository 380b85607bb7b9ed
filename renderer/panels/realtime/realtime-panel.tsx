import type { PanelView } from '../../lib/navigation/panel.ts';
import { SessionList } from './list/session-list.tsx';
import { RealtimePatchLine } from './realtime-patch-line.tsx';
import { RealtimeWork } from './realtime-work.tsx';
import { SessionParameters } from './setup/session-parameters.tsx';

/** Conversations over a WebSocket, with every frame of them. */
export const panel: PanelView = {
  List: SessionList,
  PatchLine: RealtimePatchLine,
  Work: RealtimeWork,
  Parameters: SessionParameters,
};
