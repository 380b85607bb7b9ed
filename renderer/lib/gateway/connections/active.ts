import type { Connection } from '#shared/contract/connections.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import { useCall } from '../../client/query.ts';
import { persistedStore } from '../../preferences/persisted-store.ts';

interface Choices {
  connectionId: string | null;
  /** Selected key by connection; absent means its first. */
  keys: Record<string, string>;
  /** Last model by connection and panel. */
  models: Record<string, Record<string, string>>;
}

/** The user's selections: one connection for the whole page, a key per connection, a model per panel of it. */
const useChoices = persistedStore<Choices>('active', { connectionId: null, keys: {}, models: {} }, { quietMs: 0 });

export interface Active {
  /** False until the lists have loaded: an empty list is not an unknown one. */
  ready: boolean;
  connections: Connection[];
  connection: Connection | null;
  /** Keys of the active connection. */
  keys: KeyStatus[];
  key: KeyStatus | null;
}

/**
 * Returns the connection and key that panels use. A selection whose connection was deleted falls back to the first
 * connection.
 */
export function useActive(): Active {
  const { connectionId, keys: chosen } = useChoices();
  const connections = useCall('connections', 'list', {});
  const keys = useCall('keys', 'status', {});
  return activeOf(connections.data, keys.data, connectionId, chosen);
}

export function activeOf(
  connections: Connection[] | undefined,
  allKeys: KeyStatus[] | undefined,
  connectionId: string | null,
  chosen: Record<string, string>,
): Active {
  const connection = connections?.find(({ id }) => id === connectionId) ?? connections?.[0] ?? null;
  const keys = (allKeys ?? []).filter((key) => key.connectionId === connection?.id);
  const usable = keys.filter(({ enabled }) => enabled);
  const wanted = connection ? chosen[connection.id] : undefined;
  return {
    ready: connections !== undefined && allKeys !== undefined,
    connections: connections ?? [],
    connection,
    keys,
    key: usable.find(({ id }) => id === wanted) ?? usable[0] ?? null,
  };
}

export const chooseConnection = (connectionId: string): void => useChoices.setState({ connectionId });

export const chooseKey = (connectionId: string, keyId: string): void =>
  useChoices.setState(({ keys }) => ({ keys: { ...keys, [connectionId]: keyId } }));

/** Returns the model that a panel used last on a connection, or `''`. */
export const rememberedModel = (panel: string, connectionId: string): string =>
  useChoices.getState().models[connectionId]?.[panel] ?? '';

export const rememberModel = (panel: string, connectionId: string, model: string): void =>
  useChoices.setState(({ models }) => ({
    models: { ...models, [connectionId]: { ...models[connectionId], [panel]: model } },
  }));
