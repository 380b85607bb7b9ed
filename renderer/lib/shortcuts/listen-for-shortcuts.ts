import { createKeybindingsHandler } from 'tinykeys';
import { actionOf } from './actions.ts';
import { showKeys } from './keys.ts';
import { keysOf, useOwnKeys } from './own-keys.ts';
import { liveShortcuts } from './shortcuts.ts';

const isField = (target: EventTarget | null) =>
  target instanceof Element &&
  target.matches('input, textarea, select, [contenteditable]:not([contenteditable="false"])');

/** Menus and dialogs are outside the page root, and handle letters themselves. */
const isOverPage = (target: EventTarget | null) =>
  target instanceof Element && target !== document.body && target.closest('#root') === null;

/** Returns whether the keys type no letter: a chord with a modifier, or a function key. */
const writesNothing = (keys: string) => /\$mod|Control|Meta|Alt|^F\d+$/.test(keys);

const presses = (keys: string) => keys.split(' ').length;

/** Listens for all shortcuts; called once by the page. */
export function listenForShortcuts(): () => void {
  let handler: (event: Event) => void = () => {};
  const build = () => {
    // One shortcut for each chord: the one mounted last.
    const listened = liveShortcuts.getState().list.filter(({ id }) => !actionOf(id).fixed);
    const byKeys = new Map(listened.map((shortcut) => [keysOf(shortcut.id), shortcut]));
    byKeys.delete('');
    // The end of `g c` is not the shortcut `c`: longer sequences are matched first.
    const longestFirst = [...byKeys].sort(([one], [two]) => presses(two) - presses(one));
    handler = createKeybindingsHandler(
      Object.fromEntries(
        longestFirst.map(([keys, shortcut]) => [
          keys,
          (event: KeyboardEvent) => {
            const takesLetters = isField(event.target) || isOverPage(event.target);
            if (takesLetters && !(actionOf(shortcut.id).inFields ?? writesNothing(keys))) return;
            event.preventDefault();
            shortcut.run();
          },
        ]),
      ),
      { ignore: (event) => event.isComposing || event.defaultPrevented },
    );
  };
  const onKey = (event: Event) => handler(event);
  const show = () => {
    build();
    // Another function each time: what was drawn with the one before is drawn again.
    showKeys((id) => keysOf(id));
  };
  show();
  const unsubscribe = [liveShortcuts.subscribe(build), useOwnKeys.subscribe(show)];
  addEventListener('keydown', onKey);
  return () => {
    for (const stop of unsubscribe) stop();
    removeEventListener('keydown', onKey);
  };
}
