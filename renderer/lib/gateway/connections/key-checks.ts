import type { KeyMark } from '#shared/contract/checks.ts';
import type { ModelList } from '#shared/contract/models.ts';
import type { FailureCode } from '#shared/protocol/failure.ts';
import { type ListingVerdict, listingCount, listingVerdict } from '#shared/protocol/listing-verdict.ts';
import { useCall } from '../../client/query.ts';
import { persistedStore } from '../../preferences/persisted-store.ts';

/** What the newest listing with a key showed about it. */
export interface KeyCheck {
  verdict: ListingVerdict;
  /** Why the first failed listing failed. */
  code: FailureCode | null;
  status: number | null;
  /** From the request to the response headers. */
  latencyMs: number | null;
  models: number;
  /** Milliseconds since 1970. */
  at: number;
  exchangeId: string | null;
}

const useChecks = persistedStore<{ byKey: Record<string, KeyCheck> }>(
  'key-checks',
  { byKey: {} },
  { read: readChecks, shared: 'live' },
);

/** Earlier versions stored a gateway without native routes as a key that is partly refused. */
export function readChecks({ byKey }: Record<string, unknown>): { byKey?: Record<string, KeyCheck> } {
  if (typeof byKey !== 'object' || byKey === null) return {};
  const stored = Object.entries(byKey as Record<string, KeyCheck>);
  return {
    byKey: Object.fromEntries(stored.filter(([, check]) => check.verdict !== 'partly' || check.code !== 'auth')),
  };
}

export const useKeyCheck = (keyId: string): KeyCheck | undefined => useChecks(({ byKey }) => byKey[keyId]);

export function checkOf(list: ModelList, at: number): KeyCheck {
  const { verdict, failure: refusal } = listingVerdict(list.failures);
  return {
    verdict,
    code: refusal?.code ?? null,
    status: refusal?.status ?? null,
    latencyMs: list.latencyMs,
    models: verdict === 'refused' ? 0 : list.models.length,
    at,
    exchangeId: refusal?.exchangeId ?? list.exchangeIds[0] ?? null,
  };
}

/** The last known verdict on a key, and its source. */
export interface LastSeen extends Pick<KeyCheck, 'verdict' | 'code' | 'status' | 'latencyMs' | 'at' | 'exchangeId'> {
  from: 'listing' | 'check';
  /** How many of how many succeeded. */
  answered: number;
  asked: number;
}

/** Returns the newer of what a listing and what a check of routes and models showed about a key. */
export function lastSeenOf(listing: KeyCheck | undefined, mark: KeyMark | undefined): LastSeen | null {
  if (mark && (!listing || mark.checkedAt > listing.at)) {
    const { working, tried, code, exchangeId, checkedAt } = mark;
    const verdict = working === tried ? 'works' : working > 0 ? 'partly' : 'refused';
    return {
      from: 'check',
      verdict,
      answered: working,
      asked: tried,
      code,
      status: null,
      latencyMs: null,
      at: checkedAt,
      exchangeId,
    };
  }
  if (!listing) return null;
  const answered = { works: listingCount, partly: 1, refused: 0 }[listing.verdict];
  return { ...listing, from: 'listing', answered, asked: listingCount };
}

/** Returns what was last seen of each key of a connection; `null` for a key that was never used in a request. */
export function useLastSeen(connectionId: string, keyId: string): LastSeen | null {
  const listing = useKeyCheck(keyId);
  const marks = useCall('checks', 'keyMarks', { connectionId });
  return lastSeenOf(listing, marks.data?.[keyId]);
}

/** Stores what a listing showed about the key it was requested with. */
export function noteKeyCheck(keyId: string, list: ModelList): void {
  const check = checkOf(list, Date.now());
  useChecks.setState(({ byKey }) => ({ byKey: { ...byKey, [keyId]: check } }));
}

export function forgetKeyCheck(keyId: string): void {
  const { [keyId]: _gone, ...byKey } = useChecks.getState().byKey;
  useChecks.setState({ byKey });
}
