import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export interface Shortcut {
  id: string;
  /** As tinykeys reads them: `$mod+k`, `[Shift]+?` (an optional modifier), `g c` (one after the other). `$mod` is ⌘ on
   * a Mac, Ctrl elsewhere. */
  keys: string;
  /** What it does, for the shortcut sheet and the palette. */
  title: string;
  /** Caption it stands under in the sheet. */
  group: string;
  /** Works while a field has the focus. Default: only chords with a modifier do. */
  inFields?: boolean;
}

export interface LiveShortcut extends Shortcut {
  run(): void;
}

/** The shortcuts that work right now, in the order they were mounted. */
export const liveShortcuts = createStore<{ list: readonly LiveShortcut[] }>(() => ({ list: [] }));

export const useShortcuts = (): readonly Shortcut[] => useStore(liveShortcuts, ({ list }) => list);

/** Presses a shortcut by its id: for the palette and for the host's own menu. False when it does not work now. */
export function pressShortcut(id: string): boolean {
  const found = liveShortcuts.getState().list.findLast((shortcut) => shortcut.id === id);
  found?.run();
  return found !== undefined;
}

/** Makes a shortcut work, and listed, while the component is mounted. The one mounted last wins its keys. */
export function useShortcut({ id, keys, title, group, inFields }: Shortcut, run: () => void, enabled = true): void {
  const press = useEffectEvent(run);
  useEffect(() => {
    if (!enabled) return;
    const shortcut: LiveShortcut = {
      id,
      keys,
      title,
      group,
      ...(inFields === undefined ? {} : { inFields }),
      run: () => press(),
    };
    liveShortcuts.setState(({ list }) => ({ list: [...list, shortcut] }));
    return () => liveShortcuts.setState(({ list }) => ({ list: list.filter((other) => other !== shortcut) }));
  }, [id, keys, title, group, inFields, enabled]);
}
