import { type LaneChange, regressionsOf } from '#shared/compare/regressions.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { changeComparison } from '../compare.ts';
import type { Comparison } from '../model/comparison.ts';
import { type ShownRun, useRun } from '../runs/runs.ts';

/** How a row changed in a lane, or in any lane. */
export type RowChange = 'failed' | 'passed';

/** What changed from the selected earlier run of the sheet. */
export interface Against {
  /** Empty without a selected run. */
  lanes: readonly LaneChange[];
  changeOf(rowId: string): RowChange | null;
}

/** Returns how a row changed in these lanes: a new failure counts more than a new pass. */
export function rowChange(lanes: readonly LaneChange[], rowId: string): RowChange | null {
  if (lanes.some(({ newlyFailed }) => newlyFailed.includes(rowId))) return 'failed';
  return lanes.some(({ newlyPassed }) => newlyPassed.includes(rowId)) ? 'passed' : null;
}

/** Compares the run that is shown with the selected earlier one. */
export function useAgainst({ againstRunId, sheetRunId }: Comparison, shown: ShownRun | null): Against {
  const earlier = useRun(againstRunId === sheetRunId ? null : againstRunId).shown;
  const lanes =
    earlier && shown
      ? regressionsOf(
          { input: earlier.run.input, cells: earlier.cells },
          { input: shown.run.input, cells: shown.cells },
        )
      : [];
  return { lanes, changeOf: (rowId) => rowChange(lanes, rowId) };
}

const none = '';

/** Selects the earlier run that the sheet is compared with; nothing while there is only one. */
export function AgainstSelect({ comparison: { id, againstRunId, sheetRunId } }: { comparison: Comparison }) {
  const t = useStrings().compare.sheet;
  const { formatWhen } = useDates();
  const runs = useCall('compare', 'runs', { documentId: id }).data ?? [];
  const earlier = runs.filter((run) => run.rows > 1 && run.id !== sheetRunId && run.state !== 'running');
  if (earlier.length === 0) return null;
  return (
    <Select
      label={t.against}
      size="sm"
      value={earlier.some((run) => run.id === againstRunId) ? (againstRunId ?? none) : none}
      onValueChange={(runId) => changeComparison((now) => ({ ...now, againstRunId: runId === none ? null : runId }))}
      options={[
        { value: none, label: t.againstNone },
        ...earlier.map(({ id: runId, startedAt, ended, cells }) => ({
          value: runId,
          label: t.againstRun(formatWhen(startedAt)),
          hint: t.passedOf(ended, cells),
        })),
      ]}
      width={200}
    />
  );
}
