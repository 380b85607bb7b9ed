import type { PanelView } from '../../lib/navigation/panel.ts';
import { AudioList } from './list/audio-list.tsx';
import { Parameters } from './parameters/parameters.tsx';
import { AudioPatchLine } from './patch-line.tsx';
import { AudioWork } from './work.tsx';

/** Sounds become texts, texts become sounds, and both in turn tell how well that goes. */
export const panel: PanelView = { List: AudioList, PatchLine: AudioPatchLine, Work: AudioWork, Parameters };
