import { closeOverlay, overlay } from './overlay-state.ts';

/**
 * Gives the palette what is typed between its shortcut and its first focus: its code may still be loading, and the focused
 * field below, often a composer that sends on Enter, must not get these keys.
 *
 * @returns stops it.
 */
export const holdKeysForPalette = (): (() => void) =>
  overlay.subscribe(({ shown, hasFocus }, before) => {
    const isWaiting = shown === 'palette' && !hasFocus;
    if (isWaiting && before.shown !== 'palette') window.addEventListener('keydown', hold, { capture: true });
    if (!isWaiting) window.removeEventListener('keydown', hold, { capture: true });
  });

function hold(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  const { query } = overlay.getState();
  if (event.key === 'Escape') closeOverlay();
  else if (event.key === 'Backspace') overlay.setState({ query: query.slice(0, -1) });
  else if (event.key === 'Enter') overlay.setState({ isEntered: true });
  else if (event.key.length === 1) overlay.setState({ query: query + event.key });
}
