import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type CoreOptions, createCore, type RunningCore } from '#core/index.ts';
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
import { createTemporaryFolder, takeEnded } from './temporary-folder.ts';

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
