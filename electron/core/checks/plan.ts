import { skipReasons } from '#shared/contract/check-words.ts';
import type { CheckPlan, CheckPlanInput, PlannedCell } from '#shared/contract/checks.ts';
import type { Connection } from '#shared/contract/connections.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import { capabilityOfRoute, fitOf } from '#shared/routes/capabilities.ts';
import { type Failure, failure } from '#shared/routes/failure.ts';
import type { ModelRecord } from '#shared/routes/part.ts';
import { type RouteId, routeIds } from '#shared/routes/route.ts';
import { routes } from '#shared/routes/table.ts';
import { type Probe, probeOf } from './probes.ts';
import { addUnits, noUnits } from './units.ts';

/** What a plan is made for. */
export interface CheckWorld {
  connection: Pick<Connection, 'exposedRoutes'>;
  keys: readonly Pick<KeyStatus, 'id' | 'alias' | 'enabled'>[];
  models: readonly ModelRecord[];
  /** Names of models that the gateway said it has nobody for, by route (`deadOf`). */
  dead: ReadonlyMap<RouteId, ReadonlySet<string>>;
}

/**
 * Turns what was asked for into cells: every route with every key, and with the models that fit it. Sends nothing. A cell
 * that will not be asked for stands in the plan with its reason, so that nothing is left out in silence.
 */
export function planChecks(input: CheckPlanInput, world: CheckWorld): CheckPlan {
  const { keys, problems } = chooseKeys(input, world);
  const columns = keys.length > 0 ? keys : world.keys.length === 0 ? [null] : [];
  const cells = chooseRoutes(input, world).flatMap((routeId) => {
    const models = chooseModels(routeId, input, world);
    return columns.flatMap((key) => models.map((choice) => planCell(routeId, key, choice, input)));
  });
  return {
    cells,
    calls: cells.reduce((sum, { calls }) => sum + calls, 0),
    units: cells.reduce((sum, { units }) => addUnits(sum, units), noUnits),
    problems: [...problems, ...(cells.length === 0 && problems.length === 0 ? [nothingChosen] : [])],
  };
}

/** Names a cell within its run: the same for the same route, key and model in every run. */
export const cellIdOf = ({ routeId, keyId, model }: Pick<PlannedCell, 'routeId' | 'keyId' | 'model'>): string =>
  [routeId, keyId ?? '', model ?? ''].join('|');

function chooseKeys(
  { keyIds }: CheckPlanInput,
  { keys }: CheckWorld,
): { keys: CheckWorld['keys']; problems: Failure[] } {
  const usable = keys.filter(({ enabled }) => enabled);
  if (keyIds.length === 0)
    return { keys: usable, problems: keys.length > 0 && usable.length === 0 ? [allKeysOff] : [] };
  const chosen = usable.filter(({ id }) => keyIds.includes(id));
  return { keys: chosen, problems: chosen.length < new Set(keyIds).size ? [keyMissing] : [] };
}

function chooseRoutes({ routeIds: asked }: CheckPlanInput, { connection }: CheckWorld): RouteId[] {
  // Of a custom request nobody knows what to send.
  const known = routeIds.filter((id) => id !== 'custom');
  if (asked.length > 0) return known.filter((id) => asked.includes(id));
  return known.filter((id) => !routes[id].optIn || connection.exposedRoutes.includes(id));
}

/** A model for one row of the matrix, or why there is none. */
interface ModelChoice {
  model: string | null;
  why: string | null;
}

function chooseModels(routeId: RouteId, input: CheckPlanInput, { models, dead }: CheckWorld): ModelChoice[] {
  if (capabilityOfRoute(routeId) === null || routeId === 'videos.remix') return [{ model: null, why: null }];
  const byId = new Map(models.map((model) => [model.id, model]));
  const named = input.models.map((id) => byId.get(id) ?? { id, endpoints: [] });
  if (named.length > 0)
    return named.map((model) => ({
      model: model.id,
      why: input.everyModel || fitOf(model, routeId) > 0 ? null : skipReasons.undeclared,
    }));
  const isDead = ({ id }: ModelRecord) => Number(dead.get(routeId)?.has(id) ?? false);
  const fitting = models
    .filter((model) => fitOf(model, routeId) > 0)
    .toSorted(
      (first, second) =>
        isDead(first) - isDead(second) ||
        fitOf(second, routeId) - fitOf(first, routeId) ||
        plainness(first) - plainness(second),
    );
  if (fitting.length === 0) return [{ model: null, why: skipReasons['none-fits'] }];
  return fitting.slice(0, input.modelsPerRoute).map(({ id }) => ({ model: id, why: null }));
}

/** Models of a scenario or of a dated build come after the plain ones. */
const plainness = ({ id }: ModelRecord): number =>
  (id.includes('/') ? 1_000 : 0) + (/\d{4}-?\d{2}-?\d{2}|preview|beta/.test(id) ? 100 : 0) + id.length / 100;

function planCell(
  routeId: RouteId,
  key: CheckWorld['keys'][number] | null,
  { model, why }: ModelChoice,
  input: CheckPlanInput,
): PlannedCell {
  const route = routes[routeId];
  const place = { routeId, keyId: key?.id ?? null, keyAlias: key?.alias ?? null, model };
  const skip = (reason: string): PlannedCell => ({ ...place, action: 'skip', why: reason, calls: 0, units: noUnits });
  if (why !== null) return skip(why);
  const probe = probeOf(routeId, model ?? '', input.level);
  const isPaid = probe.action === 'call' && !isHandshake(probe, routeId);
  if (isPaid && route.costly && !input.costlyRoutes.includes(routeId)) return skip(skipReasons.costly);
  return { ...place, action: probe.action, why: null, calls: 1, units: probe.units };
}

/** A session that is only opened costs nothing. */
const isHandshake = ({ body }: Probe, routeId: RouteId): boolean =>
  routes[routeId].transport === 'websocket' && body.kind === 'none';

const allKeysOff = failure('no-key', 'Every key of this connection is switched off.', {
  hint: 'Switch a key on, or add one.',
});
const keyMissing = failure('no-key', 'A chosen key is switched off or no longer there.', {
  hint: 'Choose among the keys that are on.',
});
const nothingChosen = failure('bad-input', 'Nothing is chosen that could be checked.', {
  hint: 'Choose at least one route and one key.',
});
