import type { PanelView } from '../../lib/navigation/panel.ts';
import { AudioPatchLine } from './audio-patch-line.tsx';
import { AudioWork } from './audio-work.tsx';
import { SoundList } from './list/sound-list.tsx';
import { Parameters } from './parameters/parameters.tsx';

/** Sounds become texts, texts become sounds, and both in turn tell how well that goes. */
export const panel: PanelView = { List: SoundList, PatchLine: AudioPatchLine, Work: AudioWork, Parameters };
