import { disagrees, scoreOf } from '#shared/compare/grades.ts';
import type { CellHead, CompareRun } from '#shared/contract/compare.ts';
import type { Grade, Judgement, Judging } from '#shared/contract/judge.ts';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { OutsideText } from '../../../lib/i18n/outside-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ViewRequest } from '../../../lib/inspector/view-request.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { tip } from '../../../ui/controls/tip.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { letterOf } from '../model/comparison.ts';
import { isOpen, type ShownRun } from '../runs.ts';
import { judgeRun, type RunAct } from '../store.ts';
import s from './judge.module.css';

/** Rows of a sheet are listed up to here; the others are in the sheet. */
const shownReplies = 100;

/** The scores and reasons of each reply; of a sheet, those about which the orders disagree are first. */
export function GradeList({ shown: { run, cells }, isSingle }: { shown: ShownRun; isSingle: boolean }) {
  const graded = cells.filter(({ grades }) => grades.length > 0);
  const sorted = isSingle
    ? graded
    : graded.toSorted((one, other) => Number(disagrees(other.grades)) - Number(disagrees(one.grades)));
  return (
    <div className={s.grades}>
      {sorted.slice(0, shownReplies).map((cell) => (
        <GradedReply key={cell.id} cell={cell} run={run} />
      ))}
    </div>
  );
}

function GradedReply({ cell, run }: { cell: CellHead; run: CompareRun }) {
  const t = useStrings().compare.judge;
  const { lanes, rows, repeats } = run.input;
  const at = lanes.findIndex(({ id }) => id === cell.laneId);
  const name = [
    rows.length > 1 && t.rowOf(rows.findIndex(({ id }) => id === cell.rowId) + 1),
    `${letterOf(at)} ${lanes[at]?.model ?? ''}`,
    repeats > 1 && t.repeatOf(cell.repeat + 1),
  ].filter(Boolean);
  return (
    <article className={s.graded} aria-label={name.join(', ')}>
      <header className={s.bar}>
        <h2 className="cut-text">{name.join(' · ')}</h2>
        <b className="num">{scoreOf(cell.grades)?.toFixed(1)}</b>
        {disagrees(cell.grades) && (
          <span {...tip(t.disagreeHint)}>
            <Badge intent="warn">{t.disagree}</Badge>
          </span>
        )}
      </header>
      <GradeReasons grades={cell.grades} />
    </article>
  );
}

/** One score with its reason per order, and the request that it is from. */
export function GradeReasons({ grades }: { grades: readonly Grade[] }) {
  const t = useStrings().compare.judge;
  return (
    <ul className={s.reasons} aria-label={t.reasons}>
      {grades.map(({ order, score, reason, exchangeId }) => (
        <li key={order}>
          <span className="quiet">{t.order(order + 1)}</span>
          <b className="num">{score}</b>
          <span dir="auto">
            <OutsideText text={reason} />
          </span>
          <ViewRequest exchangeId={exchangeId} of={t.order(order + 1)} />
        </li>
      ))}
    </ul>
  );
}

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

/** How far a grading is, and why it ended early. */
export function JudgingState({ judging: { state, requests, ended, invalid } }: { judging: Judging }) {
  const t = useStrings().compare.judge;
  return (
    <>
      <span className="quiet" role="status">
        {state === 'running' ? t.progress(ended, requests) : invalid > 0 ? t.invalid(invalid) : ''}
      </span>
      {state === 'running' && (
        <span className={s.progress}>
          <Progress value={requests === 0 ? null : ended / requests} label={t.title} />
        </span>
      )}
      {state !== 'running' && state !== 'done' && <span className={s.warn}>{t.states[state]}</span>}
    </>
  );
}
