import type { LaneChange } from '#shared/compare/regressions.ts';
import type { CompareCell, CompareInput, CompareRun } from '#shared/contract/compare.ts';
import { formatCount } from '#shared/format.ts';

/** What is exported of a run. */
export interface ExportedRun {
  run: CompareRun;
  cells: readonly CompareCell[];
  /** How it changed from an earlier run of its sheet. */
  before: { startedAt: number; lanes: readonly LaneChange[] } | null;
}

export const changeHeads = ['Lane', 'Passed before', 'Passed now', 'Newly failed rows', 'Newly passed rows'] as const;

/** Returns how each lane changed from an earlier run, as the cells of a table. Rows are named by their place. */
export function changeRows({ lanes, rows }: CompareInput, changes: readonly LaneChange[]): string[][] {
  const places = new Map(rows.map(({ id }, at) => [id, at + 1]));
  const named = (ids: readonly string[]) => ids.map((id) => formatCount(places.get(id) ?? 0)).join(', ') || '-';
  const rate = ({ passed, known }: LaneChange['before']) => `${formatCount(passed)} of ${formatCount(known)}`;
  return changes.map(({ laneId, before, after, newlyFailed, newlyPassed }) => [
    lanes.find(({ id }) => id === laneId)?.model ?? laneId,
    rate(before),
    rate(after),
    named(newlyFailed),
    named(newlyPassed),
  ]);
}
