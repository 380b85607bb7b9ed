import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { lstat, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type CoreOptions, createCore, type RunningCore } from '#core/index.ts';
import { takeLock } from '#core/store/processes.ts';
import type { SameConnection } from '#core/store/records/adopt-exchanges.ts';
import { type Client, contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/protocol/failure.ts';
import { connect } from '#shared/rpc/connect.ts';
import { serve } from '#shared/rpc/serve.ts';
import { createPair } from '#shared/rpc/transport.ts';
import { dataFolder } from '../../hosting/data-folder.ts';
import { createMemoryVault } from '../../hosting/keyring-vault.ts';
import { createTerminalHostServices, type TerminalHostServicesParts } from '../host-services.ts';
import type { Terminal } from '../output/terminal.ts';

/** Returns the folder of the other hosts. */
export const savedFolder = (): string =>
  dataFolder({ platform: process.platform, env: process.env, home: os.homedir() });

/** Stores the requests of a closed core before its folder is deleted. */
export type KeepHistory = (folder: string, same?: SameConnection) => Promise<void>;

/** A core that is open for one command. */
export type OpenCore = { readonly client: Client; close(): Promise<void> } & Pick<
  RunningCore,
  'files' | 'proxyPassword' | 'backups' | 'adoptHistory' | 'borrowPrices'
>;

/** Opens a core in this process. */
export async function openCore(parts: TerminalHostServicesParts, changes: CoreOptions = {}): Promise<OpenCore> {
  const core = await createCore(createTerminalHostServices(parts), changes);
  const [clientEnd, serverEnd] = createPair();
  const stop = serve(contract, core.handlers, serverEnd);
  return {
    client: connect(contract, clientEnd),
    files: core.files,
    backups: core.backups,
    proxyPassword: core.proxyPassword,
    adoptHistory: core.adoptHistory,
    borrowPrices: core.borrowPrices,
    async close() {
      stop();
      await core.close();
    },
  };
}

/** Opens a core on a private folder, which is deleted with it; `keep` is called before that. */
export async function openTransient(
  version: string,
  scenario: string | null,
  changes: CoreOptions,
  keep: KeepHistory | null,
): Promise<OpenCore> {
  const { folder, remove } = await createTemporaryFolder({ keepIn: keep && savedFolder() });
  const core = await openCore({ version, dataFolder: folder, vault: createMemoryVault(), scenario }, changes);
  return {
    ...core,
    async close() {
      await core.close();
      await keep?.(folder);
      remove();
    },
  };
}

/**
 * Adds the requests of a command to the history of Wire, and the models that it listed to the saved connection. What
 * cannot be added is no failure of the command.
 */
export async function keepHistory(
  version: string,
  terminal: Terminal | undefined,
  ...[folder, same]: Parameters<KeepHistory>
): Promise<void> {
  try {
    await adopt(version, folder, same);
  } catch (thrown) {
    const { message } = AppError.from(thrown);
    terminal?.note(`The request was not added to the history of Wire: ${message}`);
  }
}

/** Adds the requests of commands that were killed. Opening a folder ends those that were running. */
export const takeKilled = (version: string): Promise<void> =>
  takeEnded(savedFolder(), async (folder) => {
    if (!existsSync(path.join(folder, 'patchbay.db'))) return;
    await (await openCore({ version, dataFolder: folder, vault: createMemoryVault() })).close();
    await adopt(version, folder);
  });

/** @throws when the requests of the folder cannot be added to the history. */
async function adopt(version: string, folder: string, same?: SameConnection): Promise<void> {
  const core = await openCore({ version, dataFolder: savedFolder(), vault: createMemoryVault() });
  try {
    const { saving, notices } = await core.client.host.info({});
    if (!saving) throw new Error(notices.map(({ message }) => message).join(' '));
    core.adoptHistory(folder, same);
  } finally {
    await core.close();
  }
}

const prefix = 'patchbay-command-';
const ours = /^patchbay-command-\w{6}$/;
const lockName = 'command.lock';
const fateName = 'command.json';

/** What becomes of the data in a temporary folder when its command has ended. */
interface Fate {
  /** The data folder whose history gets its requests; `null` if they are deleted. */
  keepIn: string | null;
}

/**
 * Creates a private folder for the data of one command. A command that is killed cannot delete its folder: a later
 * command does, see `takeEnded`.
 *
 * @returns the folder, and a function that deletes it.
 */
async function createTemporaryFolder(fate: Fate): Promise<{ folder: string; remove(): void }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), prefix));
  writeFileSync(path.join(folder, fateName), JSON.stringify(fate), { mode: 0o600 });
  const lock = takeLock(path.join(folder, lockName));
  const remove = () => {
    process.off('exit', remove);
    lock?.release('remove');
    rmSync(folder, { recursive: true, force: true });
  };
  // Runs however the process ends, short of being killed.
  process.once('exit', remove);
  return { folder, remove };
}

/**
 * Deletes the temporary folders of commands that were killed, and first has the requests in them kept where they were
 * to be kept.
 *
 * @param dataFolder the history of this command; folders of commands with another one are left to those.
 * @param keep rejects when the requests cannot be kept; the folder then stays.
 */
async function takeEnded(dataFolder: string, keep: (folder: string) => Promise<void>): Promise<void> {
  for (const name of readdirSync(os.tmpdir()).filter((one) => ours.test(one))) {
    const folder = path.join(os.tmpdir(), name);
    if (!(await isOwn(folder))) continue;
    const fate = readFate(folder);
    const isElsewhere = fate?.keepIn !== null && fate?.keepIn !== dataFolder;
    if (fate === null || isElsewhere) continue;
    // A running command holds the lock; so does one that takes the folder at the same time.
    const lock = takeLock(path.join(folder, lockName));
    if (!lock) continue;
    try {
      if (fate.keepIn !== null) await keep(folder);
    } catch {
      lock.release();
      continue;
    }
    lock.release('remove');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Anyone can create a folder of this name there. */
async function isOwn(folder: string): Promise<boolean> {
  const facts = await lstat(folder).catch(() => null);
  const isMine = process.getuid === undefined || facts?.uid === process.getuid();
  return facts?.isDirectory() === true && isMine;
}

/** `null` for a folder that is being created or deleted. */
function readFate(folder: string): Fate | null {
  try {
    if (!existsSync(path.join(folder, lockName))) return null;
    const { keepIn } = JSON.parse(readFileSync(path.join(folder, fateName), 'utf8')) as Partial<Fate>;
    return keepIn === null || typeof keepIn === 'string' ? { keepIn } : null;
  } catch {
    return null;
  }
}
