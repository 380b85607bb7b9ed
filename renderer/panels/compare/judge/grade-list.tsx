import { disagrees, scoreOf } from '#shared/compare/grades.ts';
import type { CellHead, CompareRun } from '#shared/contract/compare.ts';
import type { Grade } from '#shared/contract/judge.ts';
import { OutsideText } from '../../../lib/i18n/outside-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ViewRequest } from '../../../lib/inspector/view-request.tsx';
import { tip } from '../../../ui/controls/tip.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { letterOf } from '../model/comparison.ts';
import type { ShownRun } from '../runs/runs.ts';
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
