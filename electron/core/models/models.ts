import type { NativeKeyStyle } from '#shared/contract/connections.ts';
import type { Draft } from '#shared/contract/exchanges.ts';
import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import type { ModelList, SurfaceListing, TriedStyle } from '#shared/contract/models.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { ModelRecord, Part } from '#shared/protocol/part.ts';
import type { Keys } from '../keys/keys.ts';
import type { ConnectionPort } from '../ports.ts';
import type { Database } from '../store/database.ts';
import { comparedOf, createAcceptedModels, findChanges } from './accepted-models.ts';
import { type Listing, type ListingRoute, type Listings, type ListOwner, listingRoutes } from './listings.ts';
import { isAnswered, mayBeStyle, type NativeKeyStyles, settlesStyle } from './native-key-styles.ts';
import { type ListingRequest, type Perform, requestListing } from './request-listing.ts';

interface ModelParts {
  db: Pick<Database, 'sql'>;
  listings: Listings;
  nativeKeys: NativeKeyStyles;
  connections: Pick<ConnectionPort, 'find'>;
  keys: Pick<Keys, 'choose' | 'listOf'>;
  /** Runs drafts, recorded like any other exchange. The last part is `run-end`. */
  exchanges: { perform(draft: Draft, options: { signal: AbortSignal; keepDraft: true }): AsyncIterable<Part> };
  announce: (change: Change) => void;
}

/**
 * Lists the models of each key of a connection, with both listings merged. A failed listing leaves the previous one in
 * place. The first complete list is accepted silently; later ones are shown with their differences from it. Listing
 * also determines the native key style: a listing creates nothing, so it may be sent several times.
 */
export function createModels(parts: ModelParts): Core['models'] {
  const { db, listings, nativeKeys: styles, connections, keys, exchanges, announce } = parts;
  const perform: Perform = (draft) =>
    exchanges.perform(draft, { signal: new AbortController().signal, keepDraft: true });
  const accepted = createAcceptedModels(db);
  /** Refreshes in progress, so that two windows refreshing at once cause one pair of requests. */
  const running = new Map<string, Promise<void>>();

  const originOf = ({ connectionId }: ListOwner) => connections.find(connectionId)?.origin;

  const keep = (
    route: ListingRoute,
    owner: ListOwner,
    askedAt: number,
    { models, tried, ...result }: SurfaceResult,
  ) => {
    const before = listings.find(owner, route);
    const isKept = result.failure !== null && before !== null && before.listedAt !== null;
    listings.write(owner, route, {
      models: isKept ? before.models : models,
      listedAt: isKept ? before.listedAt : result.failure ? null : askedAt,
      askedAt,
      exchangeIds: result.exchangeIds,
      failure: result.failure,
      latencyMs: result.latencyMs,
      tried,
    });
    const worked = tried.at(-1);
    if (worked && settlesStyle(tried, result.failure)) styles.note(owner, worked.style);
  };

  const listOnce = (route: ListingRoute, { connectionId, keyId }: ListOwner, style?: NativeKeyStyle) =>
    requestListing(perform, route, keyId === null ? { connectionId } : { connectionId, keyId }, style);

  /** Tries one key style after another, until the gateway lists or refuses for another reason. */
  const listNative = async (
    owner: ListOwner,
    tryQueryKey: boolean,
    compatible: Promise<void>,
  ): Promise<SurfaceResult> => {
    const connection = connections.find(owner.connectionId);
    const ways = connection ? styles.toTry(connection, owner, tryQueryKey) : [];
    if (ways.length === 0) return { ...(await listOnce('native.models', owner)), tried: [] };
    const tried: TriedStyle[] = [];
    const exchangeIds: string[] = [];
    let first: ListingRequest | null = null;
    for (const style of ways) {
      const result = await listOnce('native.models', owner, style);
      tried.push({ style, status: result.status, exchangeId: result.exchangeIds[0] ?? null });
      exchangeIds.push(...result.exchangeIds);
      first ??= result;
      if (!mayBeStyle(result.failure)) return { ...result, exchangeIds, tried };
      await compatible;
      // A key that `/v1` refuses is wrong, and each further refusal may count against its user.
      if (!tryQueryKey && listings.find(owner, 'models')?.failure?.code === 'auth') break;
    }
    return { ...(first as ListingRequest), exchangeIds, tried };
  };

  const listBoth = async (owner: ListOwner, tryQueryKey: boolean) => {
    const origin = originOf(owner);
    const listOne = async (route: ListingRoute, ask: () => Promise<SurfaceResult>) => {
      const askedAt = Date.now();
      const result = await ask();
      // If the address was changed meanwhile, these are the models of another gateway.
      if (originOf(owner) !== origin) return;
      keep(route, owner, askedAt, result);
      announce({ area: 'models', id: owner.connectionId });
    };
    const compatible = listOne('models', async () => ({ ...(await listOnce('models', owner)), tried: [] }));
    // `/v1` first: its verdict on the key tells what a native refusal means. A `/v1` without a response does not block.
    await settledWithin(compatible, leadMs);
    if (originOf(owner) === origin) await listOne('native.models', () => listNative(owner, tryQueryKey, compatible));
    await compatible;
    if (accepted.find(owner)) return;
    accept(owner);
    announce({ area: 'models', id: owner.connectionId });
  };

  const refresh = (owner: ListOwner, tryQueryKey: boolean): Promise<void> => {
    const name = `${owner.connectionId} ${owner.keyId ?? ''} ${tryQueryKey}`;
    const known = running.get(name);
    if (known) return known;
    const ending = listBoth(owner, tryQueryKey).finally(() => running.delete(name));
    running.set(name, ending);
    return ending;
  };

  const joined = (owner: ListOwner) => {
    const pinned = connections.find(owner.connectionId)?.nativeKeyStyle ?? 'auto';
    const learned = owner.keyId === null ? null : styles.learned(owner.connectionId, owner.keyId);
    return joinedList(listings, owner, { isPinned: pinned !== 'auto', style: pinned === 'auto' ? learned : pinned });
  };

  const accept = (owner: ListOwner) => {
    const { models, listedBy, asOf, isWhole } = joined(owner);
    if (isWhole && asOf !== null) accepted.write(owner, { listedAt: asOf, models: comparedOf(models, listedBy) });
  };

  const listOf = (owner: ListOwner): ModelList => {
    const { isWhole, ...list } = joined(owner);
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
    async list({ connectionId, keyId, refresh: isAsked, tryQueryKey = false }) {
      check(connectionId);
      // The key that a draft without one would use.
      const owner = { connectionId, keyId: keyId ?? keys.choose(connectionId, undefined)?.id ?? null };
      if (isAsked) await refresh(owner, tryQueryKey);
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

/** How long to wait for `/v1` before the native listing is requested in parallel, in milliseconds. */
const leadMs = 2000;

/** Resolves when a promise has settled, or after `ms` milliseconds. */
async function settledWithin(promise: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise, over]).finally(() => clearTimeout(timer));
}

/** Result of one surface, and the styles in which the key was sent there. */
type SurfaceResult = Omit<ListingRequest, 'status'> & { tried: TriedStyle[] };

const noConnection = failure('not-found-here', 'This connection was deleted in another window.', {
  hint: 'Select another connection.',
});

/** Both listings of one key as one list. */
interface JoinedList extends Omit<ModelList, 'changes' | 'changesSince'> {
  /** False while a listing is incomplete: a model that it lacks is not known to be missing. */
  isWhole: boolean;
}

/** How native routes send the key. */
interface NativeStyle {
  isPinned: boolean;
  /** `null` while unknown. */
  style: NativeKeyStyle | null;
}

const families = { models: 'compatible', 'native.models': 'native' } as const satisfies Record<ListingRoute, string>;

function joinedList(
  listings: Pick<Listings, 'find'>,
  owner: ListOwner,
  native: NativeStyle = { isPinned: false, style: null },
): JoinedList {
  const known = listingRoutes.flatMap((route) => {
    const listing = listings.find(owner, route);
    return listing ? [{ ...listing, route, models: joinModels(listing.models) }] : [];
  });
  const models = joinModels(...known.map((listing) => listing.models));
  const ids = new Set(models.map(({ id }) => id));
  const listedBy = new Map<string, ('compatible' | 'native')[]>();
  for (const { route, models: own } of known)
    for (const model of own) {
      const id = listedId(ids, model.id);
      listedBy.set(id, [...(listedBy.get(id) ?? []), families[route]]);
    }
  const listed = known.flatMap(({ listedAt }) => listedAt ?? []);
  const times = listed.length > 0 ? listed : known.map(({ askedAt }) => askedAt);
  const surfaces = known.map(({ route, ...listing }): SurfaceListing => {
    const other = known.find((one) => one.route !== route);
    return {
      surface: families[route],
      state: stateOf(route, listing, other !== undefined && isAnswered(other.failure), native.isPinned),
      failure: listing.failure,
      latencyMs: listing.latencyMs,
      tried: listing.tried,
    };
  });
  return {
    models,
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

/** Returns what a surface without a listing means, given the other one. */
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

/** A gateway may support only one of the two listings: the other one is then empty. */
const isPartial = ({ listedAt, models }: Listing) => listedAt === null && models.length > 0;

/**
 * Merges models into one list, each id once, sorted by id. Ids stay as they are listed, because they are sent so; the
 * native list has `x` for what the compatible one before it may list as `models/x`. Of two records the earlier one wins;
 * what it leaves open is taken from the later one.
 */
export function joinModels(...listings: readonly (readonly ModelRecord[])[]): ModelRecord[] {
  const byId = new Map<string, ModelRecord>();
  for (const records of listings) {
    const before = new Set(byId.keys());
    for (const record of records) {
      const id = listedId(before, record.id);
      const known = byId.get(id);
      byId.set(id, known ? joinRecords(known, record) : { ...record, id });
    }
  }
  return [...byId.values()].sort((first, second) => (first.id < second.id ? -1 : 1));
}

/** Returns the id under which a model is in a joined list. */
function listedId(ids: { has(id: string): boolean }, id: string): string {
  return !ids.has(id) && ids.has(`models/${id}`) ? `models/${id}` : id;
}

const joinRecords = (first: ModelRecord, second: ModelRecord): ModelRecord => ({
  id: first.id,
  name: first.name ?? second.name,
  owner: first.owner ?? second.owner,
  endpoints: [...new Set([...first.endpoints, ...second.endpoints])],
  inputTokenLimit: first.inputTokenLimit ?? second.inputTokenLimit,
  outputTokenLimit: first.outputTokenLimit ?? second.outputTokenLimit,
  raw: { ...second.raw, ...first.raw },
});
