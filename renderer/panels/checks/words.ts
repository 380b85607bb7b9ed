import { runNames, skipReasons, wordOf } from '#shared/contract/check-words.ts';
import type { CheckCell, CheckDrift, CheckUnits } from '#shared/contract/checks.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { formatMs, formatNumber } from '../../lib/i18n/format.ts';
import type { Strings } from '../../lib/i18n/strings.ts';
import type { Intent } from '../../ui/base/intent.ts';
import { driftIntent, isFaster, isVerdict } from './model/drift.ts';
import { isTimed, latencyOf } from './model/latency.ts';
import type { MatrixColumn } from './model/matrix.ts';
import { faceOf, groupOf, intentOf } from './model/verdicts.ts';
import type { MatrixMode } from './view.ts';

type Words = Strings['checks'];

/** The verb of a route as people call it: a socket is no GET. */
export const methodOf = (routeId: RouteId): string =>
  routes[routeId].transport === 'websocket' ? 'WS' : routes[routeId].method;

/** The path below the protocol's prefix, which stands in the caption of the rows. */
export const pathBelow = (routeId: RouteId): string => routes[routeId].path.replace(/^\/v1(?:beta)?\//, '');

/** The verdict of a cell in a word, or its latency when that says it better. */
export function cellWord(cell: CheckCell, t: Words): string {
  const face = faceOf(cell);
  if (face === 'waiting' || face === 'probing') return t.faces[face];
  if (face === 'works') {
    const ms = latencyOf(cell);
    return ms === null ? t.verdicts.works : formatMs(ms);
  }
  if (face === 'timed-out' && cell.stage) return t.stages[cell.stage];
  if (face === 'not-tried' && cell.action === 'skip') return t.skipped;
  return t.verdicts[face];
}

export interface CellText {
  word: string;
  intent: Intent;
}

/** Word and colour of a cell in a mode of the matrix. */
export function cellText(cell: CheckCell, mode: MatrixMode, drift: CheckDrift | undefined, t: Words): CellText {
  const plain: CellText = {
    word: cellWord(cell, t),
    intent: cell.state === 'ended' ? intentOf(cell.verdict) : cell.state === 'probing' ? 'live' : 'neutral',
  };
  // What was not asked has neither a time nor a past.
  if (mode === 'verdict' || cell.state !== 'ended' || groupOf(cell.verdict) === 'open') return plain;
  if (mode === 'latency')
    return isTimed(cell)
      ? { word: formatMs(latencyOf(cell) ?? 0), intent: 'neutral' }
      : { ...plain, intent: 'neutral' };
  return drift ? { word: driftWord(drift, t), intent: driftIntent(drift) } : { word: t.run.same, intent: 'neutral' };
}

/** A verdict by its word; other values as they are. */
export const driftValue = (value: string, t: Words): string => (isVerdict(value) ? t.verdicts[value] : value);

/** What kind of change it is, in a word. */
export function driftLabel(drift: CheckDrift, t: Words): string {
  if (drift.isRegression) return t.run.worse;
  if (drift.what === 'latency') return isFaster(drift) ? t.run.faster : t.run.slower;
  return t.run.drifts[drift.what];
}

function driftWord({ what, before }: CheckDrift, t: Words): string {
  return what === 'shape' ? t.run.otherShape : t.run.was(driftValue(before, t));
}

/** What stands over a column below the key. */
export function columnModel({ model, rank }: MatrixColumn, t: Words): string {
  if (model !== null) return model;
  return rank === null ? t.run.mixed : t.run.rank(rank);
}

const unitNames = ['tokens', 'images', 'seconds', 'characters'] as const;

/** The units that are not nought, in words. */
export const unitLabels = (units: CheckUnits, t: Words): string[] =>
  unitNames
    .filter((name) => units[name] > 0)
    .map((name) => t.plan.unitNames[name](formatNumber(units[name]), units[name] === 1));

/** Why the plan leaves a cell out; a reason that this version does not know stays as it was recorded. */
export function skipText(why: string, t: Words): string {
  const reason = wordOf(skipReasons, why);
  return reason ? t.skipReasons[reason] : why;
}

/** The name that a run was given, or what runs of its kind are called. */
export function nameOf(run: { name: string }, t: Words): string {
  const level = wordOf(runNames, run.name);
  return level ? t.runNames[level] : run.name || t.list.untitled;
}
