import { useCall } from '../../../lib/client/query.ts';
import { useMoney } from '../../../lib/cost/costs.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Note } from '../../../ui/feedback/note.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { JudgeFields } from '../judge/judge-dialog.tsx';
import { type Comparison, letterOf, type RunLimits } from '../model/comparison.ts';
import { judgeOf, plannedLanesInput, sheetInput, usesJudge } from '../model/run-input.ts';
import { changeComparison, type RunAct, startLanes, startSheet } from '../store.ts';
import { LimitFields } from './resume.tsx';

interface PlanDialogProps {
  /** What is run: the rows of the sheet, or the lanes with their repeats. */
  what: 'sheet' | 'lanes';
  comparison: Comparison;
  act: RunAct;
  onClose: () => void;
}

/** What a run would send and cost, and where it stops, before anything is sent. */
export function PlanDialog({ what, comparison, act, onClose }: PlanDialogProps) {
  const { plan: t, judge: words } = useStrings().compare;
  const money = useMoney();
  const { limits, lanes } = comparison;
  const input = what === 'sheet' ? sheetInput(comparison) : plannedLanesInput(comparison);
  const { data: plan, error } = useCall('compare', 'plan', input, { keepPrevious: true });
  const change = (by: Partial<RunLimits>) => changeComparison((now) => ({ ...now, limits: { ...now.limits, ...by } }));
  const lettersOf = (ids: readonly string[]) =>
    ids.map((id) => letterOf(lanes.findIndex((lane) => lane.id === id))).join(', ');
  const [problem] = plan?.problems ?? [];
  const isGraded = what === 'sheet' && usesJudge(comparison);
  const requests = plan ? plan.calls + (plan.judge?.calls ?? 0) : 0;
  const isCapped = limits.calls !== null && requests > limits.calls;
  return (
    <FormDialog
      title={what === 'sheet' ? t.sheetTitle : t.lanesTitle}
      cancelLabel={t.cancel}
      onCancel={onClose}
      submitLabel={plan ? t.start(requests, formatNumber(requests)) : t.sheetTitle}
      onSubmit={() => {
        onClose();
        void act.run(() => (what === 'sheet' ? startSheet(input) : startLanes(input)));
      }}
      busy={act.busy}
      blocked={!plan ? t.planning : problem ? t.blocked : undefined}
    >
      <div className={layout.form}>
        {error && <FailureCard failure={error.failure} />}
        {problem && <FailureCard failure={problem} />}
        {plan ? (
          <>
            <p>
              {t.text(formatNumber(plan.calls), formatNumber(plan.tokens))}{' '}
              {plan.unlimitedLaneIds.length > 0 && t.unlimited(lettersOf(plan.unlimitedLaneIds))}
            </p>
            {plan.money.length > 0 && (
              <p>
                {t.cost(money.sums(plan.money, true))}{' '}
                {plan.unpricedLaneIds.length > 0 && t.unpriced(lettersOf(plan.unpricedLaneIds))}
              </p>
            )}
            {plan.judge && <p>{judgeText(plan.judge)}</p>}
          </>
        ) : (
          !error && <Skeleton lines={[80, 60]} />
        )}
        {isCapped && limits.calls !== null && <Note intent="warn">{t.willStop(formatNumber(limits.calls))}</Note>}
        <LimitFields limits={limits} onChange={change} currency={plan?.money[0]?.currency} />
        {isGraded && (
          <>
            <h3>{words.setUp}</h3>
            <JudgeFields
              judge={judgeOf(comparison)}
              onChange={(judge) => changeComparison((now) => ({ ...now, judge }))}
            />
          </>
        )}
      </div>
    </FormDialog>
  );

  function judgeText({ calls, tokens, money: cost }: NonNullable<NonNullable<typeof plan>['judge']>): string {
    const counts = [formatNumber(calls), formatNumber(tokens)] as const;
    return cost ? t.judgeCost(...counts, money.amount(cost, true)) : t.judge(...counts);
  }
}
