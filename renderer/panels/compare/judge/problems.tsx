import type { Judgement, Judging } from '#shared/contract/judge.ts';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ViewRequest } from '../../../lib/inspector/view-request.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { judgeRun, type RunAct } from '../compare.ts';
import { isOpen, type ShownRun } from '../runs/runs.ts';
import s from './judge.module.css';

interface ProblemsProps {
  shown: ShownRun;
  judging: Judging;
  act: RunAct;
}

/** Problems are listed up to here; Retry in the bar requests all of them again. */
const shownProblems = 20;

/** Requests to the judge that have no scores: why, and how to request them again. */
export function Problems({ shown: { run }, judging, act }: ProblemsProps) {
  const t = useStrings().compare.judge;
  const bad = run.judgements.filter(
    (one) => !isOpen(one) && (one.problem !== null || (one.state !== 'done' && one.state !== 'done-with-warnings')),
  );
  if (bad.length === 0) return null;
  return (
    <ul className={s.problems} aria-label={t.problems}>
      {bad.slice(0, shownProblems).map((one) => (
        <Problem key={one.id} judgement={one} shownRow={rowOf(run, one)}>
          <Button
            size="sm"
            onClick={() => void act.run(() => judgeRun({ runId: run.id, judge: judging.judge, scope: [one.id] }))}
          >
            {t.retryOne}
          </Button>
        </Problem>
      ))}
    </ul>
  );
}

/** Returns the number of a row; `null` where there is only one. */
const rowOf = ({ input }: ShownRun['run'], { rowId }: Judgement): number | null =>
  input.rows.length > 1 ? input.rows.findIndex(({ id }) => id === rowId) + 1 : null;

interface ProblemProps {
  judgement: Judgement;
  shownRow: number | null;
  children: React.ReactNode;
}

function Problem({ judgement: { order, problem, failure, state, exchangeId }, shownRow, children }: ProblemProps) {
  const { judge: t } = useStrings().compare;
  const { states } = useStrings().pieces;
  const { lane } = useStrings().compare;
  return (
    <li>
      <b>
        {shownRow !== null && `${t.rowOf(shownRow)}, `}
        {t.order(order + 1)}
      </b>
      <span className={s.bad}>
        {failure ? (
          <FailureText failure={failure} alone />
        ) : problem !== null ? (
          <span lang="en">{problem}</span>
        ) : state === 'skipped' || state === 'paused' ? (
          lane.notSent
        ) : (
          states[state]
        )}
      </span>
      <span className="space" />
      {children}
      <ViewRequest exchangeId={exchangeId} of={t.order(order + 1)} />
    </li>
  );
}
