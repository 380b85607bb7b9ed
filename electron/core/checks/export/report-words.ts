import { verdictLabels } from '#shared/contract/check-words.ts';
import type { CheckDrift, CheckRun, CheckRunState, CheckVerdict } from '#shared/contract/checks.ts';
import { counted, formatCount } from '#shared/format.ts';

/** The wording that all forms of a report share. */

export const levelNames = { free: 'Free', cheap: 'Cheap', full: 'Full' } as const;

export const stateNames: Readonly<Record<CheckRunState, string>> = {
  running: 'running',
  done: 'completed',
  stopped: 'stopped',
  capped: 'limit reached',
  interrupted: 'interrupted',
};

const unitNouns = { tokens: 'token', images: 'image', seconds: 'second', characters: 'character' } as const;

export const unitsText = ({ unitsSpent }: CheckRun): string =>
  (Object.keys(unitNouns) as (keyof typeof unitNouns)[])
    .filter((name) => unitsSpent[name] > 0)
    .map((name) => counted(unitsSpent[name], unitNouns[name]))
    .join(', ') || 'none';

/** Returns the number of requests, and how many of them were expected to be refused. */
export const callsText = ({ callsMade, plannedRefusals, controls }: CheckRun): string => {
  const all = counted(callsMade, 'call');
  if (plannedRefusals === 0) return all;
  const control = controls > 0 ? ` (${formatCount(controls)} for a path that cannot exist)` : '';
  return `${all}, ${counted(plannedRefusals, 'planned rejection')}${control}`;
};

export const changeNames: Readonly<Record<CheckDrift['what'], string>> = {
  verdict: 'verdict',
  latency: 'latency',
  shape: 'format',
  'model-added': 'added',
  'model-removed': 'removed',
};

/** Returns the label of a verdict; other values unchanged. */
export const driftValue = (value: string): string =>
  Object.hasOwn(verdictLabels, value) ? verdictLabels[value as CheckVerdict] : value;

/** How many cells are named one by one. */
const namedCells = 20;

/** Returns which cells of the other run were not tested, by name. */
export function untestedText(untested: readonly string[]): string {
  const named = untested.slice(0, namedCells).join('; ');
  const more = untested.length > namedCells ? `; and ${formatCount(untested.length - namedCells)} more` : '';
  const verb = untested.length === 1 ? 'was' : 'were';
  return `${counted(untested.length, 'cell')} of it ${verb} not tested: ${named}${more}.`;
}

export const timeText = (ms: number): string => `${new Date(ms).toISOString().replace('T', ' ').slice(0, 19)} UTC`;
