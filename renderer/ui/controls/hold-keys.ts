/** What the user typed into a field before it had focus. */
export interface TypedAhead {
  text: string;
  /** Enter was pressed last: it applies once the field can act on it. */
  isEntered: boolean;
}

export const nothingTyped: TypedAhead = { text: '', isEntered: false };

/** A field that opens in a dialog and had the focus before: it opens again while it still closes. */
const opened = '[role="dialog"] :is(input, textarea)';

/**
 * Holds the keys of a field that opens, until it has the focus: its code may still be loading, and what has the focus
 * meanwhile, often a composer that sends on Enter, must not get them. Shortcuts with modifiers still work, and a user who
 * moves the focus elsewhere has left the field.
 *
 * @param text what the field contains when it opens.
 * @param onTyped called after each key with everything typed so far.
 * @param onEscape called with everything typed; nothing is held any more.
 * @returns ends it, for a field that never opens.
 */
export function holdKeys(
  text: string,
  onTyped: (typed: TypedAhead) => void,
  onEscape: (text: string) => void,
): () => void {
  let typed: TypedAhead = { text, isEntered: false };
  const below: readonly (EventTarget | null)[] = [document.activeElement, document.body];
  const held = new AbortController();
  const release = () => held.abort();
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches('input, textarea')) release();
  };
  const hold = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (!below.includes(target) || (target instanceof Element && target.matches(opened))) return release();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') {
      release();
      onEscape(typed.text);
    } else if (key === 'Enter' || key === 'Backspace' || key.length === 1) {
      if (key === 'Enter') typed = { ...typed, isEntered: true };
      else typed = { text: key === 'Backspace' ? typed.text.slice(0, -1) : typed.text + key, isEntered: false };
      onTyped(typed);
    }
  };
  const heard = { capture: true, signal: held.signal };
  window.addEventListener('keydown', hold, heard);
  window.addEventListener('focusin', onFocus, heard);
  return release;
}
