import type { CheckLevel, CheckPlanInput } from '#shared/contract/checks.ts';
import { type RouteId, routeIds } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';

/** What the person set up: the plan's input with "all" and "none" told apart. */
export interface Setup {
  /** The saved set that is being changed. */
  setId: string | null;
  name: string;
  /** `null`: every key that is on, also one that is added later. */
  keyIds: string[] | null;
  /** `null`: every route that the connection exposes. */
  routeIds: RouteId[] | null;
  /** `null`: per route the models that fit it best. */
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
  modelsPerRoute: 1,
  everyModel: false,
  level: 'free',
  costlyRoutes: [],
  calls: 500,
  tokens: 100_000,
  concurrency: 4,
  firstByteMs: 15_000,
  totalMs: 60_000,
};

const allLevels: Record<CheckLevel, true> = { free: true, cheap: true, full: true };
/** From what uses nothing to what uses most. */
export const levels = Object.keys(allLevels) as CheckLevel[];

export const presets = ['open', 'smallest', 'everything'] as const;
/** Three ways to begin, from free to costly. */
export type Preset = (typeof presets)[number];

const presetLevels: Record<Preset, CheckLevel> = { open: 'free', smallest: 'cheap', everything: 'full' };

export const setupFor = (preset: Preset): Setup => ({ ...firstSetup, level: presetLevels[preset] });

/** The routes a check can name: those the service lists, and the others where the connection exposes them. Of a custom request nobody knows what to send. */
export const exposedRoutes = (exposed: readonly string[]): RouteId[] =>
  routeIds.filter((id) => id !== 'custom' && (!routes[id].optIn || exposed.includes(id)));

export type SetupGap = 'no-keys' | 'no-routes' | 'no-models';

/** What is missing before it can be planned at all; an empty list means "all" to the plan, so none is never sent. */
export function gapOf({ keyIds, routeIds: chosen, models }: Setup): SetupGap | null {
  if (keyIds?.length === 0) return 'no-keys';
  if (chosen?.length === 0) return 'no-routes';
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

/** The way back, to change a saved set or to repeat a run with other choices. */
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

/** Adds or takes away some of a choice that may be "all of `every`"; all of them together is "all" again. */
export function toggle<T extends string>(
  chosen: readonly T[] | null,
  every: readonly T[],
  changed: readonly T[],
  on: boolean,
): T[] | null {
  const before = new Set(chosen ?? every);
  for (const one of changed)
    if (on) before.add(one);
    else before.delete(one);
  const next = every.filter((one) => before.has(one));
  return next.length === every.length ? null : next;
}

/** `true`, `false` or `mixed` for the tick over a group. */
export function tickOf<T extends string>(chosen: readonly T[] | null, group: readonly T[]): boolean | 'mixed' {
  const on = chosen === null ? group.length : group.filter((one) => chosen.includes(one)).length;
  return on === group.length ? true : on === 0 ? false : 'mixed';
}
