import { Check, CircleHelp, Hourglass, Pencil, X } from 'lucide-react';
import { disagrees, scoreOf } from '#shared/compare/grades.ts';
import { type LaneChange, regressionsOf } from '#shared/compare/regressions.ts';
import type { AssertionResult, CellHead, CompareRun, SheetRow } from '#shared/contract/compare.ts';
import { useCall } from '../../../lib/client/query.ts';
import { formatMs, formatPercent } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { tip } from '../../../ui/controls/tip.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { type CompareLane, type Comparison, letterOf } from '../model/comparison.ts';
import { isOpen, type ShownRun, useRun } from '../runs.ts';
import { changeComparison } from '../store.ts';
import s from './sheet.module.css';

/** Columns of values that have room in a row; the others are shown when the row is open. */
const shownColumns = 3;

interface HeadProps {
  columns: readonly string[];
  lanes: readonly CompareLane[];
  comparison: Comparison;
  run: CompareRun | null;
  /** What changed from an earlier run. */
  changes: readonly LaneChange[];
}

/** The names of the columns; for each lane its pass rate. */
export function SheetHead({ columns, lanes, comparison, run, changes }: HeadProps) {
  const t = useStrings().compare.sheet;
  return (
    <div className={classes(s.row, s.head)}>
      <span className={s.number}>#</span>
      {columns.slice(0, shownColumns).map((name) => (
        <span key={name} className={classes('mono', s.value)}>
          {`{{${name}}}`}
        </span>
      ))}
      {lanes.map((lane) => {
        const counts = run?.byLane[lane.id];
        return (
          <span key={lane.id} className={s.cell}>
            <span className="cut-text">
              <b>{letterOf(comparison.lanes.indexOf(lane))}</b> <span className="mono">{lane.model}</span>
            </span>
            {counts && counts.asserted > 0 ? (
              <span className={s.rate}>
                <b>{formatPercent(counts.passed / counts.asserted)}</b> {t.passedOf(counts.passed, counts.asserted)}{' '}
                <LaneChangeText change={changes.find(({ laneId }) => laneId === lane.id)} />
              </span>
            ) : (
              counts && counts.failed > 0 && <span className={s.bad}>{t.failed(counts.failed)}</span>
            )}
          </span>
        );
      })}
    </div>
  );
}

/** How a lane changed from the earlier run, in a few words. */
function LaneChangeText({ change }: { change: LaneChange | undefined }) {
  const t = useStrings().compare.sheet;
  if (!change) return null;
  const { before, newlyFailed, newlyPassed } = change;
  const was = before.known > 0 ? t.was(formatPercent(before.passed / before.known)) : '';
  return (
    <span className={newlyFailed.length > 0 ? s.bad : 'quiet'} {...tip(was)}>
      {newlyFailed.length > 0
        ? t.regressions(newlyFailed.length)
        : newlyPassed.length > 0
          ? t.improvements(newlyPassed.length)
          : t.unchanged}
    </span>
  );
}

interface RowProps {
  row: SheetRow;
  at: number;
  columns: readonly string[];
  lanes: readonly CompareLane[];
  /** By lane, one per repeat. */
  cells: ReadonlyMap<string, readonly CellHead[]> | undefined;
  /** Its values differ from those that the run sent. */
  isEdited: boolean;
  changes: readonly LaneChange[];
}

/** One row of the sheet: its values, and what each lane replied. */
export function SheetRowView({ row, at, columns, lanes, cells, isEdited, changes }: RowProps) {
  const t = useStrings().compare.sheet;
  return (
    <div className={s.row} data-outdated={isEdited}>
      <span className={s.number}>
        {at + 1}
        {isEdited && <Icon of={Pencil} size="xs" label={t.edited} />}
      </span>
      {columns.slice(0, shownColumns).map((name) => (
        <span key={name} className={classes('cut-text', s.value)} dir="auto">
          {row.values[name] ?? ''}
        </span>
      ))}
      {lanes.map(({ id }) => (
        <SheetCell
          key={id}
          cells={cells?.get(id) ?? []}
          change={rowChange(
            changes.filter(({ laneId }) => laneId === id),
            row.id,
          )}
        />
      ))}
    </div>
  );
}

function SheetCell({ cells, change }: { cells: readonly CellHead[]; change: RowChange | null }) {
  const t = useStrings().compare.sheet;
  const words = useStrings();
  const [cell] = cells;
  if (!cell) return <span className={s.cell} />;
  const { state, excerpt, failure, metrics, assertions } = cell;
  const score = scoreOf(cell.grades);
  const failedAt = assertions.find(({ verdict }) => verdict === 'failed');
  const passed = cells.filter((one) => one.assertions.every(({ verdict }) => verdict === 'passed')).length;
  return (
    <span className={s.cell}>
      <span className={classes('cut-text', failure !== null && s.bad)} dir="auto">
        {excerpt.trim() ||
          cell.files.map(({ name }) => name).join(', ') ||
          (failure
            ? words.failures[failure.code].headline
            : state === 'skipped'
              ? words.compare.lane.notSent
              : state === 'paused'
                ? words.compare.lane.rateLimited
                : words.pieces.states[state])}
      </span>
      <span className={s.foot}>
        {change && <Badge intent={change === 'failed' ? 'bad' : 'ok'}>{t.changes[change]}</Badge>}
        {!isOpen(cell) && <Ticks results={assertions} />}
        {failedAt && <span className={classes('cut-text', s.bad)}>{failedAt.reason}</span>}
        <span className="space" />
        {score !== null && (
          <span className={classes('num', disagrees(cell.grades) && s.warn)} {...tip(words.compare.judge.label)}>
            {score.toFixed(1)}
          </span>
        )}
        {cells.length > 1 && assertions.length > 0 && <span>{t.repeatsPassed(passed, cells.length)}</span>}
        {metrics?.latencyMs != null && <span className="num">{formatMs(metrics.latencyMs)}</span>}
      </span>
    </span>
  );
}

const marks = { passed: Check, failed: X, unknown: CircleHelp, waiting: Hourglass } as const satisfies Record<
  AssertionResult['verdict'],
  unknown
>;

/** One mark per assertion. */
function Ticks({ results }: { results: readonly AssertionResult[] }) {
  const t = useStrings().compare.sheet;
  if (results.length === 0) return null;
  return (
    <span className={s.ticks} role="img" aria-label={results.map(({ verdict }) => t.verdicts[verdict]).join(', ')}>
      {results.map(({ verdict, reason }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a result is known by its place
        <span key={`${at} ${reason}`} className={verdict === 'failed' ? s.bad : 'quiet'}>
          <Icon of={marks[verdict]} size="xs" />
        </span>
      ))}
    </span>
  );
}

/** How a row changed in a lane, or in any lane. */
type RowChange = 'failed' | 'passed';

/** What changed from the selected earlier run of the sheet. */
interface Against {
  /** Empty without a selected run. */
  lanes: readonly LaneChange[];
  changeOf(rowId: string): RowChange | null;
}

/** Returns how a row changed in these lanes: a new failure counts more than a new pass. */
function rowChange(lanes: readonly LaneChange[], rowId: string): RowChange | null {
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
