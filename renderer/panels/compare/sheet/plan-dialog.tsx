import { useCall } from '../../../lib/client/query.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { changeComparison, type RunAct, startSheet } from '../compare.ts';
import { type Comparison, letterOf, type SheetLimits } from '../model/comparison.ts';
import { sheetInput } from '../model/sheet-model.ts';
import s from './sheet.module.css';

interface PlanDialogProps {
  comparison: Comparison;
  act: RunAct;
  onClose: () => void;
}

/** What a run of the sheet would send, and where it stops, before anything is sent. */
export function PlanDialog({ comparison, act, onClose }: PlanDialogProps) {
  const t = useStrings().compare.sheet;
  const { limits, lanes } = comparison;
  const input = sheetInput(comparison);
  const { data: plan, error } = useCall('compare', 'plan', input, { keepPrevious: true });
  const change = (by: Partial<SheetLimits>) =>
    changeComparison((now) => ({ ...now, limits: { ...now.limits, ...by } }));
  const unlimited = (plan?.unlimitedLaneIds ?? []).map((id) => letterOf(lanes.findIndex((lane) => lane.id === id)));
  const [problem] = plan?.problems ?? [];
  const isCapped = plan !== undefined && limits.calls !== null && plan.calls > limits.calls;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t.planTitle}
      size="md"
      closeLabel={t.cancel}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button
            intent="primary"
            busy={act.busy}
            disabledReason={!plan ? t.planning : problem ? t.blocked : undefined}
            onClick={() => {
              onClose();
              void act.run(() => startSheet(input));
            }}
          >
            {plan ? t.start(plan.calls, formatNumber(plan.calls)) : t.run}
          </Button>
        </>
      }
    >
      <div className={s.form}>
        {error && <FailureCard failure={error.failure} />}
        {problem && <FailureCard failure={problem} />}
        {plan ? (
          <p>
            {t.plan(formatNumber(plan.calls), formatNumber(plan.tokens))}{' '}
            {unlimited.length > 0 && t.unlimited(unlimited.join(', '))}
          </p>
        ) : (
          !error && <Skeleton lines={[80, 60]} />
        )}
        {isCapped && limits.calls !== null && <Note intent="warn">{t.willStop(formatNumber(limits.calls))}</Note>}
        <div className={s.limits}>
          <Field label={t.concurrency}>
            <NumberField
              value={limits.concurrency}
              min={1}
              max={32}
              clamp
              onValueChange={(concurrency) => change({ concurrency: concurrency ?? 1 })}
            />
          </Field>
          <Field label={t.perMinute}>
            <NumberField
              value={limits.perMinute}
              min={1}
              clamp
              placeholder={t.noLimit}
              onValueChange={(perMinute) => change({ perMinute })}
            />
          </Field>
          <Field label={t.maxRequests}>
            <NumberField
              value={limits.calls}
              min={1}
              clamp
              placeholder={t.noLimit}
              onValueChange={(calls) => change({ calls })}
            />
          </Field>
          <Field label={t.maxTokens}>
            <NumberField
              value={limits.tokens}
              min={1}
              clamp
              placeholder={t.noLimit}
              onValueChange={(tokens) => change({ tokens })}
            />
          </Field>
        </div>
      </div>
    </Dialog>
  );
}
