import type { Failure } from '#shared/routes/failure.ts';
import type { ModelRecord } from '#shared/routes/part.ts';
import type { Database } from '../store/database.ts';

/** The routes that list models. */
export const listingRoutes = ['models', 'native.models'] as const;
export type ListingRoute = (typeof listingRoutes)[number];

/** What is known of one listing of one key. */
interface Listing {
  /** Of the last listing that came whole. */
  models: ModelRecord[];
  /** When that one was asked for, milliseconds since 1970; `null` when none ever came. */
  listedAt: number | null;
  /** The last attempt: when, with which exchanges, and why it failed if it did. */
  askedAt: number;
  exchangeIds: string[];
  failure: Failure | null;
}

export interface Listings {
  /** What a key lists; with `''` for the key, what is listed without one. */
  find(connectionId: string, keyId: string, route: ListingRoute): Listing | null;
  /** Does nothing for a connection that was removed meanwhile. */
  write(connectionId: string, keyId: string | null, route: ListingRoute, listing: Listing): void;
  /** Also the list that was accepted: it was another gateway's. */
  forgetOf(connectionId: string): void;
}

export function createListings({ sql }: Database): Listings {
  const one = sql.prepare('SELECT * FROM model_listings WHERE connection_id = ? AND route_id = ? AND key_id = ?');
  const write = sql.prepare(
    `INSERT OR REPLACE INTO model_listings
       (connection_id, key_id, route_id, models, listed_at, asked_at, exchange_ids, failure)
     SELECT id, ?, ?, ?, ?, ?, ?, ? FROM connections WHERE id = ?`,
  );
  const forget = sql.prepare('DELETE FROM model_listings WHERE connection_id = ?');
  const forgetAccepted = sql.prepare('DELETE FROM accepted_models WHERE connection_id = ?');
  return {
    find(connectionId, keyId, route) {
      const row = one.get(connectionId, route, keyId);
      if (!row) return null;
      return {
        models: JSON.parse(String(row.models)),
        listedAt: row.listed_at === null ? null : Number(row.listed_at),
        askedAt: Number(row.asked_at),
        exchangeIds: JSON.parse(String(row.exchange_ids)),
        failure: row.failure === null ? null : JSON.parse(String(row.failure)),
      };
    },
    write(connectionId, keyId, route, { models, listedAt, askedAt, exchangeIds, failure }) {
      write.run(
        keyId ?? '',
        route,
        JSON.stringify(models),
        listedAt,
        askedAt,
        JSON.stringify(exchangeIds),
        failure && JSON.stringify(failure),
        connectionId,
      );
    },
    forgetOf(connectionId) {
      forget.run(connectionId);
      forgetAccepted.run(connectionId);
    },
  };
}
