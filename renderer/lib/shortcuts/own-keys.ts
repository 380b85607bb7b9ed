import { persistedStore } from '../preferences/persisted-store.ts';
import { type ActionId, actionOf, actions, defaultKeys } from './actions.ts';
import { onMac } from './keys-label.ts';

type OwnKeys = Readonly<Partial<Record<ActionId, string>>>;

const isAction = (id: string): id is ActionId => Object.hasOwn(actions, id);

/** Keys that the user gave to actions, in every window; empty for none. Actions that no longer exist are dropped. */
export const useOwnKeys = persistedStore<{ keys: OwnKeys }>(
  'shortcuts',
  { keys: {} },
  {
    shared: 'live',
    quietMs: 0,
    read: ({ keys }) => ({
      keys: Object.fromEntries(
        Object.entries(typeof keys === 'object' && keys !== null ? keys : {}).filter(
          ([id, own]) => isAction(id) && !actionOf(id).fixed && typeof own === 'string',
        ),
      ),
    }),
  },
);

/** Returns the keys of an action: the user's own, else the default ones; empty for none. */
export const keysOf = (id: ActionId): string => useOwnKeys.getState().keys[id] ?? defaultKeys(id);

/** Gives an action these keys, and takes them from the action that had them in the same place. */
export function changeKeys(id: ActionId, keys: string): void {
  const other = usedBy(id, keys);
  useOwnKeys.setState((own) => ({ keys: { ...own.keys, ...(other ? { [other]: '' } : {}), [id]: keys } }));
}

/** Gives an action its default keys, or all actions theirs. */
export const resetKeys = (id?: ActionId): void =>
  useOwnKeys.setState(({ keys }) => ({
    keys: id === undefined ? {} : Object.fromEntries(Object.entries(keys).filter(([other]) => other !== id)),
  }));

/** Returns the action that has these keys where they would also be those of `id`. Two panels may share keys. */
export function usedBy(id: ActionId, keys: string): ActionId | undefined {
  const isEverywhere = (one: ActionId) => ['page', 'panels'].includes(actionOf(one).scope);
  const [first = ''] = keys.split(' ');
  return (Object.keys(actions) as ActionId[]).find((other) => {
    const theirs = keysOf(other);
    const isMet = keys !== '' && theirs !== '' && (theirs === keys || theirs.startsWith(`${first} `));
    return (
      isMet && other !== id && (isEverywhere(other) || isEverywhere(id) || actionOf(other).scope === actionOf(id).scope)
    );
  });
}

/** Keys that belong to the browser, the system or a text field. */
const reserved = /^(?:Tab|Enter|Backspace|Escape|\$mod\+[acvxzwtnqr])$/;

/**
 * Returns a press as keys in tinykeys syntax; `null` while only modifiers are held, and for keys that cannot be a
 * shortcut.
 */
export function keysOfPress(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  mac: boolean = onMac,
): string | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (['Control', 'Meta', 'Alt', 'Shift', 'Dead', 'Process', 'Unidentified'].includes(key)) return null;
  const isLetter = /^[a-z]$/i.test(key);
  const modifiers = [
    ...((mac ? metaKey : ctrlKey) ? ['$mod'] : []),
    ...((mac ? ctrlKey : metaKey) ? [mac ? 'Control' : 'Meta'] : []),
    ...(altKey ? ['Alt'] : []),
    // Shift is part of how a character other than a letter is typed.
    ...(shiftKey ? [isLetter || key.length > 1 ? 'Shift' : '[Shift]'] : []),
  ];
  const name = key === ' ' ? 'Space' : isLetter ? key.toLowerCase() : key;
  const keys = [...modifiers, name].join('+');
  return reserved.test(keys) ? null : keys;
}
