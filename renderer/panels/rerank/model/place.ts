import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { SelectedPlace, WorkOrigin } from '../../../lib/gateway/origin/work-origin.ts';
import type { Outcome, RankSet } from './rank-set.ts';

/** Where a ranking belongs; `null` while nothing was sent, or when that is not known any more. */
export const originOf = ({ outcome }: Pick<RankSet, 'outcome'>): WorkOrigin | null =>
  outcome?.place ? { ...outcome.place, routeId: 'rerank', model: outcome.calls[0]?.model ?? '' } : null;

/** The exchange that tells most of an outcome: the newest ranking, else the retrieval. */
export const newestExchange = ({ calls, retrieval }: Outcome): string | null =>
  calls.findLast(({ exchangeId }) => exchangeId !== null)?.exchangeId ?? retrieval?.exchangeId ?? null;

/** An outcome of an earlier version with its place, which such a version did not store: the record of its exchange has it. */
export async function withRecordedPlace(
  set: RankSet,
  recordOf: (
    exchangeId: string,
  ) => Promise<Pick<ExchangeDetail, 'connectionId' | 'connectionName' | 'keyAlias' | 'draft'>>,
): Promise<RankSet> {
  const { outcome } = set;
  const exchangeId = outcome && !outcome.place ? newestExchange(outcome) : null;
  if (!outcome || exchangeId === null) return set;
  try {
    const { connectionId, connectionName, keyAlias, draft } = await recordOf(exchangeId);
    if (!connectionId) return set;
    const place: SelectedPlace = { connectionId, connectionName, keyId: draft?.keyId ?? null, keyAlias };
    return { ...set, outcome: { ...outcome, place } };
  } catch {
    // It was deleted since. The ranking is shown without a place.
    return set;
  }
}
