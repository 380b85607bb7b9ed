import { type Connection, type NativeKeyStyle, nativeKeyStyles } from '#shared/contract/connections.ts';
import type { TriedStyle } from '#shared/contract/models.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import type { VaultSeal } from '../keys/vault-seal.ts';
import type { NativeKeyPort } from '../ports.ts';
import type { Database } from '../store/database.ts';
import type { ListOwner } from './listings.ts';

/** What the listings revealed about how a gateway accepts its keys. */
export interface NativeKeyStyles extends NativeKeyPort {
  /**
   * The native listing showed that the gateway reads the key in this style. Does nothing for a connection or key that was deleted
   * meanwhile.
   */
  note(owner: ListOwner, style: NativeKeyStyle): void;
  /** Returns the styles in which the next native listing sends the key, in order. */
  toTry(connection: Pick<Connection, 'nativeKeyStyle'>, owner: ListOwner, allowQuery: boolean): NativeKeyStyle[];
}

/** @param seal authenticates what puts a key into URLs: no database may decide that. */
export function createNativeKeyStyles({ sql }: Pick<Database, 'sql'>, seal: Pick<VaultSeal, 'macOf'>): NativeKeyStyles {
  // The style of another key of the same gateway is the best guess for a key that was never listed with.
  const best = sql.prepare(
    `SELECT key_id, style FROM native_key_styles WHERE connection_id = ?1 ORDER BY key_id = ?2 DESC, listed_at DESC LIMIT 1`,
  );
  const write = sql.prepare(
    `INSERT OR REPLACE INTO native_key_styles (connection_id, key_id, style, listed_at)
     SELECT ?1, id, ?3, ?4 FROM keys WHERE id = ?2 AND connection_id = ?1`,
  );
  const accepted = sql.prepare(
    `SELECT 1 FROM model_listings WHERE connection_id = ? AND key_id = ? AND route_id = 'models'
       AND (failure IS NULL OR failure ->> '$.code' = 'empty')`,
  );
  const storedQuery = (connectionId: string, keyId: string) =>
    `query ${seal.macOf('native-key-style', JSON.stringify([connectionId, keyId]))}`;
  const learned = (connectionId: string, keyId: string): NativeKeyStyle | null => {
    const row = best.get(connectionId, keyId);
    if (row?.style === storedQuery(connectionId, String(row?.key_id))) return 'query';
    return nativeKeyStyles.find((style) => style !== 'query' && style === row?.style) ?? null;
  };
  return {
    learned,
    isAccepted: (connectionId, keyId) => accepted.get(connectionId, keyId) !== undefined,
    note({ connectionId, keyId }, style) {
      if (keyId === null) return;
      write.run(connectionId, keyId, style === 'query' ? storedQuery(connectionId, keyId) : style, Date.now());
    },
    toTry({ nativeKeyStyle }, { connectionId, keyId }, allowQuery) {
      if (keyId === null) return [];
      if (nativeKeyStyle !== 'auto') return [nativeKeyStyle];
      const known = learned(connectionId, keyId);
      const headers = nativeKeyStyles.filter((style) => style !== 'query');
      return [...new Set([...(known ? [known] : []), ...headers, ...(allowQuery ? (['query'] as const) : [])])];
    },
  };
}

/** An empty listing counts as a response: the key was accepted. */
export const isAnswered = (failure: Failure | null): boolean => failure === null || failure.code === 'empty';

/** Statuses of a path that a gateway does not serve, or of a response of another kind. */
const beyondTheKey: ReadonlySet<number | null> = new Set([200, 404, 405, 410, 501]);

/**
 * Returns whether a native listing shows how the gateway reads the key: it listed, or the last style got past a check of
 * the key that refused another one before. Where no style was refused, the path may have been checked first.
 */
export const settlesStyle = (tried: readonly TriedStyle[], failure: Failure | null): boolean =>
  isAnswered(failure) || (tried.length > 1 && !mayBeStyle(failure) && beyondTheKey.has(failure?.status ?? null));

/** LiteLLM responds with 500 to an unknown key. */
const aboutTheKey: ReadonlySet<number | null> = new Set([400, 401, 403, 500]);
const otherCauses: ReadonlySet<Failure['code']> = new Set([
  'quota',
  'rate-limited',
  'route-absent',
  'overloaded',
  'upstream',
]);

/** Returns whether a gateway may have refused a listing because it does not read the key where it was sent. */
export const mayBeStyle = (failure: Failure | null): boolean =>
  failure !== null &&
  (failure.code === 'auth' ||
    failure.code === 'key-style' ||
    (aboutTheKey.has(failure.status) && !otherCauses.has(failure.code)));
