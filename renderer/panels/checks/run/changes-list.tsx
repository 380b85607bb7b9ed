import type { CheckDrift, CheckRun, CheckRunSummary } from '#shared/contract/checks.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { cursorOn } from '../model/cursor.ts';
import { driftIntent, sortDrift } from '../model/drift.ts';
import type { Matrix } from '../model/matrix.ts';
import { useGlance } from '../view.ts';
import { driftLabel, driftValue, pathBelow } from '../words.ts';
import s from './run.module.css';

/** What differs from the run it is compared with, regressions first. A press leads to the cell. */
export function ChangesList({
  run,
  runs,
  matrix,
}: {
  run: CheckRun;
  runs: readonly CheckRunSummary[];
  matrix: Matrix;
}) {
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

function ChangeRow({ change, run, matrix }: { change: CheckDrift; run: CheckRun; matrix: Matrix }) {
  const t = useStrings().checks;
  const cell = run.rows.find(({ id }) => id === change.cellId);
  const words = (
    <>
      <Badge intent={driftIntent(change)}>{driftLabel(change, t)}</Badge>
      <span className="mono-s">{cell ? pathBelow(cell.routeId) : ''}</span>
      {cell && (
        <span className={s.quiet}>
          {cell.keyAlias ?? t.run.noKey}
          {cell.model && `, ${cell.model}`}
        </span>
      )}
      <span className="cut-text">
        {change.what === 'model-added' || change.what === 'model-removed'
          ? change.after || change.before
          : t.run.beforeAfter(driftValue(change.before, t), driftValue(change.after, t))}
      </span>
    </>
  );
  if (!cell) return <span className={s.change}>{words}</span>;
  return (
    <button
      type="button"
      className={s.change}
      onClick={() => useGlance.setState({ cursor: cursorOn(matrix, cell.id), wanted: [] })}
    >
      {words}
    </button>
  );
}
