import { timingSafeEqual } from 'node:crypto';
import type { Connection } from '#shared/contract/connections.ts';
import { headerSecrets } from '../http/header-rules.ts';
import { trustedFieldsOf } from '../keys/secret-entry.ts';
import { temporarySeals, type VaultSeal } from '../keys/vault-seal.ts';
import type { Database } from '../store/database.ts';
import type { ConnectionRows } from './connection-rows.ts';

/**
 * Records which connections the user saw and saved in this Patchbay, as they are now. A database that was edited or
 * restored cannot say that: each record is authenticated with a key that only the vault holds. Without it, no consent to
 * plain http counts, and no secret header is sent.
 */
export interface Confirmations {
  /** Returns whether the user saved the connection as given. */
  isConfirmed(connection: Connection): boolean;
  /** Returns the origin of the connection when it was last confirmed; `null` when it never was. */
  confirmedOrigin(connectionId: string): string | null;
  /** Call in the transaction that stores what the user saved. */
  confirm(connectionId: string): void;
  /**
   * The user entered a key for the connection as shown: that confirms where keys are sent, but neither plain http nor
   * headers with secrets.
   */
  confirmForKey(connectionId: string): void;
  /** Confirms everything that an earlier version stored. */
  confirmEarlier(): void;
  /** A restored database confirms nothing: only seals of this vault count. */
  distrust(): void;
}

interface ConfirmationParts {
  db: Pick<Database, 'sql' | 'transaction'>;
  /** As stored, without changes for one run. */
  rows: Pick<ConnectionRows, 'list' | 'find' | 'write'>;
  seal: VaultSeal;
}

export function createConfirmations({ db, rows, seal }: ConfirmationParts): Confirmations {
  const { sql } = db;
  const one = sql.prepare('SELECT origin, fields, mac FROM connection_seals WHERE connection_id = ? AND seal_id = ?');
  const write = sql.prepare(
    'INSERT OR REPLACE INTO connection_seals (connection_id, seal_id, origin, fields, mac) VALUES (?, ?, ?, ?, ?)',
  );
  const isMarked = sql.prepare('SELECT unconfirmed FROM connections WHERE id = ?');
  const mark = sql.prepare('UPDATE connections SET unconfirmed = ? WHERE id = ?');
  const macOf = (id: string, origin: string, fields: string) =>
    seal.macOf('connection', JSON.stringify([id, origin, fields]));

  const sealed = (id: string): { origin: string; fields: string } | null => {
    const row = one.get(id, seal.id);
    if (!row) return null;
    const [origin, fields] = [String(row.origin), String(row.fields)];
    return isSame(String(row.mac), macOf(id, origin, fields)) ? { origin, fields } : null;
  };

  // Judges what the caller will use: another program may have changed the stored connection since it was read.
  const isConfirmed = (connection: Connection): boolean => {
    // Without a seal that outlasts the program, only a restore in this data folder is known.
    if (!seal.isLasting) return isMarked.get(connection.id)?.unconfirmed !== 1;
    return sealed(connection.id)?.fields === trustedFieldsOf(connection);
  };

  const confirm = (id: string): void => {
    const connection = rows.find(id);
    if (!connection) return;
    mark.run(0, id);
    const fields = trustedFieldsOf(connection);
    write.run(id, seal.id, connection.origin, fields, macOf(id, connection.origin, fields));
  };

  return {
    isConfirmed,
    confirmedOrigin: (id) => sealed(id)?.origin ?? null,
    confirm,
    confirmForKey(id) {
      const connection = rows.find(id);
      if (!connection || isConfirmed(connection) || hasSecretHeaders(connection)) return;
      db.transaction(() => {
        if (connection.acceptedInsecure) rows.write({ ...connection, acceptedInsecure: false });
        confirm(id);
      });
    },
    confirmEarlier() {
      db.transaction(() => {
        if (seal.id.startsWith(temporarySeals))
          sql.prepare('DELETE FROM connection_seals WHERE seal_id LIKE ?').run(`${temporarySeals}%`);
        for (const { id } of rows.list()) if (isMarked.get(id)?.unconfirmed !== 1) confirm(id);
      });
    },
    // A learned style could put keys into URLs.
    distrust: () => sql.exec('UPDATE connections SET unconfirmed = 1; DELETE FROM native_key_styles'),
  };
}

const hasSecretHeaders = ({ headers }: Connection): boolean => headerSecrets(headers).length > 0;

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
