import type { TriedStyle } from '#shared/contract/models.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import type { ModelRecord } from '#shared/protocol/part.ts';
import type { Database } from '../store/database.ts';

/** The routes that list models. */
export const listingRoutes = ['models', 'native.models'] as const;
export type ListingRoute = (typeof listingRoutes)[number];

/** Owner of a list: what a gateway lists depends on the key. `null` for a connection without keys. */
export interface ListOwner {
  connectionId: string;
  keyId: string | null;
}

/** What is known about one listing. */
export interface Listing {
  /** Models of the last complete listing; before there was one, as many as arrived. */
  models: ModelRecord[];
  /** When that listing was requested, milliseconds since 1970; `null` when none was ever complete. */
  listedAt: number | null;
  /** The last attempt: when, with which exchanges, and why it failed, if it did. */
  askedAt: number;
  exchangeIds: string[];
  failure: Failure | null;
  /** From the request to the headers of the last attempt, in milliseconds; `null` without a response. */
  latencyMs: number | null;
  /** Each style in which the last attempt sent the key; empty for `/v1` and without a key. */
  tried: TriedStyle[];
}

export interface Listings {
  /** The complete listings of a connection, of every key and route, the newest first. */
  ofConnection(connectionId: string): Pick<Listing, 'models' | 'listedAt'>[];
  find(owner: ListOwner, route: ListingRoute): Listing | null;
  /** Does nothing for a connection or key that was deleted meanwhile. */
  write(owner: ListOwner, route: ListingRoute, listing: Listing): void;
  /** Also deletes the accepted lists and the native key styles: they belonged to another gateway. */
  forgetOf(connectionId: string): void;
}

export function createListings({ sql }: Pick<Database, 'sql'>): Listings {
  const one = sql.prepare('SELECT * FROM model_listings WHERE connection_id = ? AND key_id = ? AND route_id = ?');
  const write = sql.prepare(
    `INSERT OR REPLACE INTO model_listings
       (connection_id, key_id, route_id, models, listed_at, asked_at, exchange_ids, failure, latency_ms, tried)
     SELECT c.id, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?9, ?10 FROM connections c
     WHERE c.id = ?8 AND (?1 = '' OR EXISTS (SELECT 1 FROM keys WHERE keys.id = ?1 AND keys.connection_id = c.id))`,
  );
  const all = sql.prepare(
    'SELECT models, listed_at FROM model_listings WHERE connection_id = ? AND listed_at IS NOT NULL ORDER BY listed_at DESC',
  );
  const forget = sql.prepare('DELETE FROM model_listings WHERE connection_id = ?');
  const forgetAccepted = sql.prepare('DELETE FROM accepted_models WHERE connection_id = ?');
  const forgetStyles = sql.prepare('DELETE FROM native_key_styles WHERE connection_id = ?');
  return {
    ofConnection: (connectionId) =>
      all.all(connectionId).map((row) => ({
        models: JSON.parse(String(row.models)),
        listedAt: Number(row.listed_at),
      })),
    find({ connectionId, keyId }, route) {
      const row = one.get(connectionId, keyId ?? '', route);
      if (!row) return null;
      return {
        models: JSON.parse(String(row.models)),
        listedAt: row.listed_at === null ? null : Number(row.listed_at),
        askedAt: Number(row.asked_at),
        exchangeIds: JSON.parse(String(row.exchange_ids)),
        failure: row.failure === null ? null : JSON.parse(String(row.failure)),
        latencyMs: row.latency_ms === null ? null : Number(row.latency_ms),
        tried: JSON.parse(String(row.tried)),
      };
    },
    write({ connectionId, keyId }, route, { models, listedAt, askedAt, exchangeIds, failure, latencyMs, tried }) {
      write.run(
        keyId ?? '',
        route,
        JSON.stringify(models),
        listedAt,
        askedAt,
        JSON.stringify(exchangeIds),
        failure && JSON.stringify(failure),
        connectionId,
        latencyMs,
        JSON.stringify(tried),
      );
    },
    forgetOf(connectionId) {
      forget.run(connectionId);
      forgetAccepted.run(connectionId);
      forgetStyles.run(connectionId);
    },
  };
}
