import type { Vault } from '../host-services.ts';
import { boundOrigin } from '../keys/binding.ts';
import { createKeyRows } from '../keys/key-rows.ts';
import { keyOwner, readEntry, type SecretBinding, sendingOf, writeEntry } from '../keys/secret-entry.ts';
import type { VaultSeal } from '../keys/vault-seal.ts';
import type { Database } from '../store/database.ts';
import type { Confirmations } from './confirmations.ts';
import type { ConnectionRows } from './connection-rows.ts';

interface EarlierParts {
  db: Pick<Database, 'sql' | 'saving' | 'wasRestored'>;
  rows: ConnectionRows;
  vault: Vault;
  seal: VaultSeal;
  confirmations: Confirmations;
}

/**
 * Binds the secrets that earlier versions stored without a binding, as their rows say, at the first start with a vault.
 * Afterwards the vault has a seal, and a secret without a binding is refused: a database of an earlier version that is
 * restored later cannot bind it elsewhere. Nor can one that is restored at this very start.
 *
 * If the vault cannot be written, the next start tries again.
 */
export async function bindEarlierSecrets({ db, rows, vault, seal, confirmations }: EarlierParts): Promise<void> {
  if (!db.saving) return;
  if (db.wasRestored) confirmations.distrust();
  if (seal.origin !== 'none') return;
  try {
    if (!db.wasRestored) {
      for (const [id, binding] of bindingsOf(db, rows, confirmations)) {
        const text = await vault.take(id);
        const entry = text === null ? null : readEntry(text);
        if (entry && !entry.binding) await vault.put(id, writeEntry(entry.secret, binding));
      }
      confirmations.confirmEarlier();
    }
    await seal.keep();
  } catch {
    // The keychain is locked, or the disk is full.
  }
}

/** Yields the id of each secret with what its row says it was entered for, unless a restored backup says so. */
function* bindingsOf(
  db: EarlierParts['db'],
  rows: ConnectionRows,
  { isConfirmed }: Confirmations,
): Generator<[id: string, SecretBinding]> {
  for (const key of createKeyRows(db).list()) {
    const connection = rows.find(key.connectionId);
    if (!connection || !isConfirmed(connection)) continue;
    const origin = boundOrigin(key.origin);
    const way = key.origin.slice(origin.length + 1);
    const owner = keyOwner(connection.id, key.id);
    yield [key.secretId, { kind: 'key', owner, origin, way, sending: sendingOf(connection) }];
  }
  for (const connection of rows.list()) {
    const { id } = connection;
    const password = isConfirmed(connection) ? rows.proxySecret(id) : null;
    if (password)
      yield [password.id, { kind: 'proxy-password', owner: id, origin: password.boundTo, way: '', sending: '' }];
  }
}
