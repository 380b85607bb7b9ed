import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ActionId } from './actions.ts';

/** An action that can be run now. */
export interface LiveShortcut {
  id: ActionId;
  /** Says what it does here; default: the title of the catalog. */
  title?: string;
  run(): void;
}

/** The actions that can be run now, in the order they were mounted. */
export const liveShortcuts = createStore<{ list: readonly LiveShortcut[] }>(() => ({ list: [] }));

export const useShortcuts = (): readonly LiveShortcut[] => useStore(liveShortcuts, ({ list }) => list);

/** Runs an action by its id: for the palette and for the host's own menu. False when it cannot be run now. */
export function pressShortcut(id: ActionId): boolean {
  const found = liveShortcuts.getState().list.findLast((shortcut) => shortcut.id === id);
  found?.run();
  return found !== undefined;
}

/** Offers an action by its keys and in the palette while the component is mounted. The one mounted last wins its keys. */
export function useShortcut(id: ActionId, run: () => void, enabled = true, title?: string): void {
  const press = useEffectEvent(run);
  useEffect(() => {
    if (!enabled) return;
    const shortcut: LiveShortcut = { id, run: () => press(), ...(title === undefined ? {} : { title }) };
    liveShortcuts.setState(({ list }) => ({ list: [...list, shortcut] }));
    return () => liveShortcuts.setState(({ list }) => ({ list: list.filter((other) => other !== shortcut) }));
  }, [id, title, enabled]);
}
