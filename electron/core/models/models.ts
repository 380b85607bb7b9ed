import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import type { ModelList } from '#shared/contract/models.ts';
import { AppError, failure } from '#shared/routes/failure.ts';
import type { ConnectionRows } from '../connections/connection-rows.ts';
import type { Database } from '../store/database.ts';
import { createAcceptedModels, findChanges } from './accepted-models.ts';
import { askListing, type Perform } from './ask-listing.ts';
import { joinModels } from './join-models.ts';
import { type ListingRoute, type Listings, listingRoutes } from './listings.ts';

interface ModelParts {
  db: Database;
  listings: Listings;
  connections: Pick<ConnectionRows, 'find'>;
  /** The key that a question without one means; `null` when the connection has none. */
  firstKey: (connectionId: string) => string | null;
  perform: Perform;
  announce: (change: Change) => void;
}

/** A key of a connection whose list is meant; `null` for a connection without keys. */
interface Question {
  connectionId: string;
  keyId: string | null;
}

/** The models of each connection and key, both listings joined. A listing that fails leaves the earlier one in place. */
export function createModels({ db, listings, connections, firstKey, perform, announce }: ModelParts): Core['models'] {
  const accepted = createAcceptedModels(db);
  /** Refreshes under way, so that two windows that ask at once cause one pair of requests. */
  const running = new Map<string, Promise<void>>();

  const refreshRoute = async (route: ListingRoute, { connectionId, keyId }: Question) => {
    const askedAt = Date.now();
    const askedOrigin = connections.find(connectionId)?.origin;
    const asked = await askListing(perform, route, keyId === null ? { connectionId } : { connectionId, keyId });
    // The address was changed meanwhile: these are the models of another gateway.
    if (connections.find(connectionId)?.origin !== askedOrigin) return;
    const before = listings.find(connectionId, keyId ?? '', route);
    const isKept = asked.failure !== null && before !== null && before.listedAt !== null;
    listings.write(connectionId, keyId, route, {
      models: isKept ? before.models : asked.models,
      listedAt: isKept ? before.listedAt : asked.failure ? null : askedAt,
      askedAt,
      exchangeIds: asked.exchangeIds,
      failure: asked.failure,
    });
  };

  const refresh = (question: Question): Promise<void> => {
    const name = `${question.connectionId} ${question.keyId ?? ''}`;
    const known = running.get(name);
    if (known) return known;
    const work = Promise.all(listingRoutes.map((route) => refreshRoute(route, question))).then(() => {
      // The first whole list is what later ones are compared with.
      const { models, asOf, failures } = joined(question);
      if (asOf !== null && failures.length === 0 && !accepted.find(question.connectionId, question.keyId))
        accepted.write(question.connectionId, question.keyId, asOf, models);
      announce({ area: 'models', id: question.connectionId });
    });
    const ending = work.finally(() => running.delete(name));
    running.set(name, ending);
    return ending;
  };

  const joined = ({ connectionId, keyId }: Question) => {
    const known = listingRoutes.flatMap((route) => {
      const listing = listings.find(connectionId, keyId ?? '', route);
      return listing ? [{ route, ...listing }] : [];
    });
    const listed = known.flatMap(({ listedAt }) => listedAt ?? []);
    const asked = known.map(({ askedAt }) => askedAt);
    const times = listed.length > 0 ? listed : asked;
    return {
      known,
      models: joinModels(...known.map(({ models }) => models)),
      asOf: times.length > 0 ? Math.max(...times) : null,
      failures: known.flatMap(({ failure: found }) => found ?? []),
    };
  };

  function listOf(question: Question): ModelList {
    const { known, models, asOf, failures } = joined(question);
    const before = accepted.find(question.connectionId, question.keyId);
    // A list that is not whole would show every model of the missing half as removed.
    const isWhole = known.length > 0 && failures.length === 0;
    const listedBy: ModelList['listedBy'] = {};
    for (const { route, models: named } of known)
      for (const { id } of joinModels(named))
        listedBy[id] = [...(listedBy[id] ?? []), route === 'models' ? 'compatible' : 'native'];
    return {
      models,
      asOf,
      exchangeIds: known.flatMap(({ exchangeIds }) => exchangeIds),
      failures,
      listedBy,
      changes: before && isWhole ? findChanges(before, models) : [],
      changesSince: before?.at ?? null,
    };
  }

  const meant = (connectionId: string, keyId: string | undefined): Question => {
    if (!connections.find(connectionId)) throw new AppError(noConnection);
    return { connectionId, keyId: keyId ?? firstKey(connectionId) };
  };

  return {
    async list({ connectionId, keyId, refresh: isAsked }) {
      const question = meant(connectionId, keyId);
      if (isAsked) await refresh(question);
      return listOf(question);
    },
    acceptChanges({ connectionId, keyId }) {
      const question = meant(connectionId, keyId);
      const { models, asOf } = joined(question);
      if (asOf === null) return;
      accepted.write(question.connectionId, question.keyId, asOf, models);
      announce({ area: 'models', id: connectionId });
    },
  };
}

const noConnection = failure('not-found-here', 'This connection is not there any more: it was removed elsewhere.', {
  hint: 'Choose another connection.',
});
