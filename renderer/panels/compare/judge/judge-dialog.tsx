import { useState } from 'react';
import type { CompareCap, Judge } from '#shared/contract/judge.ts';
import type { TextRouteId } from '#shared/protocol/compose/text-parameters.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useMoney, usePrices } from '../../../lib/cost/costs.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { ConnectionField, KeyField, ModelField } from '../lanes/lane-dialog.tsx';
import type { Comparison } from '../model/comparison.ts';
import { judgeOf, judgeRoutes } from '../model/run-input.ts';
import plan from '../plan/plan.module.css';
import { CapFields } from '../plan/resume.tsx';
import { changeComparison, judgeRun, type RunAct } from '../store.ts';
import s from './judge.module.css';

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

/** Which model grades the replies, and by what. */
export function JudgeFields({ judge, onChange }: { judge: Judge; onChange: (judge: Judge) => void }) {
  const { judge: t, lane: words } = useStrings().compare;
  const change = (by: Partial<Judge>) => onChange({ ...judge, ...by });
  return (
    <>
      <div className={s.fields}>
        <ModelField target={judge} onChange={change} />
        <ConnectionField target={judge} onChange={(by) => change({ ...by, model: '' })} />
        <Field label={words.route}>
          <Select<TextRouteId>
            value={judge.routeId}
            onValueChange={(routeId) => change({ routeId })}
            options={judgeRoutes.map((routeId) => ({ value: routeId, label: words.routes[routeId] }))}
          />
        </Field>
        <KeyField target={judge} onChange={change} />
      </div>
      <Field label={t.rubric} hint={t.rubricHint}>
        <TextArea
          value={judge.rubric}
          onValueChange={(rubric) => change({ rubric })}
          minRows={3}
          maxRows={12}
          dir="auto"
        />
      </Field>
      {judge.rubric !== t.defaultRubric && (
        <span>
          <Button size="sm" intent="quiet" onClick={() => change({ rubric: t.defaultRubric })}>
            {t.resetRubric}
          </Button>
        </span>
      )}
    </>
  );
}
