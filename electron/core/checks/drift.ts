import type { CheckCell, CheckDrift, CheckVerdict } from '#shared/contract/checks.ts';
import { isProven } from './proven.ts';

/** One run as it is compared. */
export interface ComparedRun {
  rows: readonly CheckCell[];
  /** Ids of the models that were listed. */
  models: readonly string[];
}

/** Nothing was learned: no change is drawn from it, unless something worked there before. */
const silent: ReadonlySet<CheckVerdict> = new Set(['not-tried', 'skipped-costly', 'unclear']);

/** A slower answer counts when it took more than twice as long, and that was to be felt. */
const latencyFactor = 2;
const latencyMs = 200;

/** By the key itself: a key may have been given another name between two runs. */
const placeOf = ({ routeId, keyId, model }: CheckCell): string => JSON.stringify([routeId, keyId, model]);

/**
 * What differs between two runs, cell by cell and in the list of models; regressions first. A cell that is part of only one
 * of them is no difference; a model that worked and is listed no more is a regression, and so is a cell that worked and
 * could not be tried, because the key had no model to try it with.
 */
export function findDrift(before: ComparedRun, after: ComparedRun): CheckDrift[] {
  const earlier = new Map(before.rows.map((cell) => [placeOf(cell), cell]));
  const byRoute = new Map<string, CheckCell>();
  for (const cell of before.rows) if (isProven(cell.verdict)) byRoute.set(placeOf({ ...cell, model: null }), cell);
  const found = after.rows.flatMap((cell) => {
    // Without a model there is nothing to find it by but its route and key.
    const old = earlier.get(placeOf(cell)) ?? (cell.model === null ? byRoute.get(placeOf(cell)) : undefined);
    return old && cell.state === 'ended' && old.state === 'ended' ? cellDrift(old, cell) : [];
  });
  return [...found, ...modelDrift(before, after)].toSorted(
    (first, second) => Number(second.isRegression) - Number(first.isRegression),
  );
}

/** There was nothing to try it with, or trying failed; a run that was stopped or capped says nothing. */
const couldNotBeTried = ({ verdict, action, failure }: CheckCell): boolean =>
  verdict === 'not-tried' && (action === 'skip' || (failure !== null && failure.code !== 'aborted'));

function cellDrift(before: CheckCell, after: CheckCell): CheckDrift[] {
  const isLost = isProven(before.verdict) && (after.verdict === 'unclear' || couldNotBeTried(after));
  if (silent.has(before.verdict) || (silent.has(after.verdict) && !isLost)) return [];
  const change = (what: CheckDrift['what'], old: string, now: string, isRegression = false): CheckDrift => ({
    cellId: after.id,
    what,
    before: old,
    after: now,
    isRegression,
  });
  if (before.verdict !== after.verdict)
    return [change('verdict', before.verdict, after.verdict, isProven(before.verdict) && !isProven(after.verdict))];
  const found: CheckDrift[] = [];
  if (before.shape !== null && after.shape !== null && before.shape !== after.shape)
    found.push(change('shape', before.shape, after.shape));
  const [old, now] = [before.totalMs, after.totalMs];
  // The time of a refusal says nothing of an answer's.
  if (before.proof === 'answered' && after.proof === 'answered' && old !== null && now !== null) {
    const [short, long] = old < now ? [old, now] : [now, old];
    if (long > short * latencyFactor && long - short > latencyMs)
      found.push(change('latency', `${Math.round(old)} ms`, `${Math.round(now)} ms`));
  }
  return found;
}

function modelDrift(before: ComparedRun, after: ComparedRun): CheckDrift[] {
  if (before.models.length === 0 || after.models.length === 0) return [];
  const old = new Set(before.models);
  const now = new Set(after.models);
  const worked = new Set(before.rows.filter(({ verdict }) => isProven(verdict)).map(({ model }) => model));
  const answers = new Set(after.rows.filter(({ verdict }) => isProven(verdict)).map(({ model }) => model));
  const removed = before.models.filter((id) => !now.has(id));
  const added = after.models.filter((id) => !old.has(id));
  return [
    ...removed.map((id) => ({
      cellId: null,
      what: 'model-removed' as const,
      before: id,
      after: '',
      // A model that answers although it is not listed did not get worse.
      isRegression: worked.has(id) && !answers.has(id),
    })),
    ...added.map((id) => ({ cellId: null, what: 'model-added' as const, before: '', after: id, isRegression: false })),
  ];
}
