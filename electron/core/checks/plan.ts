import { type SkipReason, skipReasons } from '#shared/contract/check-words.ts';
import type { CheckLevel, CheckPlan, CheckPlanInput, PlannedCell } from '#shared/contract/checks.ts';
import type { Connection, NativeKeyStyle } from '#shared/contract/connections.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import type { ModelList, SurfaceListing } from '#shared/contract/models.ts';
import { capabilityOfRoute, fitOf, requestedModel } from '#shared/protocol/capabilities.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import type { ModelRecord } from '#shared/protocol/part.ts';
import { type RouteId, routeIds } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { mayBeStyle } from '../models/native-key-styles.ts';
import { countControls } from './control.ts';
import { verdictOfListing } from './judging/judge-failure.ts';
import { addUnits, limitOf, noUnits, type Probe, placeholderModel, probeOf } from './probes/probes.ts';

type PlanKey = Pick<KeyStatus, 'id' | 'alias' | 'enabled'>;

/** The models that one key lists. */
export interface KeyModels {
  models: readonly ModelRecord[];
  /** Whether the models of this key were ever requested. */
  isListed: boolean;
  /** Why none could be listed; `null` when some were, or when they were never requested. */
  failure: Failure | null;
  /** How native routes send this key: as pinned, or in the style that got past the check of the key; else unknown. */
  nativeKeyStyle: NativeKeyStyle | null;
  /** `/v1` lists models for this key: the base URL is right, and the key is accepted. */
  isAccepted: boolean;
  /** The native listing showed that the gateway has no native routes for this key. */
  lacksNative: boolean;
  /** The native listing was refused with the key in every header. */
  isNativeRefused: boolean;
}

/** What a plan is based on. */
export interface CheckWorld {
  connection: Pick<Connection, 'exposedRoutes'>;
  keys: readonly PlanKey[];
  /** The models of each key; `null` means no key. */
  modelsOf(keyId: string | null): KeyModels;
  /** Names of models that the gateway does not serve to this key, by route (`deadOf`). */
  deadOf(keyId: string | null): ReadonlyMap<RouteId, ReadonlySet<string>>;
}

/**
 * Expands the input into cells: every route with every key, and with the models of that key that fit the route. Sends
 * nothing. A cell that will be skipped is in the plan with its reason, so that nothing is omitted silently.
 */
export function planChecks(input: CheckPlanInput, world: CheckWorld): CheckPlan {
  const { columns, problems } = keysOf(input, world);
  const lists = new Map(columns.map((key) => [key, ofKey(key, world)]));
  const cells = chooseRoutes(input, world).flatMap((routeId) =>
    [...lists].flatMap(([key, list]) =>
      chooseModels(routeId, input, list).map((choice) => planCell(routeId, key, input, choice)),
    ),
  );
  const controls = countControls(cells);
  return {
    cells,
    controls,
    calls: cells.reduce((sum, { calls }) => sum + calls, controls),
    units: cells.reduce((sum, { units }) => addUnits(sum, units), noUnits),
    problems: [...problems, ...(cells.length === 0 && problems.length === 0 ? [nothingChosen] : [])],
  };
}

/**
 * Returns the id of a cell within its run: equal for the same route, key and model in every run, every program and on
 * every computer, so that two runs can be joined by it. Two keys of a connection never share an alias.
 */
export const cellIdOf = ({ routeId, keyAlias, model }: Pick<PlannedCell, 'routeId' | 'keyAlias' | 'model'>): string =>
  [routeId, keyAlias ?? '', model ?? ''].join('|');

/** Returns the keys that an input selects, `null` for a connection without any. */
export function keysOf(
  input: CheckPlanInput,
  world: Pick<CheckWorld, 'keys'>,
): { columns: (PlanKey | null)[]; problems: Failure[] } {
  const { keys, problems } = chooseKeys(input, world);
  return { columns: keys.length === 0 && world.keys.length === 0 ? [null] : [...keys], problems };
}

function chooseKeys(
  { keyIds }: CheckPlanInput,
  { keys }: Pick<CheckWorld, 'keys'>,
): { keys: readonly PlanKey[]; problems: Failure[] } {
  const usable = keys.filter(({ enabled }) => enabled);
  if (keyIds.length === 0)
    return { keys: usable, problems: keys.length > 0 && usable.length === 0 ? [allKeysOff] : [] };
  const chosen = usable.filter(({ id }) => keyIds.includes(id));
  return { keys: chosen, problems: chosen.length < new Set(keyIds).size ? [keyMissing] : [] };
}

function chooseRoutes({ routeIds: selected }: CheckPlanInput, { connection }: CheckWorld): RouteId[] {
  // There is no probe for a custom request.
  const known = routeIds.filter((id) => id !== 'custom');
  if (selected.length > 0) return known.filter((id) => selected.includes(id));
  return known.filter((id) => !routes[id].optIn || connection.exposedRoutes.includes(id));
}

/** Tried although the list of models was refused: a gateway may refuse the list and serve the key. */
export const keyWitness: RouteId = 'chat.completions';

/** What is known about the models of one key. */
interface KeyList extends KeyModels {
  dead: ReadonlyMap<RouteId, ReadonlySet<string>>;
}

function ofKey(key: PlanKey | null, world: CheckWorld): KeyList {
  const keyId = key?.id ?? null;
  return { ...world.modelsOf(keyId), dead: world.deadOf(keyId) };
}

/** A model for one row of the matrix, or why there is none. */
interface ModelChoice extends Pick<PlannedCell, 'model' | 'why' | 'listFailure' | 'alternate'> {
  /** Where it is not that of the run. */
  level?: CheckLevel;
}

const noModel = (reason: SkipReason, listFailure: Failure | null = null): ModelChoice[] => [
  { model: null, why: skipReasons[reason], listFailure },
];
const choiceOf = (model: string | null, why: string | null = null): ModelChoice => ({ model, why, listFailure: null });

function chooseModels(routeId: RouteId, input: CheckPlanInput, list: KeyList): ModelChoice[] {
  const { models, dead, failure: listFailure, isListed } = list;
  if (capabilityOfRoute(routeId) === null || routeId === 'videos.remix') return [choiceOf(null)];
  const byId = new Map(models.map((model) => [model.id, model]));
  const named = input.models.map((id) => byId.get(id) ?? { id, endpoints: [] });
  if (named.length > 0) {
    const choices = named.map((model) =>
      choiceOf(
        requestedModel(model.id, routeId),
        input.everyModel || fitOf(model, routeId) > 0 ? null : skipReasons.undeclared,
      ),
    );
    return [...new Map(choices.toReversed().map((choice) => [choice.model, choice])).values()].toReversed();
  }
  if (listFailure !== null)
    return isTriedUnlisted(routeId, input, listFailure)
      ? [{ ...choiceOf(null), level: 'free' }]
      : noModel('list-failed', listFailure);
  if (models.length === 0) return noModel(isListed ? 'none-listed' : 'not-listed');
  const isDead = ({ id }: ModelRecord) => Number(dead.get(routeId)?.has(id) ?? false);
  const fitting = models
    .filter((model) => fitOf(model, routeId) > 0)
    .toSorted(
      (first, second) =>
        isDead(first) - isDead(second) ||
        fitOf(second, routeId) - fitOf(first, routeId) ||
        plainness(first) - plainness(second),
    );
  if (fitting.length === 0) return noModel('none-fits');
  const ids = [...new Set(fitting.map(({ id }) => requestedModel(id, routeId)))];
  const chosen = ids.slice(0, input.modelsPerRoute).map((id) => choiceOf(id));
  const [first, ...more] = chosen;
  const alternate = ids[1];
  return first && more.length === 0 && alternate !== undefined ? [{ ...first, alternate }] : chosen;
}

/**
 * Returns whether a route is tried with a made-up model, because no list names one: where nothing is to be generated,
 * and one route always if the list was refused because of the key.
 */
function isTriedUnlisted(routeId: RouteId, { level }: CheckPlanInput, listFailure: Failure): boolean {
  const verdict = verdictOfListing(listFailure);
  return verdict === 'not-tried' ? level === 'free' : verdict === 'key-refused' && routeId === keyWitness;
}

/** Models of an owner and dated builds rank after plain ones. */
const plainness = ({ id }: ModelRecord): number =>
  (id.includes('/') ? 1_000 : 0) + (/\d{4}-?\d{2}-?\d{2}|preview|beta/.test(id) ? 100 : 0) + id.length / 100;

function planCell(
  routeId: RouteId,
  key: PlanKey | null,
  input: CheckPlanInput,
  { model, why, listFailure, alternate, level = input.level }: ModelChoice,
): PlannedCell {
  const route = routes[routeId];
  const place = { routeId, keyId: key?.id ?? null, keyAlias: key?.alias ?? null, model, listFailure };
  const skip = (reason: string): PlannedCell => ({ ...place, action: 'skip', why: reason, calls: 0, units: noUnits });
  if (why !== null) return skip(why);
  const probe = probeOf(routeId, model ?? placeholderModel, level);
  const limit = limitOf(probe.body);
  const isPaid = probe.action === 'call' && !isHandshake(probe, routeId);
  if (isPaid && route.costly && !input.costlyRoutes.includes(routeId)) return skip(skipReasons.costly);
  return {
    ...place,
    action: probe.action,
    why: null,
    calls: 1,
    units: probe.units,
    ...(limit !== null && { limit }),
    ...(alternate !== undefined && { alternate }),
  };
}

/** A session that is only opened costs nothing. */
const isHandshake = ({ body }: Probe, routeId: RouteId): boolean =>
  routes[routeId].transport === 'websocket' && body.kind === 'none';

const allKeysOff = failure('no-key', 'Every key of this connection is turned off.', {
  hint: 'Turn on a key, or add one.',
});
const keyMissing = failure('no-key', 'A selected key is turned off or no longer exists.', {
  hint: 'Select a key that is turned on.',
});
const nothingChosen = failure('bad-input', 'The selection contains nothing to check.', {
  hint: 'Select at least one route and one key.',
});

/** Returns what a check can conclude from a key's list. A gateway that returns an empty list has responded. */
export function keyModelsOf({ models, asOf, failures, exchangeIds, nativeKeyStyle, surfaces }: ModelList): KeyModels {
  const native = surfaces.find(({ surface }) => surface === 'native');
  const [failure] = failures.filter(({ code }) => code !== 'empty');
  const isEmptyList = failures.some(({ code }) => code === 'empty');
  const isMissing = models.length === 0 && failure !== undefined && !isEmptyList;
  return {
    models,
    isListed: asOf !== null,
    nativeKeyStyle: nativeKeyStyle ?? styleBeyondKeyCheck(native),
    isAccepted: surfaces.some(({ surface, state }) => surface === 'compatible' && state === 'listed'),
    lacksNative: native?.state === 'not-offered',
    isNativeRefused:
      nativeKeyStyle === null && native !== undefined && native.tried.length > 1 && mayBeStyle(native.failure),
    failure: isMissing ? { ...failure, exchangeId: failure.exchangeId ?? exchangeIds[0] ?? null } : null,
  };
}

/** Returns the last style in which the native listing was tried, if its response was not about the key. */
const styleBeyondKeyCheck = (native: SurfaceListing | undefined): NativeKeyStyle | null =>
  native === undefined || mayBeStyle(native.failure) ? null : (native.tried.at(-1)?.style ?? null);
