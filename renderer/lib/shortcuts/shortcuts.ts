import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export interface Shortcut {
  id: string;
  /**
   * In tinykeys syntax: `$mod+k`, `[Shift]+?` (an optional modifier), `g c` (one after the other). `$mod` is ⌘ on a
   * Mac, Ctrl elsewhere.
   */
  keys: string;
  /** What it does, for the shortcut sheet and the palette. */
  title: string;
  /** Its caption in the sheet. */
  group: string;
  /** Works while a field has the focus. Default: only for chords with a modifier. */
  inFields?: boolean;
}

export interface LiveShortcut extends Shortcut {
  run(): void;
}

/** The shortcuts that are active now, in the order they were mounted. */
export const liveShortcuts = createStore<{ list: readonly LiveShortcut[] }>(() => ({ list: [] }));

export const useShortcuts = (): readonly Shortcut[] => useStore(liveShortcuts, ({ list }) => list);

/** Triggers a shortcut by its id: for the palette and for the host's own menu. False when it is not active now. */
export function pressShortcut(id: string): boolean {
  const found = liveShortcuts.getState().list.findLast((shortcut) => shortcut.id === id);
  found?.run();
  return found !== undefined;
}

/** Activates and lists a shortcut while the component is mounted. The one mounted last wins its keys. */
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

const onMac: boolean = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

const macNames: Record<string, string> = {
  $mod: '⌘',
  Meta: '⌘',
  Shift: '⇧',
  Alt: '⌥',
  Control: '⌃',
  Enter: '↵',
  Escape: 'Esc',
};
const otherNames: Record<string, string> = { $mod: 'Ctrl', Control: 'Ctrl', Escape: 'Esc' };

/** Returns one label for each press: `['Ctrl K']`, `['⌘K']`, `['G', 'C']`. */
export function keysLabels(keys: string, mac: boolean = onMac): string[] {
  const names = mac ? macNames : otherNames;
  return keys.split(' ').map((press) => {
    const parts = press.split(/(?<=\w|\])\+/);
    // An optional modifier only helps to type the key.
    const shown = parts.filter((part) => !part.startsWith('['));
    return shown.map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part)).join(mac ? '' : ' ');
  });
}

export const keysLabel = (keys: string, mac: boolean = onMac): string => keysLabels(keys, mac).join(' ');
