import type { Vault } from '../host-services.ts';
import type { Database } from '../store/database.ts';

/**
 * Writes down which secrets are in the vault without a row that names them, so that a program that is killed between
 * the two leaves none behind: the next start with the same vault deletes them.
 */
export interface SecretJournal {
  /** Stores a secret that no row names yet. If that fails, nothing remains of it. */
  put(id: string, text: string): Promise<void>;
  /** Call in the transaction that writes the row of a secret. */
  keep(id: string): void;
  /** Call in the transaction after which no row names a secret any more. */
  retire(id: string): void;
  /** Deletes a secret that no row names. If the vault fails, the next start tries again. */
  drop(id: string): Promise<void>;
  /** Deletes what ended processes left behind. Does not reject. */
  sweep(): Promise<void>;
}

interface JournalParts {
  db: Pick<Database, 'sql' | 'processId'> & Partial<Pick<Database, 'wasRestored'>>;
  vault: Vault;
  /** Names the vault: another one cannot delete the secret. */
  vaultId: string;
}

export function createSecretJournal({
  db: { sql, processId, wasRestored },
  vault,
  vaultId,
}: JournalParts): SecretJournal {
  const note = sql.prepare('INSERT OR REPLACE INTO pending_secrets (secret_id, vault_id, process_id) VALUES (?, ?, ?)');
  const remove = sql.prepare('DELETE FROM pending_secrets WHERE secret_id = ?');
  const leftOver = sql.prepare(
    `SELECT secret_id AS id FROM pending_secrets WHERE vault_id = ?
       AND process_id NOT IN (SELECT id FROM processes)
       AND secret_id NOT IN (SELECT secret_id FROM keys)
       AND secret_id NOT IN (SELECT proxy_secret_id FROM connections WHERE proxy_secret_id IS NOT NULL)`,
  );
  const drop = async (id: string) => {
    await vault.forget(id);
    remove.run(id);
  };
  return {
    async put(id, text) {
      note.run(id, vaultId, processId);
      try {
        await vault.put(id, text);
      } catch (thrown) {
        await drop(id).catch(() => {});
        throw thrown;
      }
    },
    keep: (id) => void remove.run(id),
    retire: (id) => void note.run(id, vaultId, processId),
    drop,
    async sweep() {
      try {
        // A restored history must not delete secrets that the present one names.
        if (wasRestored) sql.exec('DELETE FROM pending_secrets');
        for (const { id } of leftOver.all(vaultId)) await drop(String(id));
      } catch {
        // The keychain is locked: the next start tries again.
      }
    },
  };
}
