import { loadPanelStrings } from '../../../lib/i18n/strings.ts';
import { lazyPart } from '../../../ui/base/lazy-module.ts';

/** Images and audio of a reply, with the strings of the panel that the viewer is from. */
export const LaneMedia = lazyPart(async () => {
  const [media] = await Promise.all([import('./lane-media.tsx'), loadPanelStrings('images')]);
  return media.LaneMedia;
});
