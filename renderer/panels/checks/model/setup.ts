import { type CheckLevel, type CheckPlanInput, checkDefaults } from '#shared/contract/checks.ts';
import { type RouteId, routeIds } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';

/** The user's settings: the plan's input, with "all" and "none" distinguished. */
export interface Setup {
  /** The saved set that is being edited. */
  setId: string | null;
  name: string;
  /** `null`: every enabled key, including those added later. */
  keyIds: string[] | null;
  /** `null`: every route that the connection exposes. */
  routeIds: RouteId[] | null;
  /** `null`: the best-fitting models of each route. */
  models: string[] | null;
  modelsPerRoute: number;
  everyModel: boolean;
  level: CheckLevel;
  costlyRoutes: RouteId[];
  calls: number | null;
  tokens: number | null;
  concurrency: number;
  firstByteMs: number;
  totalMs: number;
}

export const firstSetup: Setup = {
  setId: null,
  name: '',
  keyIds: null,
  routeIds: null,
  models: null,
  ...checkDefaults,
  everyModel: false,
  level: 'free',
  costlyRoutes: [],
};

const allLevels: Record<CheckLevel, true> = { free: true, cheap: true, full: true };
/** From the cheapest to the most expensive. */
export const levels = Object.keys(allLevels) as CheckLevel[];

export const presets = ['open', 'smallest', 'everything'] as const;
/** Three presets, from free to costly. */
export type Preset = (typeof presets)[number];

const presetLevels: Record<Preset, CheckLevel> = { open: 'free', smallest: 'cheap', everything: 'full' };

export const setupFor = (preset: Preset): Setup => ({ ...firstSetup, level: presetLevels[preset] });

/**
 * Returns the routes a check can include: those the service lists, and opt-in routes the connection exposes. A custom
 * request is left out, because what to send is unknown.
 */
export const exposedRoutes = (exposed: readonly string[]): RouteId[] =>
  routeIds.filter((id) => id !== 'custom' && (!routes[id].optIn || exposed.includes(id)));

export type SetupGap = 'no-keys' | 'no-routes' | 'no-models';

/**
 * Returns what is missing before a plan is possible. An empty list means "all" to the plan, so an empty selection is
 * never sent.
 */
export function gapOf({ keyIds, routeIds: selected, models }: Setup): SetupGap | null {
  if (keyIds?.length === 0) return 'no-keys';
  if (selected?.length === 0) return 'no-routes';
  return models?.length === 0 ? 'no-models' : null;
}

export const inputOf = (connectionId: string, setup: Setup): CheckPlanInput => ({
  connectionId,
  name: setup.name.trim(),
  keyIds: setup.keyIds ?? [],
  routeIds: setup.routeIds ?? [],
  models: setup.models ?? [],
  modelsPerRoute: setup.modelsPerRoute,
  everyModel: setup.everyModel,
  level: setup.level,
  costlyRoutes: setup.costlyRoutes,
  cap: { calls: setup.calls, tokens: setup.tokens },
  concurrency: setup.concurrency,
  firstByteMs: setup.firstByteMs,
  totalMs: setup.totalMs,
});

/** Converts a plan's input back to settings, to edit a saved set or to repeat a run with other settings. */
export const setupFrom = (input: CheckPlanInput, setId: string | null): Setup => ({
  setId,
  name: input.name,
  keyIds: input.keyIds.length === 0 ? null : input.keyIds,
  routeIds: input.routeIds.length === 0 ? null : input.routeIds,
  models: input.models.length === 0 ? null : input.models,
  modelsPerRoute: input.modelsPerRoute,
  everyModel: input.everyModel,
  level: input.level,
  costlyRoutes: input.costlyRoutes,
  calls: input.cap.calls,
  tokens: input.cap.tokens,
  concurrency: input.concurrency,
  firstByteMs: input.firstByteMs,
  totalMs: input.totalMs,
});

/** Adds or removes items of a selection that may be "all of `every`"; selecting every item means "all" again. */
export function toggle<T extends string>(
  selected: readonly T[] | null,
  every: readonly T[],
  changed: readonly T[],
  on: boolean,
): T[] | null {
  const before = new Set(selected ?? every);
  for (const one of changed)
    if (on) before.add(one);
    else before.delete(one);
  const next = every.filter((one) => before.has(one));
  return next.length === every.length ? null : next;
}

/** Returns `true`, `false` or `mixed` for the checkbox of a group. */
export function tickOf<T extends string>(selected: readonly T[] | null, group: readonly T[]): boolean | 'mixed' {
  const on = selected === null ? group.length : group.filter((one) => selected.includes(one)).length;
  return on === group.length ? true : on === 0 ? false : 'mixed';
}
