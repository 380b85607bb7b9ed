import type { Money } from '#shared/cost/money.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import type { RunLimits } from '../model/comparison.ts';
import s from './plan.module.css';

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
