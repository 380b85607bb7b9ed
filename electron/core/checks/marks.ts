import type { CheckCell, CheckVerdict, KeyMark } from '#shared/contract/checks.ts';
import type { Core } from '#shared/contract/index.ts';
import type { RouteId } from '#shared/protocol/route.ts';

const answered: ReadonlySet<CheckVerdict> = new Set(['works', 'works-with-warnings']);

/** Returns true when a real response was received. */
export const isWorking = (verdict: CheckVerdict): boolean => answered.has(verdict);

/**
 * Returns true when the route is proven for this key, by a real response or by a refusal that only this route can give.
 */
export const isProven = (verdict: CheckVerdict): boolean => isWorking(verdict) || verdict === 'exists';

/** Deliberately skipped cells are no failure; cells skipped because their models could not be listed are. */
export const isFailing = ({ verdict, action, listFailure }: CheckCell): boolean =>
  !isProven(verdict) && (action !== 'skip' || listFailure !== null);

type Marks = Awaited<ReturnType<Core['checks']['marks']>>;

/**
 * Returns the latest findings of checks for each model. A cell that was not tried says nothing; a refused key says
 * nothing about the model.
 *
 * @param cells newest first.
 */
export function marksOf(cells: readonly (CheckCell & { runId: string })[]): Marks {
  const marks: Marks = {};
  const runs = new Map<string, string>();
  for (const { model, routeId, verdict, endedAt, runId } of cells) {
    if (model === null || silent.has(verdict)) continue;
    if (!Object.hasOwn(marks, model)) marks[model] = { answers: null, checkedAt: 0, verdicts: {} };
    const mark = marks[model] as Marks[string];
    const known = mark.verdicts[routeId];
    const place = `${routeId} ${model}`;
    // If a run has several keys, the best result counts for the model; a real response outranks a refusal.
    const isBetter = isWorking(verdict) && known !== undefined && !isWorking(known);
    if (known === undefined || (isBetter && (runs.get(place) === runId || weak.has(known)))) {
      mark.verdicts[routeId] = verdict;
      runs.set(place, runId);
    }
    mark.checkedAt = Math.max(mark.checkedAt, endedAt ?? 0);
  }
  for (const mark of Object.values(marks)) mark.answers = answersOf(Object.values(mark.verdicts));
  return marks;
}

/** Verdicts without a real response: the model itself never ran. */
const weak: ReadonlySet<CheckVerdict> = new Set(['exists', 'unclear']);

function answersOf(verdicts: readonly CheckVerdict[]): boolean | null {
  if (verdicts.some(isWorking)) return true;
  return verdicts.some((verdict) => weak.has(verdict)) ? null : false;
}

/**
 * Returns the models that a route does not serve, as far as checks found out, and that never worked there. A model that
 * once worked is excluded: skipping it would hide that it no longer works.
 */
export function deadOf(cells: readonly CheckCell[]): Map<RouteId, Set<string>> {
  const dead = new Map<RouteId, Set<string>>();
  const put = (routeId: RouteId, model: string) => dead.set(routeId, (dead.get(routeId) ?? new Set()).add(model));
  for (const { model, routeId, verdict, replaced } of cells) {
    if (replaced !== undefined) put(routeId, replaced);
    if (model !== null && verdict === 'model-not-on-route') put(routeId, model);
  }
  for (const { model, routeId, verdict } of cells)
    if (model !== null && isWorking(verdict)) dead.get(routeId)?.delete(model);
  return dead;
}

const silent: ReadonlySet<CheckVerdict> = new Set([
  'not-tried',
  'skipped-costly',
  'key-refused',
  'key-missing',
  'key-style',
  'forbidden',
  'quota',
]);

/** No request was sent with the key, or nothing was learned about it. */
const untried: ReadonlySet<CheckVerdict> = new Set(['not-tried', 'skipped-costly', 'unclear']);

/**
 * Returns what the newest check of each key found out, by key id; a key that was never checked is absent.
 *
 * @param cells newest first; a cell that a later run copied counts there.
 */
export function keyMarksOf(cells: readonly (CheckCell & { runId: string })[]): Record<string, KeyMark> {
  const newest = new Map<string, { runId: string; cells: CheckCell[] }>();
  for (const cell of cells) {
    if (cell.keyId === null || untried.has(cell.verdict)) continue;
    const known = newest.get(cell.keyId) ?? { runId: cell.runId, cells: [] };
    newest.set(cell.keyId, known);
    if (known.runId === cell.runId) known.cells.push(cell);
  }
  return Object.fromEntries([...newest].map(([keyId, run]) => [keyId, markOf(run.runId, run.cells)]));
}

function markOf(runId: string, cells: readonly CheckCell[]): KeyMark {
  const failing = cells.filter(({ verdict }) => !isProven(verdict));
  const telling = failing.find(({ exchangeId }) => exchangeId !== null) ?? failing[0] ?? cells[0];
  return {
    runId,
    checkedAt: Math.max(...cells.map(({ endedAt }) => endedAt ?? 0)),
    tried: cells.length,
    working: cells.length - failing.length,
    code: failing.length > 0 ? (telling?.failure?.code ?? null) : null,
    exchangeId: telling?.exchangeId ?? null,
  };
}
