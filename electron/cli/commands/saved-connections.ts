import type { Connection } from '#shared/contract/connections.ts';
import { looksSecret } from '#shared/protocol/header-rules.ts';
import type { JsonLine } from '../json-lines/index.ts';
import { type Defaults, defaultsSetting, pickConnection, readDefaults } from './defaults.ts';
import type { OpenCore } from './open-core.ts';
import { type OpenVault, openSavedCore } from './session.ts';

/** The saved connections, for the commands that manage them. */
export interface SavedConnections {
  /** Oldest first, without the demo gateway. */
  list(): Promise<Connection[]>;
  /** Returns the one of this name; without a name the default one. @throws UsageError */
  find(name: string | null): Promise<Connection>;
  defaults(): Promise<Defaults>;
  /** Changes the default connection, and default models of connections and of their routes; `null` removes. */
  setDefaults(changes: DefaultChanges): Promise<void>;
}

export interface DefaultChanges {
  connectionId?: string | null;
  models?: Record<string, string | null>;
  /** By connection id; `null` removes the models of all its routes. */
  routeModels?: Record<string, Record<string, string> | null>;
}

/** Opens the data folder for the time of `work`. */
export async function inSavedCore<T>(
  version: string,
  work: (core: OpenCore) => Promise<T>,
  vault?: OpenVault,
): Promise<T> {
  const core = await openSavedCore(version, vault && { vault });
  try {
    return await work(core);
  } finally {
    await core.close();
  }
}

export function savedConnections({ client }: Pick<OpenCore, 'client'>): SavedConnections {
  const list = async () => (await client.connections.list({})).filter(({ isDemo }) => !isDemo);
  const defaults = async () => readDefaults(await client.settings.get({ name: defaultsSetting }));
  return {
    list,
    defaults,
    find: async (name) => pickConnection(await list(), name, await defaults()),
    async setDefaults({ connectionId, models = {}, routeModels = {} }) {
      const change = (path: string[], value: string | null) => ({ path, ...(value !== null && { value }) });
      const changes = Object.entries(models).map(([id, model]) => change(['models', id], model));
      for (const [id, named] of Object.entries(routeModels))
        if (named === null) changes.push(change(['routeModels', id], null));
        else
          for (const [route, model] of Object.entries(named)) changes.push(change(['routeModels', id, route], model));
      if (connectionId !== undefined) changes.push(change(['connectionId'], connectionId));
      if (changes.length > 0) await client.settings.patch({ name: defaultsSetting, changes });
    },
  };
}

type ConnectionLine = Extract<JsonLine, { type: 'connection' }>;

/** Returns a connection as it is shown: the values of headers that look like secrets are left out. */
export function connectionLineOf(
  connection: Connection,
  {
    keys,
    isDefault,
    model,
    routeModels,
  }: { keys: number; isDefault: boolean; model: string | null; routeModels: Readonly<Record<string, string>> },
): ConnectionLine {
  const { id, name, baseAddress, nativeKeyStyle, colour, exposedRoutes, acceptedInsecure } = connection;
  const { prefixes, routePaths, query, keyHeader, reasoningTags, mediaOrigins } = connection;
  const { proxy, extraCa, deadlines, retries, createdAt } = connection;
  return {
    type: 'connection',
    id,
    name,
    baseAddress,
    isDefault,
    model,
    routeModels,
    keys,
    prefixes,
    routePaths: Object.fromEntries(Object.entries(routePaths)),
    query: query.map(([field, value]) => ({ name: field, value })),
    keyHeader,
    reasoningTags: reasoningTags.map(([open, close]) => ({ open, close })),
    mediaOrigins,
    nativeKeyStyle,
    environment: colour,
    headers: connection.headers.map(([header, value]) => ({
      name: header,
      value: looksSecret(header, value) ? null : value,
    })),
    routes: exposedRoutes,
    acceptedInsecure,
    proxy,
    certificates: extraCa.name || null,
    deadlines: deadlines as ConnectionLine['deadlines'],
    retries,
    createdAt,
  };
}
