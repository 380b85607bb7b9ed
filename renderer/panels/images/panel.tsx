import type { PanelView } from '../../lib/navigation/panel.ts';
import { ImagesParameters } from './parameters.tsx';
import { ImagesPatchLine } from './patch-line.tsx';
import { ImagesWork } from './work.tsx';

/** Makes pictures, edits them under a mask, and keeps all of them in a gallery; with the legacy route for texts. */
export const panel: PanelView = { PatchLine: ImagesPatchLine, Work: ImagesWork, Parameters: ImagesParameters };
