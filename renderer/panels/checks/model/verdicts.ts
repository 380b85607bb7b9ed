import type { CheckCell, CheckVerdict } from '#shared/contract/checks.ts';
import type { Intent } from '../../../ui/base/intent.ts';

/** What the chips above the matrix count; every verdict belongs to exactly one. */
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
  unclear: 'open',
  'not-tried': 'open',
  'skipped-costly': 'open',
};

/** Every verdict there is, from what works to what was not tried. Not the contract's own list: the page does without its schemas. */
export const verdicts = Object.keys(groupByVerdict) as CheckVerdict[];

export const groupOf = (verdict: CheckVerdict): VerdictGroup => groupByVerdict[verdict];

/** Red is for what is broken; what is merely absent or not known has no colour. */
export const groupIntents: Record<VerdictGroup, Intent> = {
  works: 'ok',
  exists: 'neutral',
  odd: 'odd',
  limited: 'warn',
  refused: 'bad',
  absent: 'neutral',
  open: 'neutral',
};

export const intentOf = (verdict: CheckVerdict): Intent => groupIntents[groupOf(verdict)];

/** What a cell shows: its verdict, or where it is on the way there. */
export type CellFace = CheckVerdict | 'waiting' | 'probing';

export const faceOf = ({ state, verdict }: CheckCell): CellFace => (state === 'ended' ? verdict : state);

export type GroupCounts = Record<VerdictGroup, number>;

/** How many verdicts each chip stands for. */
export function countGroups(verdicts: Partial<Record<CheckVerdict, number>>): GroupCounts {
  const counts: GroupCounts = { works: 0, exists: 0, odd: 0, limited: 0, refused: 0, absent: 0, open: 0 };
  for (const [verdict, count] of Object.entries(verdicts)) counts[groupOf(verdict as CheckVerdict)] += count;
  return counts;
}

/** The same from cells, while they still change. Cells on the way count as nothing yet. */
export function countVerdicts(cells: readonly CheckCell[]): Partial<Record<CheckVerdict, number>> {
  const counts: Partial<Record<CheckVerdict, number>> = {};
  for (const { state, verdict } of cells) if (state === 'ended') counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
}

/** Something was asked and did not come out well: what "re-run failing" repeats. */
export const isFailing = ({ action, state, verdict }: CheckCell): boolean =>
  action !== 'skip' &&
  state === 'ended' &&
  (verdict === 'shape-unexpected' || ['limited', 'refused'].includes(groupOf(verdict)));

/** Meant to be asked, and never was: what a run that was ended early can go on with. */
export const isLeftOver = ({ action, state, verdict }: CheckCell): boolean =>
  action !== 'skip' && (state !== 'ended' || verdict === 'not-tried');
