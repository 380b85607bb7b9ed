import { type ActionId, defaultKeys, keysLabel } from './actions.ts';

/** Returns the keys of an action; empty for none. */
export const keysOf = (id: ActionId): string => defaultKeys(id);

/** Returns the keys of an action as a user reads them; `undefined` for none. */
export const useKeysLabel = (id: ActionId): string | undefined => keysLabel(keysOf(id)) || undefined;
