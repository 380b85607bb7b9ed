import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createCore } from '#core/index.ts';
import type { Connection } from '#shared/contract/connections.ts';
import { type Client, contract } from '#shared/contract/index.ts';
import { routes } from '#shared/routes/table.ts';
import { connect } from '#shared/wire/connect.ts';
import { createPair } from '#shared/wire/pair.ts';
import { serve } from '#shared/wire/serve.ts';
import { dataFolder } from '../loopback/data-folder.ts';
import type { FileStore } from '../loopback/file-store.ts';
import { createMemoryVault, openVault } from '../loopback/vault.ts';
import { createTerminalHands, type TerminalHandsParts } from './hands.ts';
import type { Target } from './target.ts';
import { UsageError } from './usage-error.ts';

/** A core of one command, and the gateway that the command means. */
export interface Session {
  readonly client: Client;
  readonly files: FileStore;
  readonly connectionId: string;
  close(): Promise<void>;
}

/**
 * Opens the core for a target. What is named on the command line or in the environment lives in a private folder that
 * is gone with the command, so neither the address nor the key is ever saved; only a saved connection with its saved key
 * works in the folder of the other hosts.
 *
 * @throws UsageError when no gateway, or none of that name, is known. @throws AppError for what the core refuses.
 */
export async function openSession(target: Target, version: string): Promise<Session> {
  if (target.kind === 'saved' && target.secret === null) return openSaved(target.name, version);
  if (target.kind === 'saved') return openWithOwnKey(target.name, target.secret as string, version);
  const core = await openPassing(version, target.kind === 'demo' ? target.scenario : null);
  return guarded(core, async ({ client }) => {
    if (target.kind === 'demo') {
      const { connectionId } = await client.demo.start({});
      return connectionId as string;
    }
    const { address, acceptedInsecure, secret } = target;
    // Whoever names a route on the command line means it.
    const exposedRoutes = Object.values(routes).flatMap((route) => (route.optIn ? [route.id] : []));
    const named = { name: 'command line', baseAddress: address, acceptedInsecure, exposedRoutes };
    const { id } = await client.connections.save(named);
    if (secret !== null) await client.keys.put({ connectionId: id, alias: 'command line', secret });
    return id;
  });
}

async function openSaved(name: string | null, version: string): Promise<Session> {
  const core = await openCore({ version, dataFolder: savedFolder(), vault: await openVault() });
  return guarded(core, async ({ client }) => (await chooseConnection(client, name)).id);
}

/** A saved connection with a key from outside is used like a new one, so that the key is not saved with it. */
async function openWithOwnKey(name: string | null, secret: string, version: string): Promise<Session> {
  const saved = await openCore({ version, dataFolder: savedFolder(), vault: createMemoryVault() });
  let found: Connection;
  try {
    found = await chooseConnection(saved.client, name);
  } finally {
    await saved.close();
  }
  const core = await openPassing(version, null);
  return guarded(core, async ({ client }) => {
    const { id: _id, ...settings } = found;
    const { id } = await client.connections.save(settings);
    await client.keys.put({ connectionId: id, alias: 'command line', secret });
    return id;
  });
}

const savedFolder = () => dataFolder({ platform: process.platform, env: process.env, home: os.homedir() });

type OpenCore = Omit<Session, 'connectionId'>;

async function openCore(parts: TerminalHandsParts): Promise<OpenCore> {
  const core = await createCore(createTerminalHands(parts));
  const [asker, answerer] = createPair();
  const stop = serve(contract, core.handlers, answerer);
  return {
    client: connect(contract, asker),
    files: core.files,
    async close() {
      stop();
      await core.close();
    },
  };
}

async function openPassing(version: string, scenario: string | null): Promise<OpenCore> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-'));
  const sweep = () => rmSync(folder, { recursive: true, force: true });
  // However the process ends, short of being killed.
  process.once('exit', sweep);
  const core = await openCore({ version, dataFolder: folder, vault: createMemoryVault(), scenario });
  return {
    ...core,
    async close() {
      await core.close();
      process.off('exit', sweep);
      sweep();
    },
  };
}

async function guarded(core: OpenCore, choose: (core: OpenCore) => Promise<string>): Promise<Session> {
  try {
    return { ...core, connectionId: await choose(core) };
  } catch (error) {
    await core.close();
    throw error;
  }
}

async function chooseConnection(client: Client, name: string | null): Promise<Connection> {
  const all = (await client.connections.list({})).filter(({ isDemo }) => !isDemo);
  const ways = 'Name a gateway with --base-url URL, a saved one with --connection NAME, or use --demo.';
  if (name === null) {
    const [only, second] = all;
    if (only && !second) return only;
    throw new UsageError(only ? `${ways} Saved: ${all.map((one) => one.name).join(', ')}.` : ways);
  }
  const found = all.filter((one) => one.id === name || one.name.toLowerCase() === name.toLowerCase());
  if (found.length === 1) return found[0] as Connection;
  const problem = found.length > 1 ? `Several connections are called ${name}.` : `No connection is called ${name}.`;
  throw new UsageError(`${problem} Saved: ${all.map((one) => `${one.name} (${one.id})`).join(', ') || 'none'}.`);
}
