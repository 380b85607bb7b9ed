import type { CheckCell, CheckDrift, CheckVerdict } from '#shared/contract/checks.ts';
import type { Intent } from '../../../ui/base/intent.ts';

/** The groups counted by the chips above the matrix; every verdict belongs to exactly one. */
export const verdictGroups = ['works', 'exists', 'odd', 'limited', 'refused', 'absent', 'open'] as const;
export type VerdictGroup = (typeof verdictGroups)[number];

const groupByVerdict: Record<CheckVerdict, VerdictGroup> = {
  works: 'works',
  'works-with-warnings': 'odd',
  exists: 'exists',
  'shape-unexpected': 'odd',
  quota: 'limited',
  overloaded: 'limited',
  'timed-out': 'limited',
  'key-refused': 'refused',
  'key-missing': 'refused',
  'key-style': 'refused',
  forbidden: 'refused',
  'parameter-refused': 'refused',
  'upstream-down': 'refused',
  'route-absent': 'absent',
  'model-not-on-route': 'absent',
  unsupported: 'absent',
  unclear: 'open',
  'not-tried': 'open',
  'skipped-costly': 'open',
};

/** Every verdict, from `works` to `not-tried`. Not the contract's own list, because the page does not load its schemas. */
export const verdicts = Object.keys(groupByVerdict) as CheckVerdict[];

export const groupOf = (verdict: CheckVerdict): VerdictGroup => groupByVerdict[verdict];

/** Red means broken; what works, and what is merely absent or unknown, has no color. */
export const groupIntents: Record<VerdictGroup, Intent> = {
  works: 'neutral',
  exists: 'neutral',
  odd: 'odd',
  limited: 'warn',
  refused: 'bad',
  absent: 'neutral',
  open: 'neutral',
};

export const intentOf = (verdict: CheckVerdict): Intent => groupIntents[groupOf(verdict)];

/** What a cell shows: its verdict, or its state until then. */
export type CellFace = CheckVerdict | 'waiting' | 'probing';

export const faceOf = ({ state, verdict }: CheckCell): CellFace => (state === 'ended' ? verdict : state);

export type GroupCounts = Record<VerdictGroup, number>;

/** Counts the verdicts of each chip. */
export function countGroups(verdicts: Partial<Record<CheckVerdict, number>>): GroupCounts {
  const counts: GroupCounts = { works: 0, exists: 0, odd: 0, limited: 0, refused: 0, absent: 0, open: 0 };
  for (const [verdict, count] of Object.entries(verdicts)) counts[groupOf(verdict as CheckVerdict)] += count;
  return counts;
}

/** Counts the verdicts of cells that may still change. Cells in progress are not counted. */
export function countVerdicts(cells: readonly CheckCell[]): Partial<Record<CheckVerdict, number>> {
  const counts: Partial<Record<CheckVerdict, number>> = {};
  for (const { state, verdict } of cells) if (state === 'ended') counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
}

/** Whether a cell was tried and did not succeed; "re-run failing" repeats these. */
export const isFailing = ({ action, state, verdict }: CheckCell): boolean =>
  action !== 'skip' &&
  state === 'ended' &&
  (verdict === 'shape-unexpected' || ['limited', 'refused'].includes(groupOf(verdict)));

/** Whether a cell was planned but never tried; a run that ended early can continue with these. */
export const isUntried = ({ action, state, verdict }: CheckCell): boolean =>
  action !== 'skip' && (state !== 'ended' || verdict === 'not-tried');

/** Returns the latency of a cell: the time to the first byte of the response, or to its end where only that is known. */
export const latencyOf = ({ firstByteMs, totalMs }: CheckCell): number | null => firstByteMs ?? totalMs;

/** Whether a cell's latency is meaningful: it got a response. */
export const isTimed = (cell: CheckCell): boolean =>
  cell.state === 'ended' && latencyOf(cell) !== null && ['works', 'odd'].includes(groupOf(cell.verdict));

/** Returns the longest latency of cells in milliseconds; `null` if none is meaningful. */
export function slowestOf(cells: readonly CheckCell[]): number | null {
  const times = cells.filter(isTimed).map((cell) => latencyOf(cell) ?? 0);
  return times.length === 0 ? null : Math.max(...times);
}

/** Where the bars begin: shorter latencies look alike. */
const shortestBarMs = 10;

/**
 * Returns how much of a cell's bar is filled, 0.06 to 1. Logarithmic: 20 ms and 40 ms differ as much as 2 s and 4 s. The
 * scale begins at a fixed time, not at the fastest cell: nearly equal latencies have nearly equal bars.
 */
export function shareOf(ms: number, slowestMs: number): number {
  const low = Math.log(Math.max(0.5, Math.min(shortestBarMs, slowestMs / 2)));
  const share = (Math.log(Math.max(1, ms)) - low) / (Math.log(Math.max(1, slowestMs)) - low);
  return 0.06 + 0.94 * Math.min(1, Math.max(0, share));
}

const order: Record<CheckDrift['what'], number> = {
  verdict: 0,
  shape: 1,
  'model-removed': 2,
  'model-added': 3,
  latency: 4,
};

/** Sorts changes: regressions first, then the rest by importance. */
export const sortDrift = (drift: readonly CheckDrift[]): CheckDrift[] =>
  drift.toSorted(
    (one, two) => Number(two.isRegression) - Number(one.isRegression) || order[one.what] - order[two.what],
  );

/** Returns the most important change of each cell. */
export function driftByCell(drift: readonly CheckDrift[]): ReadonlyMap<string, CheckDrift> {
  const found = new Map<string, CheckDrift>();
  for (const change of sortDrift(drift))
    if (change.cellId !== null && !found.has(change.cellId)) found.set(change.cellId, change);
  return found;
}

export const isVerdict = (text: string): text is CheckVerdict => (verdicts as readonly string[]).includes(text);

/** Whether a latency decreased; its values are `300 ms` and the like. */
export const isFaster = ({ what, before, after }: CheckDrift): boolean =>
  what === 'latency' && Number.parseFloat(after) < Number.parseFloat(before);

export function driftIntent(drift: CheckDrift): Intent {
  const { what, after, isRegression } = drift;
  if (isRegression) return 'bad';
  if (what === 'verdict') return isVerdict(after) && groupOf(after) === 'works' ? 'ok' : 'neutral';
  if (what === 'latency') return isFaster(drift) ? 'neutral' : 'warn';
  return what === 'shape' ? 'odd' : 'neutral';
}
