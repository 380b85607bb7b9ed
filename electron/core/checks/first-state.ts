import { skipReasons } from '#shared/contract/check-words.ts';
import type { CheckCell, PlannedCell } from '#shared/contract/checks.ts';
import { verdictOfListing } from './judging/judge-failure.ts';
import { cellIdOf } from './plan.ts';

/** A cell before it is asked for; one that is left out has ended with its reason. */
export function firstState(planned: PlannedCell): CheckCell {
  const { why, listFailure } = planned;
  const isSkipped = planned.action === 'skip';
  const costly = why === skipReasons.costly ? 'skipped-costly' : 'not-tried';
  return {
    routeId: planned.routeId,
    keyId: planned.keyId,
    keyAlias: planned.keyAlias,
    model: planned.model,
    action: planned.action,
    why,
    listFailure,
    calls: planned.calls,
    units: planned.units,
    id: cellIdOf(planned),
    state: isSkipped ? 'ended' : 'waiting',
    verdict: listFailure === null ? costly : verdictOfListing(listFailure),
    proof: null,
    sentence: listFailure === null ? (why ?? '') : `${why} ${listFailure.message}`,
    stage: null,
    status: listFailure?.status ?? null,
    firstByteMs: null,
    totalMs: null,
    shape: null,
    failure: listFailure,
    exchangeId: listFailure?.exchangeId ?? null,
    endedAt: null,
  };
}
