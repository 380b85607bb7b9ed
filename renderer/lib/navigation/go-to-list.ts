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
  const found = await whenThere(() => (hasOpened() ? find() : null));
  // What the user has begun to type somewhere else meanwhile stays there.
  const isTyping = document.activeElement?.matches('#work :is(input, textarea)');
  if (openPanel.getState().id !== id || (isTyping && find !== workField)) return;
  (found ?? document.getElementById('work'))?.focus();
}
