import type { Vault } from '#core/host-services.ts';
import type { CoreOptions, RunningCore } from '#core/index.ts';
import type { SameConnection } from '#core/store/records/adopt-exchanges.ts';
import type { Connection } from '#shared/contract/connections.ts';
import type { Client } from '#shared/contract/index.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { routes } from '#shared/protocol/table.ts';
import { createMemoryVault, openVault } from '../../hosting/keyring-vault.ts';
import type { Target } from '../input/target.ts';
import type { Terminal } from '../output/terminal.ts';
import { MissingModelError } from '../usage-error.ts';
import { defaultsSetting, findKey, pickConnection, readDefaults } from './defaults.ts';
import {
  type KeepHistory,
  keepHistory,
  type OpenCore,
  openCore,
  openTransient,
  savedFolder,
  takeKilled,
} from './open-core.ts';
import { openWireTap, type WireTap, type WireValues } from './wire-tap.ts';

type SavedTarget = Extract<Target, { kind: 'saved' }>;
export type OpenVault = () => Promise<Vault>;

/** The core of one command, and the gateway that the command targets. */
export interface Session {
  readonly client: Client;
  readonly files: RunningCore['files'];
  readonly connectionId: string;
  /** Returns the connection that the command targets. */
  connection(): Promise<Connection>;
  /** What the user asked to see of the traffic. */
  readonly wire: WireTap | null;
  close(): Promise<void>;
}

export interface SessionOptions extends WireValues {
  terminal?: Terminal;
  /** Opens the vault with the secrets of saved connections; tests pass their own. */
  vault?: OpenVault;
}

/**
 * Opens the core for a target. A gateway from the command line or the environment is stored in a private folder that is
 * deleted with the command, so neither the address nor the key is ever saved; only a saved connection with its saved
 * key uses the folder of the other hosts.
 *
 * @throws UsageError when no gateway, or none of that name, is known. @throws AppError for what the core refuses.
 */
export async function openSession(target: Target, version: string, options: SessionOptions = {}): Promise<Session> {
  const { terminal, vault = openVault, ...values } = options;
  const isKept = !values['no-history'] && target.kind !== 'demo';
  const keep: KeepHistory | null = isKept ? (...kept) => keepHistory(version, terminal, ...kept) : null;
  await takeKilled(version);
  return tapped(terminal, values, async (wire) => ({
    ...(await openTarget(target, version, vault, wire, keep)),
    wire,
  }));
}

/** Opens a session for the time of `work`. */
export async function inSession<T>(
  target: Target,
  version: string,
  options: SessionOptions,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await openSession(target, version, options);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

/** Opens a core with the tap that the user asked for, which ends before the core is closed. */
async function tapped<Core extends Pick<Opened, 'client' | 'files' | 'close'>>(
  terminal: Terminal | undefined,
  values: WireValues,
  open: (wire: WireTap | null) => Promise<Core>,
): Promise<Core> {
  const wire = terminal ? await openWireTap(values, terminal) : null;
  try {
    const core = await open(wire);
    return {
      ...core,
      async close() {
        try {
          await wire?.end(core);
        } finally {
          await core.close();
        }
      },
    };
  } catch (thrown) {
    await wire?.leave();
    throw thrown;
  }
}

type Opened = Omit<Session, 'wire'>;

async function openTarget(
  target: Target,
  version: string,
  vault: OpenVault,
  wire: WireTap | null,
  keep: KeepHistory | null,
): Promise<Opened> {
  const muted: Muted = { isOn: false };
  const onExchange: CoreOptions['onExchange'] =
    wire === null
      ? undefined
      : (exchange) => {
          if (!muted.isOn) wire.onExchange(exchange);
        };
  const changes = { overrides: target.overrides, onExchange };
  if (target.kind === 'saved' && target.secret === null) return openSaved(target, version, await vault(), changes);
  if (target.kind === 'saved') return openWithOwnKey(target, target.secret as string, version, vault, changes, keep);
  const core = await openTransient(version, target.kind === 'demo' ? target.scenario : null, changes, keep);
  return openedOn(core, async ({ client }) => {
    if (target.kind === 'demo') {
      return startDemo(client, target.scenario, muted);
    }
    const { address, acceptedInsecure, secret } = target;
    // A route named on the command line is an opt-in.
    const exposedRoutes = Object.values(routes).flatMap((route) => (route.optIn ? [route.id] : []));
    // A connection without a name is named after its host.
    const named = { name: '', baseAddress: address, acceptedInsecure, exposedRoutes };
    const { id } = await client.connections.save(named).catch(notSent);
    if (secret !== null) await client.keys.put({ connectionId: id, alias: 'command line', secret });
    return id;
  });
}

/**
 * Starts the demo gateway, and lists its models: their prices are in the list. That is no request of the command, and
 * no fault applies to it.
 */
async function startDemo(client: Client, scenario: string | null, muted: Muted): Promise<string> {
  const { connectionId } = await client.demo.start({});
  muted.isOn = true;
  if (scenario !== null) await client.demo.set({ scenario: null });
  await client.models.list({ connectionId: connectionId as string, refresh: true });
  if (scenario !== null) await client.demo.set({ scenario });
  muted.isOn = false;
  return connectionId as string;
}

/** Nothing of this gateway would have been saved. */
function notSent(thrown: unknown): never {
  throw new AppError({ ...AppError.from(thrown), effect: 'not-sent' });
}

/** Whether what is sent is shown to nobody. */
interface Muted {
  isOn: boolean;
}

/**
 * Reports a missing gateway before a missing model, which would be looked up there.
 *
 * @throws what was thrown, or that no gateway is known.
 */
export async function gatewayFirst(thrown: unknown, target: Target, version: string): Promise<never> {
  if (thrown instanceof MissingModelError) await (await openSession(target, version)).close();
  throw thrown;
}

/**
 * Opens the core on the folder of the other hosts, for commands that need no gateway.
 *
 * @throws AppError `storage` where that folder cannot be used.
 */
export async function openSavedCore(
  version: string,
  { terminal, vault = openVault, ...values }: SessionOptions = {},
): Promise<OpenCore> {
  await takeKilled(version);
  return tapped(terminal, values, async (wire) => {
    const parts = { version, dataFolder: savedFolder(), vault: await vault() };
    const core = await openCore(parts, { onExchange: wire?.onExchange });
    return guarded(core, async () => {
      await requireSaving(core);
      return core;
    });
  });
}

async function openSaved(target: SavedTarget, version: string, vault: Vault, changes: CoreOptions): Promise<Opened> {
  const { keyName } = target;
  const core = await openCore({ version, dataFolder: savedFolder(), vault }, { ...changes, keyName });
  return openedOn(core, async ({ client }) => {
    await requireSaving(core);
    const connection = await chooseConnection(client, target.name);
    const { id: connectionId } = connection;
    if (keyName !== undefined) findKey(await client.keys.status({ connectionId }), keyName, connection);
    return connectionId;
  });
}

/** @throws AppError `storage` with the reason why nothing can be saved in the data folder. */
async function requireSaving({ client }: Pick<OpenCore, 'client'>): Promise<void> {
  const { saving, notices } = await client.host.info({});
  if (saving) return;
  const why = notices.map(({ message }) => message).join(' ') || 'The data folder cannot be written.';
  const hint = 'Check the data folder, or set PATCHBAY_DATA_DIR to another one.';
  throw new AppError(failure('storage', why, { effect: 'not-sent', hint }));
}

/**
 * Uses a saved connection with another key like a new connection, so that the key is not saved with it. The password of
 * its proxy is copied; the vault is opened only for that.
 */
async function openWithOwnKey(
  target: SavedTarget,
  secret: string,
  version: string,
  vault: OpenVault,
  changes: CoreOptions,
  keep: KeepHistory | null,
): Promise<Opened> {
  const onlyRead: Vault = { ...createMemoryVault(), take: async (id) => (await vault()).take(id) };
  const saved = await openCore({ version, dataFolder: savedFolder(), vault: onlyRead });
  let found: Connection;
  let password: string | null = null;
  try {
    found = await chooseConnection(saved.client, target.name).catch(async (thrown) => {
      await requireSaving(saved);
      throw thrown;
    });
    if (needsPassword(found)) password = await saved.proxyPassword(found.id);
  } finally {
    await saved.close();
  }
  if (needsPassword(found) && password === null) throw new AppError(missingPassword(found.name));
  let same: SameConnection | undefined;
  const core = await openTransient(version, null, changes, keep && ((folder) => keep(folder, same)));
  return openedOn(core, async ({ client }) => {
    const { id: savedId, ...settings } = found;
    const { id } = await client.connections.save(settings);
    same = { there: id, here: savedId };
    // Prices belong to the connection, whichever key it is used with.
    core.borrowPrices(savedFolder(), { there: savedId, here: id });
    if (password !== null) await client.connections.putProxyPassword({ id, password });
    await client.keys.put({ connectionId: id, alias: 'command line', secret });
    return id;
  });
}

const needsPassword = ({ proxy }: Connection) => proxy.mode === 'custom' && proxy.hasPassword;

const missingPassword = (name: string) =>
  failure('proxy', `The system keychain did not return the proxy password of ${name}.`, {
    effect: 'not-sent',
    hint: 'Unlock the system keychain, or enter the password again in the app.',
  });

async function guarded<T>(core: OpenCore, work: (core: OpenCore) => Promise<T>): Promise<T> {
  try {
    return await work(core);
  } catch (error) {
    await core.close();
    throw error;
  }
}

const openedOn = (core: OpenCore, choose: (core: OpenCore) => Promise<string>): Promise<Opened> =>
  guarded(core, async () => {
    const connectionId = await choose(core);
    const connection = async () =>
      (await core.client.connections.list({})).find(({ id }) => id === connectionId) as Connection;
    return { ...core, connectionId, connection };
  });

async function chooseConnection(client: Client, name: string | null): Promise<Connection> {
  const all = (await client.connections.list({})).filter(({ isDemo }) => !isDemo);
  return pickConnection(all, name, readDefaults(await client.settings.get({ name: defaultsSetting })));
}
