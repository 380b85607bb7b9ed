import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import type { ModelList } from '#shared/contract/models.ts';
import { AppError, failure } from '#shared/routes/failure.ts';
import type { ConnectionRows } from '../connections/connection-rows.ts';
import type { Keys } from '../keys/keys.ts';
import type { Database } from '../store/database.ts';
import { comparedOf, createAcceptedModels, findChanges } from './accepted-models.ts';
import { askListing, type Perform } from './ask-listing.ts';
import { joinedList } from './joined-list.ts';
import { type ListingRoute, type Listings, type ListOwner, listingRoutes } from './listings.ts';

interface ModelParts {
  db: Pick<Database, 'sql'>;
  listings: Listings;
  connections: Pick<ConnectionRows, 'find'>;
  keys: Pick<Keys, 'choose' | 'listOf'>;
  perform: Perform;
  announce: (change: Change) => void;
}

/**
 * The models that each key of a connection lists, both listings joined. A listing that fails leaves the earlier one in
 * place. The first whole list is accepted silently; later ones are shown with what differs from it.
 */
export function createModels(parts: ModelParts): Core['models'] {
  const { db, listings, connections, keys, perform, announce } = parts;
  const accepted = createAcceptedModels(db);
  /** Refreshes under way, so that two windows that ask at once cause one pair of requests. */
  const running = new Map<string, Promise<void>>();

  const refreshRoute = async (route: ListingRoute, owner: ListOwner) => {
    const { connectionId, keyId } = owner;
    const askedAt = Date.now();
    const askedOrigin = connections.find(connectionId)?.origin;
    const asked = await askListing(perform, route, keyId === null ? { connectionId } : { connectionId, keyId });
    // The address was changed meanwhile: these are the models of another gateway.
    if (connections.find(connectionId)?.origin !== askedOrigin) return;
    const before = listings.find(owner, route);
    const isKept = asked.failure !== null && before !== null && before.listedAt !== null;
    listings.write(owner, route, {
      models: isKept ? before.models : asked.models,
      listedAt: isKept ? before.listedAt : asked.failure ? null : askedAt,
      askedAt,
      exchangeIds: asked.exchangeIds,
      failure: asked.failure,
    });
  };

  const refresh = (owner: ListOwner): Promise<void> => {
    const name = `${owner.connectionId} ${owner.keyId ?? ''}`;
    const known = running.get(name);
    if (known) return known;
    const work = Promise.all(listingRoutes.map((route) => refreshRoute(route, owner))).then(() => {
      if (!accepted.find(owner)) accept(owner);
      announce({ area: 'models', id: owner.connectionId });
    });
    const ending = work.finally(() => running.delete(name));
    running.set(name, ending);
    return ending;
  };

  const accept = (owner: ListOwner) => {
    const { models, listedBy, asOf, isWhole } = joinedList(listings, owner);
    if (isWhole && asOf !== null) accepted.write(owner, { listedAt: asOf, models: comparedOf(models, listedBy) });
  };

  const listOf = (owner: ListOwner): ModelList => {
    const { isWhole, ...list } = joinedList(listings, owner);
    const before = accepted.find(owner);
    return {
      ...list,
      changes: before && isWhole ? findChanges(before.models, comparedOf(list.models, list.listedBy)) : [],
      changesSince: before?.listedAt ?? null,
    };
  };

  const check = (connectionId: string) => {
    if (!connections.find(connectionId)) throw new AppError(noConnection);
  };

  return {
    async list({ connectionId, keyId, refresh: isAsked }) {
      check(connectionId);
      // The key that a draft without one would be sent with.
      const owner = { connectionId, keyId: keyId ?? keys.choose(connectionId, undefined)?.id ?? null };
      if (isAsked) await refresh(owner);
      return listOf(owner);
    },
    acceptChanges({ connectionId, keyId }) {
      check(connectionId);
      const every = [null, ...keys.listOf(connectionId).map(({ id }) => id)];
      for (const id of keyId === undefined ? every : [keyId]) accept({ connectionId, keyId: id });
      announce({ area: 'models', id: connectionId });
    },
  };
}

const noConnection = failure('not-found-here', 'This connection is not there any more: it was removed elsewhere.', {
  hint: 'Choose another connection.',
});
