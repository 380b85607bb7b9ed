import type { NativeKeyStyle } from '#shared/contract/connections.ts';
import type { ModelList, SurfaceListing } from '#shared/contract/models.ts';
import { joinModels } from './join-models.ts';
import { type Listing, type ListingRoute, type Listings, type ListOwner, listingRoutes } from './listings.ts';
import { isAnswered } from './native-key-styles.ts';

/** Both listings of one key as one list. */
export interface JoinedList extends Omit<ModelList, 'changes' | 'changesSince'> {
  /** False while a listing is there only in part: a model that it lacks is not known to be missing. */
  isWhole: boolean;
}

/** How native routes get the key. */
export interface NativeStyle {
  isPinned: boolean;
  /** `null` while it is not known. */
  style: NativeKeyStyle | null;
}

const families = { models: 'compatible', 'native.models': 'native' } as const satisfies Record<ListingRoute, string>;

export function joinedList(
  listings: Pick<Listings, 'find'>,
  owner: ListOwner,
  native: NativeStyle = { isPinned: false, style: null },
): JoinedList {
  const known = listingRoutes.flatMap((route) => {
    const listing = listings.find(owner, route);
    return listing ? [{ ...listing, route, models: joinModels(listing.models) }] : [];
  });
  const listedBy = new Map<string, ('compatible' | 'native')[]>();
  for (const { route, models } of known)
    for (const { id } of models) listedBy.set(id, [...(listedBy.get(id) ?? []), families[route]]);
  const listed = known.flatMap(({ listedAt }) => listedAt ?? []);
  const times = listed.length > 0 ? listed : known.map(({ askedAt }) => askedAt);
  const surfaces = known.map(({ route, ...listing }): SurfaceListing => {
    const other = known.find((one) => one.route !== route);
    return {
      surface: families[route],
      state: stateOf(route, listing, other !== undefined && isAnswered(other.failure), native.isPinned),
      failure: listing.failure,
      tried: listing.tried,
    };
  });
  return {
    models: joinModels(...known.map(({ models }) => models)),
    asOf: times.length > 0 ? Math.max(...times) : null,
    exchangeIds: known.flatMap(({ exchangeIds }) => exchangeIds),
    failures: surfaces.flatMap(({ state, failure }) =>
      state === 'not-offered' || state === 'key-style' || !failure ? [] : [failure],
    ),
    surfaces,
    nativeKeyStyle: native.style,
    latencyMs: known.find(({ latencyMs }) => latencyMs !== null)?.latencyMs ?? null,
    listedBy: Object.fromEntries(listedBy),
    isWhole: listed.length > 0 && !known.some(isPartial),
  };
}

/** Statuses of a path that a gateway does not serve. */
const absent: ReadonlySet<number | null> = new Set([404, 405, 410, 501]);
const refused: ReadonlySet<number | null> = new Set([401, 403]);

/** What a surface that did not list means, seen beside the other one. */
function stateOf(
  route: ListingRoute,
  { failure, listedAt, models }: Pick<Listing, 'failure' | 'listedAt' | 'models'>,
  isOtherAnswered: boolean,
  isPinned: boolean,
): SurfaceListing['state'] {
  if (isAnswered(failure)) return 'listed';
  if (!isOtherAnswered || failure === null) return 'failed';
  const hasListed = listedAt !== null || models.length > 0;
  if (absent.has(failure.status)) return hasListed ? 'failed' : 'not-offered';
  const isRefusal = failure.code === 'key-style' || failure.code === 'auth' || refused.has(failure.status);
  if (route !== 'native.models' || !isRefusal || failure.code === 'quota') return 'failed';
  // Every header was tried: a gateway that once listed has the routes, one that never did has none for this key.
  return isPinned || hasListed ? 'key-style' : 'not-offered';
}

/** A gateway may well have only one of the two listings: the other one then holds nothing at all. */
const isPartial = ({ listedAt, models }: Listing) => listedAt === null && models.length > 0;
