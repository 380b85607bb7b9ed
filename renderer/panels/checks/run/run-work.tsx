import type { CheckDrift, CheckRun, CheckRunSummary } from '#shared/contract/checks.ts';
import type { Connection } from '#shared/contract/connections.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { useWireFocus } from '../../../lib/navigation/wire-focus.ts';
import { classes } from '../../../ui/base/class-names.ts';
import tone from '../../../ui/base/tone.module.css';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { buildMatrix, cursorOf, filterMatrix, type Matrix as MatrixRows, selectedCell } from '../model/matrix.ts';
import {
  countGroups,
  countVerdicts,
  driftByCell,
  driftIntent,
  groupIntents,
  sortDrift,
  type VerdictGroup,
  verdictGroups,
} from '../model/verdicts.ts';
import { type Shown, useRun } from '../shown.ts';
import { useMatrixView } from '../view.ts';
import { driftLabel, driftValue, pathBelow } from '../words.ts';
import { Matrix } from './matrix.tsx';
import s from './run.module.css';
import { EndedNote, RunHead } from './run-head.tsx';
import { groupFaces, VerdictGlyph } from './verdict-glyph.tsx';

/** One run: its numbers, its matrix, and the changes against the run it is compared with. */
export function RunWork({ shown }: { shown: Shown & { runId: string } }) {
  const t = useStrings().checks;
  const { run, failure } = useRun(shown.runId);
  if (failure)
    return (
      <div className={s.failed}>
        <FailureCard failure={failure} />
      </div>
    );
  if (!run)
    return (
      <div className={s.failed} aria-busy>
        <p role="status">{t.run.loading}</p>
        <Skeleton lines={[96, 88, 92, 70]} />
      </div>
    );
  return <RunView shown={shown} connection={shown.connection} run={run} />;
}

interface RunViewProps {
  shown: Shown;
  connection: Connection;
  run: CheckRun;
}

function RunView({ shown, connection, run }: RunViewProps) {
  const { wanted, mode, cursor } = useMatrixView();
  const act = useAction((work: () => Promise<void>) => work());
  const whole = buildMatrix(run.rows, run.input.models.length > 0);
  const matrix = filterMatrix(whole, wanted);
  const drift = driftByCell(run.drift);
  const selected = selectedCell(whole, cursor);
  useWireFocus(null, selected?.cell?.exchangeId ?? null);
  return (
    <>
      <RunHead shown={shown} run={run} act={act} />
      <SummaryChips run={run} />
      {act.failure && (
        <div className={s.note}>
          <FailureCard failure={act.failure} />
        </div>
      )}
      <EndedNote connection={connection} run={run} act={act} />
      <Matrix
        key={connection.id}
        run={run}
        matrix={matrix}
        drift={drift}
        canRerun={run.state !== 'running'}
        onRerun={(cells) => void act.run(cells)}
      />
      {mode === 'change' && <ChangesList run={run} runs={shown.runs ?? []} matrix={whole} />}
    </>
  );
}

const modes = ['verdict', 'latency', 'change'] as const;

/** The counts of the run, which act as filters, and the switch for what the cells show. */
function SummaryChips({ run }: { run: CheckRun }) {
  const t = useStrings().checks;
  const { wanted, mode } = useMatrixView();
  const counts = countGroups(countVerdicts(run.rows));
  const press = (group: VerdictGroup) =>
    useMatrixView.setState({
      wanted: wanted.includes(group) ? wanted.filter((one) => one !== group) : [...wanted, group],
    });
  return (
    <div className={s.summary}>
      <fieldset className={s.chips} aria-label={t.run.filters}>
        {verdictGroups
          .filter((group) => group !== 'open' || counts.open > 0 || wanted.includes('open'))
          .map((group) => (
            <button
              key={group}
              type="button"
              className={classes(s.chip, tone[counts[group] > 0 ? groupIntents[group] : 'neutral'])}
              aria-pressed={wanted.includes(group)}
              onClick={() => press(group)}
            >
              <VerdictGlyph face={groupFaces[group]} />
              {t.groups[group]}
              <b className="num">{counts[group]}</b>
            </button>
          ))}
      </fieldset>
      <Segmented
        label={t.run.mode}
        value={mode}
        onValueChange={(next) => useMatrixView.setState({ mode: next })}
        options={modes.map((value) => ({ value, label: t.run.modes[value] }))}
      />
    </div>
  );
}

/** The changes against the run it is compared with, regressions first. A click selects the cell. */
function ChangesList({ run, runs, matrix }: { run: CheckRun; runs: readonly CheckRunSummary[]; matrix: MatrixRows }) {
  const t = useStrings().checks.run;
  const dates = useDates();
  const before = runs.find(({ id }) => id === run.comparedWith);
  const changes = sortDrift(run.drift);
  const worse = changes.filter(({ isRegression }) => isRegression).length;
  return (
    <section className={s.changes} aria-label={t.changes}>
      <header className={s.changesHead}>
        <h2>{t.changes}</h2>
        {worse > 0 && <Badge intent="bad">{t.regressions(worse)}</Badge>}
        <span className={s.when}>
          {run.comparedWith === null
            ? t.notCompared
            : before && t.comparedWith(dates.formatWhen(before.startedAt), before.isBaseline)}
        </span>
      </header>
      {run.comparedWith !== null && changes.length === 0 && <p className={s.quiet}>{t.noChanges}</p>}
      <ul className={s.changesRows}>
        {changes.map((change) => (
          <li key={`${change.cellId} ${change.what} ${change.before} ${change.after}`}>
            <ChangeRow change={change} run={run} matrix={matrix} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ChangeRow({ change, run, matrix }: { change: CheckDrift; run: CheckRun; matrix: MatrixRows }) {
  const { checks: t, gateway, pieces } = useStrings();
  const cell = run.rows.find(({ id }) => id === change.cellId);
  const words = (
    <>
      <Badge intent={driftIntent(change)}>{driftLabel(change, t)}</Badge>
      <span className="mono-s">{cell ? pathBelow(cell.routeId) : ''}</span>
      {cell && <span className={s.quiet}>{pieces.facts(cell.keyAlias ?? t.run.noKey, cell.model)}</span>}
      <span className="cut-text">
        {change.what === 'model-added' || change.what === 'model-removed'
          ? change.after || change.before
          : t.run.beforeAfter(driftValue(change.before, gateway), driftValue(change.after, gateway))}
      </span>
    </>
  );
  if (!cell) return <span className={s.change}>{words}</span>;
  return (
    <button
      type="button"
      className={s.change}
      onClick={() => useMatrixView.setState({ cursor: cursorOf(matrix, cell.id), wanted: [] })}
    >
      {words}
    </button>
  );
}
