import { useState } from 'react';
import type { CompareCap } from '#shared/contract/judge.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useMoney, usePrices } from '../../../lib/cost/costs.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { changeComparison, judgeRun, type RunAct } from '../compare.ts';
import type { Comparison } from '../model/comparison.ts';
import { judgeOf } from '../model/judge-model.ts';
import { CapFields } from '../plan/limit-fields.tsx';
import plan from '../plan/plan.module.css';
import { JudgeFields } from './judge-fields.tsx';

interface JudgeDialogProps {
  comparison: Comparison;
  runId: string;
  act: RunAct;
  onClose: () => void;
}

/** Which model grades the replies of a run, by what, and what that sends and costs, before anything is sent. */
export function JudgeDialog({ comparison, runId, act, onClose }: JudgeDialogProps) {
  const { judge: t, plan: words } = useStrings().compare;
  const money = useMoney();
  const judge = judgeOf(comparison);
  const prices = usePrices(judge.connectionId);
  const [cap, setCap] = useState<CompareCap>({ calls: 1000, tokens: null, money: null });
  const input = { runId, judge, scope: 'all' as const, cap };
  const { data, error } = useCall('compare', 'planJudge', input, { keepPrevious: true, enabled: judge.model !== '' });
  const [problem] = judge.model === '' ? [] : (data?.problems ?? []);
  const blocked = judge.model === '' ? t.noModel : !data ? words.planning : problem ? words.blocked : undefined;
  return (
    <FormDialog
      title={t.title}
      description={t.startBody}
      size="lg"
      cancelLabel={t.cancel}
      onCancel={onClose}
      submitLabel={data && judge.model !== '' ? words.start(data.calls, formatNumber(data.calls)) : t.title}
      onSubmit={() => {
        onClose();
        void act.run(() => judgeRun(input));
      }}
      busy={act.busy}
      blocked={blocked}
    >
      <div className={layout.form}>
        {error && <FailureCard failure={error.failure} />}
        {problem && <FailureCard failure={problem} />}
        <JudgeFields judge={judge} onChange={(next) => changeComparison((now) => ({ ...now, judge: next }))} />
        <div className={plan.limits}>
          <CapFields
            limits={cap}
            onChange={(by) => setCap((now) => ({ ...now, ...by }))}
            currency={prices.get(judge.model)?.currency}
          />
        </div>
        {judge.model !== '' && (data ? <p>{planText(data)}</p> : !error && <Skeleton lines={[60]} />)}
      </div>
    </FormDialog>
  );

  function planText({ calls, tokens, money: cost }: NonNullable<typeof data>): string {
    const counts = [formatNumber(calls), formatNumber(tokens)] as const;
    return cost ? t.planCost(...counts, money.amount(cost, true)) : `${t.plan(...counts)} ${t.noPrice}`;
  }
}
