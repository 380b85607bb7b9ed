import { Square } from 'lucide-react';
import { useState } from 'react';
import { laneScores } from '#shared/compare/grades.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { letterOf } from '../model/comparison.ts';
import { hasGradable } from '../model/run-input.ts';
import type { ShownRun } from '../runs.ts';
import { judgeRun, stopRun, useView, type ViewProps } from '../store.ts';
import { GradeList, JudgingState, Problems } from './grade-list.tsx';
import s from './judge.module.css';
import { JudgeDialog } from './judge-dialog.tsx';

/** What a model thinks of the replies: a score per lane, the reasons, and where its two orders disagree. */
export function JudgeView({ comparison, shown, act }: ViewProps) {
  const t = useStrings().compare.judge;
  const [isAsking, setAsking] = useState(false);
  const judging = shown?.run.judging ?? null;
  const isGrading = judging?.state === 'running';
  const dialog = isAsking && shown && (
    <JudgeDialog comparison={comparison} runId={shown.run.id} act={act} onClose={() => setAsking(false)} />
  );
  const switcher = comparison.runId !== null && comparison.sheetRunId !== null && <RunSwitch />;
  const isGradable = shown !== null && hasGradable(shown.cells) && (judging !== null || shown.run.state !== 'running');
  if (!isGradable || judging === null)
    return (
      <div className={s.view}>
        {switcher && <div className={s.bar}>{switcher}</div>}
        <EmptyState
          title={isGradable ? t.startTitle : t.emptyTitle}
          level={2}
          actions={
            isGradable && (
              <Button intent="primary" onClick={() => setAsking(true)}>
                {t.grade}
              </Button>
            )
          }
        >
          {isGradable ? t.startBody : t.emptyBody}
        </EmptyState>
        {isGradable && dialog}
      </div>
    );
  const isSingle = shown.run.input.rows.length === 1;
  return (
    <div className={s.view}>
      <div className={s.bar}>
        {switcher}
        <Badge size="md">{t.label}</Badge>
        <span className="mono cut-text">{judging.judge.model}</span>
        <JudgingState judging={judging} />
        <span className="space" />
        {isGrading ? (
          <Button
            size="sm"
            intent="stop"
            icon={<Icon of={Square} size="xs" />}
            onClick={() => void act.run(() => stopRun(shown.run.id))}
          >
            {t.stop}
          </Button>
        ) : (
          <>
            {judging.invalid > 0 && (
              <Button
                size="sm"
                onClick={() =>
                  void act.run(() => judgeRun({ runId: shown.run.id, judge: judging.judge, scope: 'missing' }))
                }
              >
                {t.retry(judging.invalid)}
              </Button>
            )}
            <Button size="sm" onClick={() => setAsking(true)}>
              {t.gradeAgain}
            </Button>
          </>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className={s.body} tabIndex={0} aria-label={t.opinion(judging.judge.model)}>
        <Scores shown={shown} />
        {!isGrading && <Problems shown={shown} judging={judging} act={act} />}
        <GradeList shown={shown} isSingle={isSingle} />
        <details className={s.rubric}>
          <summary>{t.rubricOf}</summary>
          <p dir="auto">{judging.judge.rubric}</p>
        </details>
      </section>
      {dialog}
    </div>
  );
}

/** Which of the two runs of a comparison is graded. */
function RunSwitch() {
  const t = useStrings().compare.judge;
  const judged = useView((view) => view.judged);
  return (
    <Segmented
      label={t.of}
      value={judged}
      onValueChange={(next) => useView.setState({ judged: next })}
      options={[
        { value: 'lanes', label: t.ofLanes },
        { value: 'sheet', label: t.ofSheet },
      ]}
    />
  );
}

/** The mean score of each lane, and how often the orders disagree. */
function Scores({ shown: { run, cells } }: { shown: ShownRun }) {
  const t = useStrings().compare.judge;
  const { lanes } = run.input;
  const scores = laneScores(
    lanes.map(({ id }) => id),
    cells,
  );
  return (
    <table className={s.table} aria-label={t.scores}>
      <thead>
        <tr>
          <th scope="col">{t.lane}</th>
          <th scope="col">{t.score}</th>
          <th scope="col">{t.replies}</th>
          <th scope="col">{t.disagreements}</th>
        </tr>
      </thead>
      <tbody>
        {scores.map(({ laneId, score, replies, disagreements }, at) => (
          <tr key={laneId}>
            <th scope="row">
              <b>{letterOf(at)}</b> <span className="mono">{lanes[at]?.model}</span>
            </th>
            <td>{score === null ? <span className="quiet">{t.notJudged}</span> : <b>{score.toFixed(1)}</b>}</td>
            <td>{formatNumber(replies)}</td>
            <td className={disagreements > 0 ? s.warn : undefined}>{formatNumber(disagreements)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
