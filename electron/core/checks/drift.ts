import type { CheckCell, CheckDrift, CheckVerdict } from '#shared/contract/checks.ts';

/** One run as it is compared. */
export interface ComparedRun {
  rows: readonly CheckCell[];
  /** Ids of the models that were listed. */
  models: readonly string[];
}

const working: ReadonlySet<CheckVerdict> = new Set(['works', 'works-with-warnings']);
/** Nothing was learned: no change is drawn from it. */
const silent: ReadonlySet<CheckVerdict> = new Set(['not-tried', 'skipped-costly']);

/** A slower answer counts when it took more than twice as long, and that was to be felt. */
const latencyFactor = 2;
const latencyMs = 200;

export const isWorking = (verdict: CheckVerdict): boolean => working.has(verdict);

/**
 * What differs between two runs, cell by cell and in the list of models; regressions first. A cell that was tried in only
 * one of them is no difference.
 */
export function findDrift(before: ComparedRun, after: ComparedRun): CheckDrift[] {
  const earlier = new Map(before.rows.map((cell) => [cell.id, cell]));
  const found = after.rows.flatMap((cell) => {
    const old = earlier.get(cell.id);
    return old && cell.state === 'ended' && old.state === 'ended' ? cellDrift(old, cell) : [];
  });
  return [...found, ...modelDrift(before.models, after.models)].toSorted(
    (first, second) => Number(second.isRegression) - Number(first.isRegression),
  );
}

function cellDrift(before: CheckCell, after: CheckCell): CheckDrift[] {
  if (silent.has(before.verdict) || silent.has(after.verdict)) return [];
  const change = (what: CheckDrift['what'], old: string, now: string, isRegression = false): CheckDrift => ({
    cellId: after.id,
    what,
    before: old,
    after: now,
    isRegression,
  });
  if (before.verdict !== after.verdict)
    return [change('verdict', before.verdict, after.verdict, isWorking(before.verdict) && !isWorking(after.verdict))];
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

function modelDrift(before: readonly string[], after: readonly string[]): CheckDrift[] {
  if (before.length === 0 || after.length === 0) return [];
  const old = new Set(before);
  const now = new Set(after);
  const list = (what: 'model-added' | 'model-removed', ids: string[]): CheckDrift[] =>
    ids.map((id) => ({
      cellId: null,
      what,
      before: what === 'model-removed' ? id : '',
      after: what === 'model-added' ? id : '',
      isRegression: false,
    }));
  return [
    ...list(
      'model-removed',
      before.filter((id) => !now.has(id)),
    ),
    ...list(
      'model-added',
      after.filter((id) => !old.has(id)),
    ),
  ];
}
