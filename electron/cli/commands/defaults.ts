import os from 'node:os';
import { readStoredDefaults } from '#core/store/stored-names.ts';
import type { Connection } from '#shared/contract/connections.ts';
import type { Route } from '#shared/protocol/route.ts';
import { pathParameters } from '#shared/protocol/table.ts';
import { dataFolder } from '../../hosting/data-folder.ts';
import { didYouMean } from '../did-you-mean.ts';
import { promptShapes } from '../input/prompt-shapes.ts';
import type { Target, TargetOptions } from '../input/target.ts';
import type { Terminal } from '../output/terminal.ts';
import { UsageError } from '../usage-error.ts';

/** What commands use when their command line says nothing: a setting of the data folder, set by `connections use`. */
export interface Defaults {
  connectionId: string | null;
  /** Default model by connection id. */
  models: Readonly<Record<string, string>>;
}

export const defaultsSetting = 'terminal.defaults';

/** Reads the stored value, whatever it contains. */
export function readDefaults(value: unknown): Defaults {
  const { connectionId, models } = Object(value) as Record<string, unknown>;
  const named = Object.entries(Object(models)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return {
    connectionId: typeof connectionId === 'string' ? connectionId : null,
    models: Object.fromEntries(named),
  };
}

/** A saved connection, as far as a command line names it. */
interface Named {
  id: string;
  name: string;
}

/**
 * Finds a saved connection by name or ID, in any case; without a name the default one, or else the only one.
 *
 * @throws UsageError when none, or more than one, is meant.
 */
export function pickConnection<T extends Named>(all: readonly T[], name: string | null, { connectionId }: Defaults): T {
  const names = all.map((one) => one.name);
  if (name === null) {
    const [only, second] = all;
    const found = all.find(({ id }) => id === connectionId) ?? (second ? undefined : only);
    if (found) return found;
    throw new UsageError(
      only
        ? 'Several connections are saved, and none is the default.'
        : 'No gateway is set, and no connection is saved.',
      only
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
 * Reads from the data folder which connection and model a command line means, without opening the core there. `null`
 * for what is not known: opening the connection reports the reason.
 */
export function readSavedChoice(
  name: string | null,
  env: Readonly<Record<string, string | undefined>>,
): { connectionId: string | null; model: string | null } {
  const stored = readStoredDefaults(
    dataFolder({ platform: process.platform, env, home: os.homedir() }),
    defaultsSetting,
  );
  const defaults = readDefaults(stored.setting);
  try {
    const { id } = pickConnection(stored.connections, name, defaults);
    return { connectionId: id, model: defaults.models[id] ?? null };
  } catch {
    return { connectionId: null, model: null };
  }
}

/**
 * Returns the model that a route gets when the command line names none: on the demo gateway its own, elsewhere
 * `PATCHBAY_MODEL`, or else the default of the saved connection. Nothing is added where a route needs no model.
 */
export function presetModel(
  target: Target,
  env: Readonly<Record<string, string | undefined>>,
  route: Route,
): string | undefined {
  if (target.kind === 'demo') return promptShapes[route.id].demoModel;
  const needsModel = route.needs.includes('model') || pathParameters(route).includes('model');
  if (!needsModel && route.transport !== 'websocket') return undefined;
  const saved = () => (target.kind === 'saved' ? readSavedChoice(target.name, env).model : null);
  return env.PATCHBAY_MODEL || (saved() ?? undefined);
}

/** Says on a screen which gateway and model a command uses, where its command line leaves one of them open. */
export async function noteUsed(
  session: { connection(): Promise<Connection> },
  target: Target,
  options: TargetOptions & { model?: string | undefined },
  model: string | null,
  terminal: Terminal,
): Promise<void> {
  const isNamed = options.connection !== undefined || options['base-url'] !== undefined;
  const isOpen = !isNamed || (model !== null && options.model === undefined);
  if (target.kind === 'demo' || !isOpen || !terminal.isStderrTerminal) return;
  const { name, baseAddress } = await session.connection();
  const place = target.kind === 'address' ? baseAddress : `${name}, ${baseAddress}`;
  terminal.note(model === null ? `Using ${place}.` : `Using ${model} at ${place}.`);
}
