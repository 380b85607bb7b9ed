import type { CheckCell, CheckDrift, CheckVerdict } from '#shared/contract/checks.ts';
import { isProven } from './marks.ts';

/** One side of a comparison of runs. */
export interface ComparedRun {
  rows: readonly CheckCell[];
  /** Ids of the listed models. */
  models: readonly string[];
}

/** Verdicts without a finding: no change is derived from them, unless the cell worked before. */
const silent: ReadonlySet<CheckVerdict> = new Set(['not-tried', 'skipped-costly', 'unclear']);

/** A slower response counts when it took more than twice as long, by a noticeable amount. */
const latencyFactor = 2;
const latencyMs = 200;

/** Identified by the key itself: its alias may have changed between two runs. */
const placeOf = ({ routeId, keyId, model }: CheckCell): string => JSON.stringify([routeId, keyId, model]);

/** Returns a cell as messages and reports name it. */
export const nameOfCell = ({ routeId, keyAlias, model }: Pick<CheckCell, 'routeId' | 'keyAlias' | 'model'>): string =>
  [routeId, keyAlias, model].filter(Boolean).join(', ');

/** Returns a cell as a change names it: by the model that was planned, if the change is that another was tried. */
export const nameOfChanged = ({ replaced, ...cell }: CheckCell, { after }: CheckDrift): string =>
  nameOfCell({ ...cell, model: after === 'model-not-on-route' && replaced !== undefined ? replaced : cell.model });

/** Returns the cells that were tested before and have no counterpart now: nothing is known about a change of theirs. */
export function findUntested(before: readonly CheckCell[], after: readonly CheckCell[]): CheckCell[] {
  const places = new Set(
    after.flatMap((cell) => [placeOf(cell), placeOf({ ...cell, model: cell.replaced ?? cell.model })]),
  );
  // A cell without a model stands for every model of its route and key.
  const isMet = (cell: CheckCell) => places.has(placeOf(cell)) || places.has(placeOf({ ...cell, model: null }));
  return before.filter((cell) => cell.action !== 'skip' && cell.state === 'ended' && !isMet(cell));
}

/**
 * Finds the differences between two runs, cell by cell and in the model list; regressions first. A cell that exists in
 * only one of them is not a difference. Regressions include a model that worked and is no longer listed, and a cell
 * that worked and could not be tried because the key had no model for it.
 */
export function findDrift(before: ComparedRun, after: ComparedRun): CheckDrift[] {
  const earlier = new Map(before.rows.map((cell) => [placeOf(cell), cell]));
  const byRoute = new Map<string, CheckCell>();
  for (const cell of before.rows) if (isProven(cell.verdict)) byRoute.set(placeOf({ ...cell, model: null }), cell);
  const found = after.rows.flatMap((cell) => {
    const planned = cell.replaced === undefined ? undefined : earlier.get(placeOf({ ...cell, model: cell.replaced }));
    if (planned && isProven(planned.verdict)) return replacedDrift(planned, cell);
    // Without a model, a cell can only be matched by its route and key.
    const old = earlier.get(placeOf(cell)) ?? (cell.model === null ? byRoute.get(placeOf(cell)) : undefined);
    return old && cell.state === 'ended' && old.state === 'ended' ? cellDrift(old, cell) : [];
  });
  return [...found, ...modelDrift(before, after)].toSorted(
    (first, second) => Number(second.isRegression) - Number(first.isRegression),
  );
}

/** Another model was tried, because the gateway no longer serves the one that worked. */
const replacedDrift = ({ verdict }: CheckCell, { id }: CheckCell): CheckDrift[] => [
  { cellId: id, what: 'verdict', before: verdict, after: 'model-not-on-route', isRegression: true },
];

/** There was no model to try it with, or the attempt failed; a run that was stopped or capped is not a finding. */
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
  // The latency of a refusal is not comparable with that of a real response.
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
      // A model that responds although it is not listed did not get worse.
      isRegression: worked.has(id) && !answers.has(id),
    })),
    ...added.map((id) => ({ cellId: null, what: 'model-added' as const, before: '', after: id, isRegression: false })),
  ];
}
