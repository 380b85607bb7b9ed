import { holdKeys } from '../../ui/controls/hold-keys.ts';
import { closeOverlay, overlay } from './overlay-state.ts';

/**
 * Gives the palette what is typed between its shortcut and its first focus.
 *
 * @returns stops it.
 */
export function holdKeysForPalette(): () => void {
  let release = () => {};
  return overlay.subscribe(({ shown, query }, before) => {
    if (shown === before.shown) return;
    release();
    if (shown === 'palette')
      release = holdKeys(query, ({ text, isEntered }) => overlay.setState({ query: text, isEntered }), closeOverlay);
  });
}
