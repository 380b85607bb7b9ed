import type { SQLOutputValue } from 'node:sqlite';
import type { Database } from '../store/database.ts';

/** A key as stored: everything but its secret. */
export interface KeyRow {
  id: string;
  connectionId: string;
  /** The id under which the vault stores the secret. */
  secretId: string;
  alias: string;
  fingerprint: string;
  /**
   * The only origin the secret is ever sent to, with the mark of the network path it was entered for (`binding.ts`).
   */
  origin: string;
  enabled: boolean;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** When an exchange last used it. */
  lastUsedAt: number | null;
}

export function createKeyRows({ sql }: Pick<Database, 'sql'>) {
  const every = sql.prepare('SELECT * FROM keys ORDER BY created_at, rowid');
  const ofConnection = sql.prepare('SELECT * FROM keys WHERE connection_id = ? ORDER BY created_at, rowid');
  const one = sql.prepare('SELECT * FROM keys WHERE id = ?');
  const write = sql.prepare(
    `INSERT INTO keys (id, connection_id, secret_id, alias, fingerprint, origin, enabled, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET secret_id = excluded.secret_id, alias = excluded.alias,
       fingerprint = excluded.fingerprint, origin = excluded.origin, enabled = excluded.enabled`,
  );
  const rename = sql.prepare('UPDATE keys SET alias = ? WHERE id = ?');
  const enable = sql.prepare('UPDATE keys SET enabled = ? WHERE id = ?');
  const noteUse = sql.prepare('UPDATE keys SET last_used_at = ? WHERE id = ?');
  const remove = sql.prepare('DELETE FROM keys WHERE id = ?');
  return {
    /** Returns keys, oldest first; of one connection or of all. */
    list: (connectionId?: string): KeyRow[] =>
      (connectionId === undefined ? every.all() : ofConnection.all(connectionId)).map(toRow),
    find(id: string): KeyRow | null {
      const row = one.get(id);
      return row ? toRow(row) : null;
    },
    /** Adds it, or replaces the one with its id. */
    write(row: KeyRow): void {
      const { id, connectionId, secretId, alias, fingerprint, origin, enabled, createdAt } = row;
      write.run(id, connectionId, secretId, alias, fingerprint, origin, Number(enabled), createdAt);
    },
    rename: (id: string, alias: string): boolean => rename.run(alias, id).changes > 0,
    enable: (id: string, enabled: boolean): boolean => enable.run(Number(enabled), id).changes > 0,
    noteUse: (id: string, at: number): void => void noteUse.run(at, id),
    remove: (id: string): void => void remove.run(id),
  };
}

const toRow = (row: Record<string, SQLOutputValue>): KeyRow => ({
  id: String(row.id),
  connectionId: String(row.connection_id),
  secretId: String(row.secret_id),
  alias: String(row.alias),
  fingerprint: String(row.fingerprint),
  origin: String(row.origin),
  enabled: row.enabled === 1,
  createdAt: Number(row.created_at),
  lastUsedAt: row.last_used_at === null ? null : Number(row.last_used_at),
});
