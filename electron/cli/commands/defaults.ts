import os from 'node:os';
import { readStoredDefaults, type StoredDefaults } from '#core/store/stored-names.ts';
import type { Connection } from '#shared/contract/connections.ts';
import type { Client } from '#shared/contract/index.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import { capabilityOfRoute, fitOf, requestedModel } from '#shared/protocol/capabilities.ts';
import type { ModelRecord } from '#shared/protocol/part.ts';
import { type Route, type RouteId, routeIds } from '#shared/protocol/route.ts';
import { pathParameters } from '#shared/protocol/table.ts';
import { dataFolder } from '../../hosting/data-folder.ts';
import { didYouMean } from '../did-you-mean.ts';
import { promptShapes } from '../input/prompt-shapes.ts';
import type { Target, TargetOptions } from '../input/target.ts';
import type { Terminal } from '../output/terminal.ts';
import { UsageError, unknownRoute } from '../usage-error.ts';
import type { OpenCore } from './open-core.ts';

/** What commands use when their command line says nothing: a setting of the data folder, set by `connections use`. */
export interface Defaults {
  connectionId: string | null;
  /** Default model by connection id. */
  models: Readonly<Record<string, string>>;
  /** Default model of one route, by connection id. */
  routeModels: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const defaultsSetting = 'terminal.defaults';

/** Reads the stored value, whatever it contains. */
export function readDefaults(value: unknown): Defaults {
  const { connectionId, models, routeModels } = Object(value) as Record<string, unknown>;
  const ofRoutes = Object.entries(Object(routeModels)).map(([id, named]) => [id, textsOf(named)] as const);
  return {
    connectionId: typeof connectionId === 'string' ? connectionId : null,
    models: textsOf(models),
    routeModels: Object.fromEntries(ofRoutes),
  };
}

const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(Object(value)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

/** A saved connection, as far as a command line names it. */
interface Named {
  id: string;
  name: string;
}

/**
 * Returns the default connection: as set, else the first one that was saved. `undefined` if the one that was set is
 * gone and several others could be meant.
 */
export function defaultOf<T extends { id: string }>(all: readonly T[], { connectionId }: Defaults): T | undefined {
  if (connectionId === null || all.length === 1) return all[0];
  return all.find(({ id }) => id === connectionId);
}

/**
 * Finds a saved connection by name or ID, in any case; without a name the default one.
 *
 * @param all oldest first.
 *
 * @throws UsageError when none, or more than one, is meant.
 */
export function pickConnection<T extends Named>(all: readonly T[], name: string | null, defaults: Defaults): T {
  const names = all.map((one) => one.name);
  if (name === null) {
    const found = defaultOf(all, defaults);
    if (found) return found;
    const isAny = all.length > 0;
    throw new UsageError(
      isAny
        ? 'Several connections are saved, and none is the default.'
        : 'No gateway is set, and no connection is saved.',
      isAny
        ? `Use --connection NAME, or set the default: patchbay connections use NAME. Saved: ${names.join(', ')}`
        : 'Save one: patchbay connections add NAME --base-url URL. For one command: --base-url URL, or --demo',
    );
  }
  const found = all.filter((one) => one.id === name || one.name.toLowerCase() === name.toLowerCase());
  if (found.length === 1) return found[0] as T;
  throw new UsageError(
    found.length > 1
      ? `Several connections are named "${name}": use the ID of one.`
      : `No saved connection is named "${name}".${didYouMean(name, names)}`,
    `Saved: ${(found.length > 1 ? found : all).map((one) => (found.length > 1 ? one.id : one.name)).join(', ') || 'none'}`,
  );
}

/**
 * Reads from the data folder which connection a command line means, without opening the core there. `null` for what is
 * not known: opening the connection reports the reason.
 */
export function readSavedChoice(
  name: string | null,
  env: Readonly<Record<string, string | undefined>>,
): { connectionId: string | null; defaults: Defaults; listed: StoredDefaults['listed'] } {
  const stored = readStoredDefaults(
    dataFolder({ platform: process.platform, env, home: os.homedir() }),
    defaultsSetting,
  );
  const defaults = readDefaults(stored.setting);
  try {
    const { id } = pickConnection(stored.connections, name, defaults);
    return { connectionId: id, defaults, listed: stored.listed.filter(({ connectionId }) => connectionId === id) };
  } catch {
    return { connectionId: null, defaults, listed: [] };
  }
}

/**
 * Returns the model that a route gets when the command line names none: on the demo gateway its own, elsewhere the
 * default of the route, else `PATCHBAY_MODEL` or the default of the saved connection. If that one does not fit the
 * route and the gateway lists one that does, the best of the list. Nothing is added where a route needs no model.
 */
export function presetModel(
  target: Target,
  env: Readonly<Record<string, string | undefined>>,
  route: Route,
): string | undefined {
  if (target.kind === 'demo') return promptShapes[route.id].demoModel;
  const needsModel = route.needs.includes('model') || pathParameters(route).includes('model');
  if (!needsModel && route.transport !== 'websocket') return undefined;
  if (target.kind !== 'saved') return env.PATCHBAY_MODEL || undefined;
  const { connectionId, defaults, listed } = readSavedChoice(target.name, env);
  const id = connectionId ?? '';
  const usual = env.PATCHBAY_MODEL || defaults.models[id];
  return defaults.routeModels[id]?.[route.id] ?? (usual && bestModel(usual, listed, route.id));
}

/** Returns the usual model if it fits a route, or if no listed one does; else the one of the list that fits best. */
function bestModel(usual: string, listed: readonly ListedModel[], routeId: RouteId): string {
  const own = listed.find(({ id }) => id === usual) ?? { id: usual, endpoints: [] };
  if (capabilityOfRoute(routeId) === null || fitOf(own, routeId) > 0) return usual;
  const fitting = listed.filter((model) => fitOf(model, routeId) > 0);
  const [best] = fitting.sort((one, other) => fitOf(other, routeId) - fitOf(one, routeId));
  return best === undefined ? usual : requestedModel(best.id, routeId);
}

type ListedModel = Pick<ModelRecord, 'id' | 'endpoints'>;

/**
 * Says on a screen which gateway, model and saved key a command uses, where its command line leaves one of them open.
 */
export async function noteUsed(
  session: { client: Pick<Client, 'keys'>; connectionId: string; connection(): Promise<Connection> },
  target: Target,
  options: TargetOptions & { model?: string | undefined },
  model: string | null,
  terminal: Terminal,
): Promise<void> {
  const isNamed = options.connection !== undefined || options['base-url'] !== undefined;
  if (target.kind === 'demo' || !terminal.isStderrTerminal) return;
  const key = target.kind === 'saved' && target.secret === null ? await chosenKey(session) : null;
  const isKeyOpen = key !== null && target.keyName === undefined;
  const isOpen = !isNamed || (model !== null && options.model === undefined) || isKeyOpen;
  if (!isOpen) return;
  const { name, baseAddress } = await session.connection();
  const place = target.kind === 'address' ? baseAddress : `${name}, ${baseAddress}`;
  const withKey = isKeyOpen ? `, key ${key} (another: --key-name NAME)` : '';
  terminal.note(`Using ${model === null ? place : `${model} at ${place}`}${withKey}.`);
}

/** Returns the name of the key that requests use; `null` unless several are saved. */
async function chosenKey({
  client,
  connectionId,
}: {
  client: Pick<Client, 'keys'>;
  connectionId: string;
}): Promise<string | null> {
  const usable = (await client.keys.status({ connectionId })).filter(({ enabled }) => enabled);
  const chosen = usable.find(({ state }) => state === 'ready') ?? usable[0];
  return usable.length > 1 && chosen ? chosen.alias : null;
}

/** Reads `--model NAME` and `--model ROUTE=NAME`. @throws UsageError for an unknown route, or one without a model. */
export function readDefaultModels(words: readonly string[] = []): { usual?: string; ofRoutes: Record<string, string> } {
  const ofRoutes: Record<string, string> = {};
  let usual: string | undefined;
  for (const word of words) {
    const [, route, name] = /^([^=]*)=(.*)$/s.exec(word) ?? [];
    if (route === undefined) usual = word;
    else if (!modelRoutes.includes(route)) throw unknownRoute(route, modelRoutes, ' in --model');
    else if (!name) throw new UsageError(`--model ${route}= has no model.`);
    else ofRoutes[route] = name;
  }
  return { ...(usual !== undefined && { usual }), ofRoutes };
}

const modelRoutes: readonly string[] = routeIds.filter((id) => capabilityOfRoute(id) !== null);

/** A gateway may serve models that it does not list, so that an unlisted one is only pointed out. */
export async function warnOfUnlisted({ client }: OpenCore, connectionId: string, model: string, terminal: Terminal) {
  const listed = (await client.models.list({ connectionId })).models.map(({ id }) => id);
  if (listed.length === 0 || listed.includes(model)) return;
  terminal.message(`warning: ${model} is not in the last model list.${didYouMean(model, listed)}`, 'warn');
}

/** Returns the key of this name. @throws UsageError */
export function findKey(keys: readonly KeyStatus[], name: string, connection: Pick<Connection, 'name'>): KeyStatus {
  const found = keys.find(({ alias, id }) => id === name || alias.toLowerCase() === name.toLowerCase());
  if (found) return found;
  const names = keys.map(({ alias }) => alias);
  throw new UsageError(
    `${connection.name} has no key "${name}".${didYouMean(name, names)}`,
    `Its keys: ${names.join(', ') || 'none'}`,
  );
}
