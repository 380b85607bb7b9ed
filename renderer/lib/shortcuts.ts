import { useEffect, useEffectEvent } from 'react';
import { createKeybindingsHandler } from 'tinykeys';
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

interface Live extends Shortcut {
  run(): void;
}

/** The shortcuts that work right now, in the order they were mounted. */
const live = createStore<{ list: readonly Live[] }>(() => ({ list: [] }));

export const useShortcuts = (): readonly Shortcut[] => useStore(live, ({ list }) => list);

/** Presses a shortcut by its id: for the palette and for the host's own menu. False when it does not work now. */
export function pressShortcut(id: string): boolean {
  const found = live.getState().list.findLast((shortcut) => shortcut.id === id);
  found?.run();
  return found !== undefined;
}

/** Makes a shortcut work, and listed, while the component is mounted. The one mounted last wins its keys. */
export function useShortcut({ id, keys, title, group, inFields }: Shortcut, run: () => void, enabled = true): void {
  const press = useEffectEvent(run);
  useEffect(() => {
    if (!enabled) return;
    const shortcut: Live = {
      id,
      keys,
      title,
      group,
      ...(inFields === undefined ? {} : { inFields }),
      run: () => press(),
    };
    live.setState(({ list }) => ({ list: [...list, shortcut] }));
    return () => live.setState(({ list }) => ({ list: list.filter((other) => other !== shortcut) }));
  }, [id, keys, title, group, inFields, enabled]);
}

const isField = (target: EventTarget | null) =>
  target instanceof Element &&
  target.matches('input, textarea, select, [contenteditable]:not([contenteditable="false"])');

const hasModifier = (keys: string) => /\$mod|Control|Meta|Alt/.test(keys);

/** Listens for all shortcuts; called once by the page. */
export function listenForShortcuts(): () => void {
  let handler: (event: Event) => void = () => {};
  const build = () => {
    // One shortcut for each chord: the one mounted last.
    const byKeys = new Map([...live.getState().list].map((shortcut) => [shortcut.keys, shortcut]));
    handler = createKeybindingsHandler(
      Object.fromEntries(
        [...byKeys.values()].map((shortcut) => [
          shortcut.keys,
          (event: KeyboardEvent) => {
            if (isField(event.target) && !(shortcut.inFields ?? hasModifier(shortcut.keys))) return;
            event.preventDefault();
            shortcut.run();
          },
        ]),
      ),
      { ignore: (event) => event.isComposing || event.defaultPrevented },
    );
  };
  const onKey = (event: Event) => handler(event);
  build();
  const unsubscribe = live.subscribe(build);
  addEventListener('keydown', onKey);
  return () => {
    unsubscribe();
    removeEventListener('keydown', onKey);
  };
}

export const onMac: boolean = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

const macNames: Record<string, string> = { $mod: '⌘', Meta: '⌘', Shift: '⇧', Alt: '⌥', Control: '⌃', Enter: '↵' };
const otherNames: Record<string, string> = { $mod: 'Ctrl', Control: 'Ctrl', Enter: '↵' };

/** One label for each press: `['Ctrl K']`, `['⌘K']`, `['G', 'C']`. */
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
