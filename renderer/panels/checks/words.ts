import { runNames, skipReasons, wordOf } from '#shared/contract/check-words.ts';
import type { CheckCell, CheckDrift, CheckRunState, CheckUnits, PlannedCell } from '#shared/contract/checks.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { formatMs, formatNumber } from '../../lib/i18n/format.ts';
import type { Strings } from '../../lib/i18n/strings.ts';
import type { Intent } from '../../ui/base/intent.ts';
import type { MatrixColumn } from './model/matrix.ts';
import { driftIntent, faceOf, groupOf, intentOf, isFaster, isTimed, isVerdict, latencyOf } from './model/verdicts.ts';
import type { MatrixMode } from './view.ts';

type Words = Strings['checks'];

/** Returns the displayed method of a route: `WS` instead of the method of a WebSocket handshake. */
export const methodOf = (routeId: RouteId): string =>
  routes[routeId].transport === 'websocket' ? 'WS' : routes[routeId].method;

/** Returns the path below the protocol's prefix, which is in the caption of the rows. */
export const pathBelow = (routeId: RouteId): string => routes[routeId].path.replace(/^\/v1(?:beta)?\//, '');

/** Returns the state of a run as a word. */
export const runStateWord = (state: CheckRunState, { checks, pieces: { states } }: Strings): string =>
  state === 'capped' ? checks.capped : states[state === 'stopped' ? 'cancelled' : state];

/** Returns the verdict of a cell as a word, or its latency where that is more informative. */
export function cellWord(cell: CheckCell, { checks: t, gateway }: Strings): string {
  const face = faceOf(cell);
  if (face === 'waiting' || face === 'probing') return t.faces[face];
  if (face === 'works') {
    const ms = latencyOf(cell);
    return ms === null ? gateway.verdicts.works : formatMs(ms);
  }
  if (face === 'timed-out' && cell.stage) return t.stages[cell.stage];
  if (face === 'not-tried' && cell.action === 'skip') return t.skipped;
  return gateway.verdicts[face];
}

export interface CellText {
  word: string;
  intent: Intent;
}

/** Returns text and color of a cell in a mode of the matrix. */
export function cellText(cell: CheckCell, mode: MatrixMode, drift: CheckDrift | undefined, t: Strings): CellText {
  const plain: CellText = {
    word: cellWord(cell, t),
    intent: cell.state === 'ended' ? intentOf(cell.verdict) : cell.state === 'probing' ? 'live' : 'neutral',
  };
  // A cell that was not tried has neither a time nor a history.
  if (mode === 'verdict' || cell.state !== 'ended' || groupOf(cell.verdict) === 'open') return plain;
  if (mode === 'latency')
    return isTimed(cell)
      ? { word: formatMs(latencyOf(cell) ?? 0), intent: 'neutral' }
      : { ...plain, intent: 'neutral' };
  return drift
    ? { word: driftWord(drift, t), intent: driftIntent(drift) }
    : { word: t.checks.run.same, intent: 'neutral' };
}

/** Returns the name of a verdict; other values unchanged. */
export const driftValue = (value: string, { verdicts }: Strings['gateway']): string =>
  isVerdict(value) ? verdicts[value] : value;

/** Returns the kind of a change in one word. */
export function driftLabel(drift: CheckDrift, t: Words): string {
  if (drift.isRegression) return t.run.worse;
  if (drift.what === 'latency') return isFaster(drift) ? t.run.faster : t.run.slower;
  return t.run.drifts[drift.what];
}

function driftWord({ what, before }: CheckDrift, { checks: { run }, gateway }: Strings): string {
  return what === 'shape' ? run.otherShape : run.was(driftValue(before, gateway));
}

/** Returns the heading of a column below the key. */
export function columnModel({ model, rank }: MatrixColumn, t: Words): string {
  if (model !== null) return model;
  return rank === null ? t.run.mixed : t.run.rank(rank);
}

export const unitNames = ['tokens', 'images', 'seconds', 'characters'] as const;

/** Returns the nonzero units as text. */
export const unitLabels = (units: CheckUnits, t: Words): string[] =>
  unitNames
    .filter((name) => units[name] > 0)
    .map((name) => t.plan.unitNames[name](formatNumber(units[name]), units[name] === 1));

/** Returns the limits on generated tokens that requests set, each once, such as `max_tokens 16`. */
export const limitTexts = (cells: readonly Pick<PlannedCell, 'limit'>[]): string[] => [
  ...new Set(cells.flatMap(({ limit }) => (limit ? `${limit.field} ${formatNumber(limit.tokens)}` : []))),
];

/** Returns why the plan leaves a cell out; a reason unknown to this version is shown as recorded. */
export function skipText(why: string, t: Words): string {
  const reason = wordOf(skipReasons, why);
  return reason ? t.skipReasons[reason] : why;
}

/** Returns the name of a run, or the usual name of its kind. */
export function nameOf(run: { name: string }, t: Words): string {
  const level = wordOf(runNames, run.name);
  return level ? t.runNames[level] : run.name || t.list.untitled;
}
