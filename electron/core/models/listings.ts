import type { Failure } from '#shared/routes/failure.ts';
import type { ModelRecord } from '#shared/routes/part.ts';
import type { Database } from '../store/database.ts';

/** The routes that list models. */
export const listingRoutes = ['models', 'native.models'] as const;
export type ListingRoute = (typeof listingRoutes)[number];

/** Whose list is meant: what a gateway lists depends on the key. `null` for a connection that has none. */
export interface ListOwner {
  connectionId: string;
  keyId: string | null;
}

/** What is known of one listing. */
export interface Listing {
  /** Of the last listing that came whole; before there was one, as far as it came. */
  models: ModelRecord[];
  /** When that one was asked for, milliseconds since 1970; `null` when none ever came. */
  listedAt: number | null;
  /** The last attempt: when, with which exchanges, and why it failed if it did. */
  askedAt: number;
  exchangeIds: string[];
  failure: Failure | null;
}

export interface Listings {
  find(owner: ListOwner, route: ListingRoute): Listing | null;
  /** Does nothing for a connection or key that was removed meanwhile. */
  write(owner: ListOwner, route: ListingRoute, listing: Listing): void;
  /** Also the lists that were accepted: they were another gateway's. */
  forgetOf(connectionId: string): void;
}

export function createListings({ sql }: Pick<Database, 'sql'>): Listings {
  const one = sql.prepare('SELECT * FROM model_listings WHERE connection_id = ? AND key_id = ? AND route_id = ?');
  const write = sql.prepare(
    `INSERT OR REPLACE INTO model_listings
       (connection_id, key_id, route_id, models, listed_at, asked_at, exchange_ids, failure)
     SELECT c.id, ?1, ?2, ?3, ?4, ?5, ?6, ?7 FROM connections c
     WHERE c.id = ?8 AND (?1 = '' OR EXISTS (SELECT 1 FROM keys WHERE keys.id = ?1 AND keys.connection_id = c.id))`,
  );
  const forget = sql.prepare('DELETE FROM model_listings WHERE connection_id = ?');
  const forgetAccepted = sql.prepare('DELETE FROM accepted_models WHERE connection_id = ?');
  return {
    find({ connectionId, keyId }, route) {
      const row = one.get(connectionId, keyId ?? '', route);
      if (!row) return null;
      return {
        models: JSON.parse(String(row.models)),
        listedAt: row.listed_at === null ? null : Number(row.listed_at),
        askedAt: Number(row.asked_at),
        exchangeIds: JSON.parse(String(row.exchange_ids)),
        failure: row.failure === null ? null : JSON.parse(String(row.failure)),
      };
    },
    write({ connectionId, keyId }, route, { models, listedAt, askedAt, exchangeIds, failure }) {
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
