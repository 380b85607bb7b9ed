import { createKeybindingsHandler } from 'tinykeys';
import { liveShortcuts } from './shortcuts.ts';

const isField = (target: EventTarget | null) =>
  target instanceof Element &&
  target.matches('input, textarea, select, [contenteditable]:not([contenteditable="false"])');

const hasModifier = (keys: string) => /\$mod|Control|Meta|Alt/.test(keys);

/** Listens for all shortcuts; called once by the page. */
export function listenForShortcuts(): () => void {
  let handler: (event: Event) => void = () => {};
  const build = () => {
    // One shortcut for each chord: the one mounted last.
    const byKeys = new Map([...liveShortcuts.getState().list].map((shortcut) => [shortcut.keys, shortcut]));
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
  const unsubscribe = liveShortcuts.subscribe(build);
  addEventListener('keydown', onKey);
  return () => {
    unsubscribe();
    removeEventListener('keydown', onKey);
  };
}
