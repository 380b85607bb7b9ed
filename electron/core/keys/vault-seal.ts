import { createHash, createHmac, randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Vault } from '../host-services.ts';
import { isOf, readEntry, writeEntry } from './secret-entry.ts';

/**
 * A random key that only the vault holds. It authenticates what is stored elsewhere, and its presence is the proof that
 * the secrets of earlier versions were bound: from then on a secret without a binding is refused, whatever a database
 * says.
 */
export interface VaultSeal {
  /** `found`: from an earlier start. `new`: made at this start. `none`: the vault stored nothing. */
  readonly origin: 'found' | 'new' | 'none';
  /** Names the seal without revealing it. */
  readonly id: string;
  /** False when it ends with the program: then the next start cannot verify what this one authenticated. */
  readonly isLasting: boolean;
  /** Returns whether secrets that are not bound may still be used: only while there is no seal. */
  acceptsUnbound(): boolean;
  /** Stores a new seal, once everything that existed before is bound. */
  keep(): Promise<void>;
  /** Returns the authentication code of a text for a purpose, in hex. */
  macOf(purpose: string, text: string): string;
}

/** How the ids of seals begin that are stored in memory only. */
export const temporarySeals = 'run-';

/** Keychains are shared by all data folders of a user, and each folder is bound on its own. */
const entryId = (dataFolder: string): string =>
  `seal-${createHash('sha256').update(path.resolve(dataFolder)).digest('hex').slice(0, 32)}`;

export async function openVaultSeal(vault: Vault, dataFolder: string): Promise<VaultSeal> {
  const id = entryId(dataFolder);
  const take = async (): Promise<string | null> => {
    const text = await vault.take(id);
    const entry = text === null ? null : readEntry(text);
    return entry?.binding && isOf(entry.binding, 'seal', id) ? entry.secret : null;
  };
  const found = await take();
  const key = found ?? randomBytes(32).toString('base64');
  let origin: VaultSeal['origin'] = found === null ? 'none' : 'found';
  const macOf = (purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}\n${text}`).digest('hex');
  return {
    get origin() {
      return origin;
    },
    id: `${vault.protection === 'memory' ? temporarySeals : ''}${macOf('id', '').slice(0, 24)}`,
    get isLasting() {
      return origin === 'found' || (origin === 'new' && vault.protection !== 'memory');
    },
    acceptsUnbound: () => origin === 'none',
    async keep() {
      if (origin !== 'none') return;
      await vault.put(id, writeEntry(key, { kind: 'seal', owner: id, origin: '', way: '', sending: '' }));
      // A vault that stores nothing proves nothing at the next start.
      if ((await take()) === key) origin = 'new';
    },
    macOf,
  };
}
