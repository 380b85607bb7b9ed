import { goTo, openPanel } from './open-panel.ts';
import { whenThere } from './when-there.ts';

/** Returns the field in which work continues after a choice: the prompt, query or texts of the open panel. */
export const workField = (): HTMLElement | null =>
  document.querySelector('main :is([data-place="prompt"], [data-place="query"], [data-place="texts"])');

/** Lists by which a panel is used with the keyboard, the first one that is there. */
const lists = [
  'aside [data-row][tabindex="0"]',
  '#work [role="listbox"]:not([id^="setting-"] *)',
  'aside [role="listbox"]',
];

const list = (): HTMLElement | null => {
  for (const one of lists) {
    const found = document.querySelector<HTMLElement>(one);
    if (found) return found;
  }
  return null;
};

/** Opens a panel with the focus in its list. For keys and the palette: a press keeps the focus where it is. */
export async function goToList(id: string): Promise<void> {
  goTo(id);
  await focusIn(id, list);
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
