import { goTo, openPanel } from './open-panel.ts';
import { whenThere } from './when-there.ts';
import { workField } from './work-field.ts';

/** Panels whose list is their result: the column at the left only filters it. */
const listsInWork = ['wire', 'models'];

const listOf = (id: string) => (): HTMLElement | null =>
  document.querySelector(
    listsInWork.includes(id) ? '#work [role="listbox"]' : 'aside :is([data-row][tabindex="0"], [role="listbox"])',
  );

/** Opens a panel with the focus in its list. For keys and the palette: a press keeps the focus where it is. */
export async function goToList(id: string): Promise<void> {
  goTo(id);
  await focusIn(id, listOf(id));
}

/** Puts the focus into the field of a panel as soon as the panel is open. */
export const focusWork = (id: string): Promise<void> => focusIn(id, workField);

async function focusIn(id: string, find: () => HTMLElement | null): Promise<void> {
  const hasOpened = () => openPanel.getState().id === id && document.querySelector('main[aria-busy="true"]') === null;
  const stopWatching = watchUser();
  const found = await whenThere(() => (hasOpened() ? find() : null));
  const hasActed = stopWatching();
  if (openPanel.getState().id !== id) return;
  // What the user has begun to type or reached somewhere else meanwhile keeps the focus.
  const focused = document.activeElement;
  const isTyping = focused?.matches('#work :is(input, textarea)') && find !== workField;
  if (isTyping || (hasActed && focused !== null && focused !== document.body)) return;
  (found ?? document.getElementById('work'))?.focus();
}

/** Returns a function that ends the watch and tells whether the user has used the pointer, or a key that types nothing. */
function watchUser(): () => boolean {
  let hasActed = false;
  const watching = new AbortController();
  const watch = (type: 'pointerdown' | 'keydown') =>
    addEventListener(
      type,
      (event) => {
        const isLetter = event instanceof KeyboardEvent && event.key.length === 1 && !event.ctrlKey && !event.metaKey;
        hasActed ||= !isLetter;
      },
      { capture: true, signal: watching.signal },
    );
  watch('pointerdown');
  watch('keydown');
  return () => {
    watching.abort();
    return hasActed;
  };
}
