import type { CheckDrift, CheckVerdict } from '#shared/contract/checks.ts';
import type { Intent } from '../../../ui/base/intent.ts';
import { groupOf, verdicts } from './verdicts.ts';

const order: Record<CheckDrift['what'], number> = {
  verdict: 0,
  shape: 1,
  'model-removed': 2,
  'model-added': 3,
  latency: 4,
};

/** What got worse first, then the rest by how much it matters. */
export const sortDrift = (drift: readonly CheckDrift[]): CheckDrift[] =>
  drift.toSorted(
    (one, two) => Number(two.isRegression) - Number(one.isRegression) || order[one.what] - order[two.what],
  );

/** The most important change of each cell. */
export function driftByCell(drift: readonly CheckDrift[]): ReadonlyMap<string, CheckDrift> {
  const found = new Map<string, CheckDrift>();
  for (const change of sortDrift(drift))
    if (change.cellId !== null && !found.has(change.cellId)) found.set(change.cellId, change);
  return found;
}

export const isVerdict = (text: string): text is CheckVerdict => (verdicts as readonly string[]).includes(text);

/** A latency that went down; its values are `300 ms` and the like. */
export const isFaster = ({ what, before, after }: CheckDrift): boolean =>
  what === 'latency' && Number.parseFloat(after) < Number.parseFloat(before);

export function driftIntent(drift: CheckDrift): Intent {
  const { what, after, isRegression } = drift;
  if (isRegression) return 'bad';
  if (what === 'verdict') return isVerdict(after) && groupOf(after) === 'works' ? 'ok' : 'neutral';
  if (what === 'latency') return isFaster(drift) ? 'neutral' : 'warn';
  return what === 'shape' ? 'odd' : 'neutral';
}
