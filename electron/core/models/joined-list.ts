import type { ModelList } from '#shared/contract/models.ts';
import { joinModels } from './join-models.ts';
import { type Listing, type ListingRoute, type Listings, type ListOwner, listingRoutes } from './listings.ts';

/** Both listings of one key as one list. */
export interface JoinedList extends Omit<ModelList, 'changes' | 'changesSince'> {
  /** False while a listing is there only in part: a model that it lacks is not known to be missing. */
  isWhole: boolean;
}

const families = { models: 'compatible', 'native.models': 'native' } as const satisfies Record<ListingRoute, string>;

export function joinedList(listings: Pick<Listings, 'find'>, owner: ListOwner): JoinedList {
  const known = listingRoutes.flatMap((route) => {
    const listing = listings.find(owner, route);
    return listing ? [{ ...listing, route, models: joinModels(listing.models) }] : [];
  });
  const listedBy = new Map<string, ('compatible' | 'native')[]>();
  for (const { route, models } of known)
    for (const { id } of models) listedBy.set(id, [...(listedBy.get(id) ?? []), families[route]]);
  const listed = known.flatMap(({ listedAt }) => listedAt ?? []);
  const times = listed.length > 0 ? listed : known.map(({ askedAt }) => askedAt);
  return {
    models: joinModels(...known.map(({ models }) => models)),
    asOf: times.length > 0 ? Math.max(...times) : null,
    exchangeIds: known.flatMap(({ exchangeIds }) => exchangeIds),
    failures: known.flatMap(({ failure }) => failure ?? []),
    listedBy: Object.fromEntries(listedBy),
    isWhole: listed.length > 0 && !known.some(isPartial),
  };
}

/** A gateway may well have only one of the two listings: the other one then holds nothing at all. */
const isPartial = ({ listedAt, models }: Listing) => listedAt === null && models.length > 0;
