import { useState } from 'react';
import type { CompareRun } from '#shared/contract/compare.ts';
import type { CompareCap } from '#shared/contract/judge.ts';
import type { Money } from '#shared/cost/money.ts';
import { useMoney } from '../../../lib/cost/costs.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import type { RunLimits } from '../model/comparison.ts';
import type { ShownRun } from '../runs.ts';
import { type RunAct, rerunCells } from '../store.ts';
import s from './plan.module.css';

interface ResumeProps {
  shown: ShownRun;
  act: RunAct;
}

/** Sends what an ended run did not send; nothing while there is no such request. A run at its limit asks for a higher one. */
export function Resume({ shown: { run, cells }, act }: ResumeProps) {
  const t = useStrings().compare;
  const [isAsking, setAsking] = useState(false);
  const unsent = cells.filter(({ state }) => state === 'skipped' || state === 'cancelled').map(({ id }) => id);
  if (unsent.length === 0 || run.state === 'running' || run.state === 'done') return null;
  return (
    <>
      <Button
        size="sm"
        onClick={() => (run.state === 'capped' ? setAsking(true) : void act.run(() => rerunCells(run.id, unsent)))}
      >
        {t.resume(unsent.length)}
      </Button>
      {isAsking && <ResumeDialog run={run} unsent={unsent} act={act} onClose={() => setAsking(false)} />}
    </>
  );
}

interface ResumeDialogProps {
  run: CompareRun;
  unsent: string[];
  act: RunAct;
  onClose: () => void;
}

function ResumeDialog({ run, unsent, act, onClose }: ResumeDialogProps) {
  const t = useStrings().compare.plan;
  const [cap, setCap] = useState<CompareCap>(run.input.cap);
  return (
    <FormDialog
      title={t.resumeTitle}
      cancelLabel={t.cancel}
      onCancel={onClose}
      submitLabel={t.start(unsent.length, formatNumber(unsent.length))}
      onSubmit={() => {
        onClose();
        void act.run(() => rerunCells(run.id, unsent, { cap }));
      }}
      busy={act.busy}
    >
      <div className={layout.form}>
        <p>{t.resume(unsent.length, useUsed(run))}</p>
        <div className={s.limits}>
          <CapFields
            limits={cap}
            onChange={(by) => setCap((now) => ({ ...now, ...by }))}
            currency={run.spent[0]?.currency}
          />
        </div>
      </div>
    </FormDialog>
  );
}

/** Returns what a run used: the cost only where that of every request is known. */
export function useUsed({ callsMade, tokensUsed, spent, unpriced }: CompareRun): string {
  const t = useStrings().compare.plan;
  const money = useMoney();
  const counts = [formatNumber(callsMade), formatNumber(tokensUsed)] as const;
  return spent.length > 0 && unpriced === 0 ? t.usedCost(...counts, money.sums(spent)) : t.used(...counts);
}

const nanoPerUnit = 1e9;

interface LimitFieldsProps<Limits> {
  limits: Limits;
  onChange: (by: Partial<Limits>) => void;
  /** The currency of a limit in money; without one it cannot be set. */
  currency: string | undefined;
}

type Caps = Pick<RunLimits, 'calls' | 'tokens' | 'money'>;

/** Where a run stops: requests, tokens, and money where prices are known. */
export function CapFields({ limits, onChange, currency }: LimitFieldsProps<Caps>) {
  const t = useStrings().compare.plan;
  const { calls, tokens, money } = limits;
  const unit = money?.currency ?? currency;
  const read = (amount: number | null): Money | null =>
    amount === null || amount <= 0 ? null : { nano: Math.round(amount * nanoPerUnit), currency: unit ?? 'USD' };
  return (
    <>
      <LimitField label={t.maxRequests} value={calls} onChange={(most) => onChange({ calls: most })} />
      <LimitField label={t.maxTokens} value={tokens} onChange={(most) => onChange({ tokens: most })} />
      {unit !== undefined && (
        <Field label={t.maxCost}>
          <NumberField
            value={money && money.nano / nanoPerUnit}
            min={0}
            step={0.01}
            unit={unit}
            placeholder={t.noLimit}
            onValueChange={(amount) => onChange({ money: read(amount) })}
          />
        </Field>
      )}
    </>
  );
}

/** How fast a run sends, and where it stops. */
export function LimitFields({ limits, onChange, currency }: LimitFieldsProps<RunLimits>) {
  const t = useStrings().compare.plan;
  return (
    <div className={s.limits}>
      <Field label={t.concurrency}>
        <NumberField
          value={limits.concurrency}
          min={1}
          max={32}
          clamp
          onValueChange={(concurrency) => onChange({ concurrency: concurrency ?? 1 })}
        />
      </Field>
      <LimitField label={t.perMinute} value={limits.perMinute} onChange={(perMinute) => onChange({ perMinute })} />
      <CapFields limits={limits} onChange={onChange} currency={currency} />
    </div>
  );
}

interface LimitFieldProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}

/** A whole number from 1; an empty field is no limit. */
function LimitField({ label, value, onChange }: LimitFieldProps) {
  const t = useStrings().compare.plan;
  return (
    <Field label={label}>
      <NumberField value={value} min={1} clamp placeholder={t.noLimit} onValueChange={onChange} />
    </Field>
  );
}
