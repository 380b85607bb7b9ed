import type { PanelView } from '../../lib/navigation/panel.ts';
import { SessionList } from './list/session-list.tsx';
import { RealtimePatchLine } from './patch-line.tsx';
import { SessionParameters } from './setup/session-parameters.tsx';
import { RealtimeWork } from './work.tsx';

/** Conversations over a WebSocket, with every frame of them. */
export const panel: PanelView = {
  List: SessionList,
  PatchLine: RealtimePatchLine,
  Work: RealtimeWork,
  Parameters: SessionParameters,
};
