import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import type { ModelList } from '#shared/contract/models.ts';
import { AppError, failure } from '#shared/routes/failure.ts';
import type { ConnectionRows } from '../connections/connection-rows.ts';
import { askListing, type Perform } from './ask-listing.ts';
import { joinModels } from './join-models.ts';
import { type ListingRoute, type Listings, listingRoutes } from './listings.ts';

interface ModelParts {
  listings: Listings;
  connections: Pick<ConnectionRows, 'find'>;
  perform: Perform;
  announce: (change: Change) => void;
}

interface Question {
  connectionId: string;
  keyId?: string | undefined;
}

/** The models of each connection, both listings joined. A listing that fails leaves the earlier one in place. */
export function createModels({ listings, connections, perform, announce }: ModelParts): Core['models'] {
  /** Refreshes under way, so that two windows that ask at once cause one pair of requests. */
  const running = new Map<string, Promise<void>>();

  const refreshRoute = async (route: ListingRoute, { connectionId, keyId }: Question) => {
    const askedAt = Date.now();
    const askedOrigin = connections.find(connectionId)?.origin;
    const asked = await askListing(perform, route, keyId === undefined ? { connectionId } : { connectionId, keyId });
    // The address was changed meanwhile: these are the models of another gateway.
    if (connections.find(connectionId)?.origin !== askedOrigin) return;
    const before = listings.find(connectionId, route);
    const isKept = asked.failure !== null && before !== null && before.listedAt !== null;
    listings.write(connectionId, route, {
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
      announce({ area: 'models', id: question.connectionId });
    });
    const ending = work.finally(() => running.delete(name));
    running.set(name, ending);
    return ending;
  };

  return {
    async list({ connectionId, keyId, refresh: isAsked }) {
      if (!connections.find(connectionId)) throw new AppError(noConnection);
      if (isAsked) await refresh({ connectionId, keyId });
      return listOf(listings, connectionId);
    },
  };
}

function listOf(listings: Listings, connectionId: string): ModelList {
  const known = listingRoutes.flatMap((route) => listings.find(connectionId, route) ?? []);
  const listed = known.flatMap(({ listedAt }) => listedAt ?? []);
  const asked = known.map(({ askedAt }) => askedAt);
  const times = listed.length > 0 ? listed : asked;
  return {
    models: joinModels(...known.map(({ models }) => models)),
    asOf: times.length > 0 ? Math.max(...times) : null,
    exchangeIds: known.flatMap(({ exchangeIds }) => exchangeIds),
    failures: known.flatMap(({ failure }) => failure ?? []),
  };
}

const noConnection = failure('not-found-here', 'This connection is not there any more: it was removed elsewhere.', {
  hint: 'Choose another connection.',
});
