import type { PanelView } from '../../lib/navigation/panel.ts';
import { VideoParameters } from './parameters.tsx';
import { VideoPatchLine } from './patch-line.tsx';
import { VideoWork } from './work.tsx';

/** Orders films and watches over them until they are saved. */
export const panel: PanelView = { PatchLine: VideoPatchLine, Work: VideoWork, Parameters: VideoParameters };
