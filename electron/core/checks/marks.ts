import type { CheckCell } from '#shared/contract/checks.ts';
import type { Core } from '#shared/contract/index.ts';
import type { RouteId } from '#shared/routes/route.ts';
import { isWorking } from './drift.ts';

type Marks = Awaited<ReturnType<Core['checks']['marks']>>;

/**
 * What checks last said of each model. A cell that was not tried says nothing; a refused key says nothing of the model.
 *
 * @param cells newest first.
 */
export function marksOf(cells: readonly CheckCell[]): Marks {
  const marks: Marks = {};
  for (const { model, routeId, verdict, endedAt } of cells) {
    if (model === null || silent.has(verdict)) continue;
    if (!Object.hasOwn(marks, model)) marks[model] = { answers: false, checkedAt: 0, verdicts: {} };
    const mark = marks[model] as Marks[string];
    const known = mark.verdicts[routeId];
    // With several keys the better one speaks for the model.
    if (known === undefined || (isWorking(verdict) && !isWorking(known))) mark.verdicts[routeId] = verdict;
    mark.checkedAt = Math.max(mark.checkedAt, endedAt ?? 0);
    mark.answers ||= isWorking(verdict);
  }
  return marks;
}

/**
 * Models that a route has nobody for, as far as checks were told, and that never worked there. What worked once is not
 * dead: a check that passed over it would hide that it no longer does.
 */
export function deadOf(cells: readonly CheckCell[]): Map<RouteId, Set<string>> {
  const dead = new Map<RouteId, Set<string>>();
  const put = (routeId: RouteId, model: string) => dead.set(routeId, (dead.get(routeId) ?? new Set()).add(model));
  for (const { model, routeId, verdict } of cells)
    if (model !== null && verdict === 'model-not-on-route') put(routeId, model);
  for (const { model, routeId, verdict } of cells)
    if (model !== null && isWorking(verdict)) dead.get(routeId)?.delete(model);
  return dead;
}

const silent: ReadonlySet<string> = new Set(['not-tried', 'skipped-costly', 'key-refused', 'forbidden', 'quota']);
