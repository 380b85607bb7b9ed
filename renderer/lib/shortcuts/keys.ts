import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ActionId } from './actions.ts';
import { keysLabel } from './keys-label.ts';

/** The keys of actions. The first paint does without them: the list of actions is loaded right after it. */
const shown = createStore<{ keysOf: (id: ActionId) => string }>(() => ({ keysOf: () => '' }));

/** Shows these keys wherever a control names its shortcut. */
export const showKeys = (keysOf: (id: ActionId) => string): void => shown.setState({ keysOf });

/** Returns the keys of an action as a user reads them; `undefined` for none. */
export const useKeysLabel = (id: ActionId): string | undefined =>
  keysLabel(useStore(shown, ({ keysOf }) => keysOf(id))) || undefined;
