import { useStrings } from '../../../lib/i18n/strings.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import s from './setup.module.css';
import type { SetupPart } from './setup-part.ts';

/** How hard it asks, how long it waits, and where it stops by itself. */
export function LimitFields({ setup, onChange }: SetupPart) {
  const t = useStrings().checks.setup;
  return (
    <fieldset className={s.part}>
      <legend className={s.legend}>{t.limits}</legend>
      <div className={s.limits}>
        <Limit
          label={t.atOnce}
          value={setup.concurrency}
          max={16}
          onValueChange={(count) => count !== null && onChange({ concurrency: Math.round(count) })}
        />
        <Limit
          label={t.firstByte}
          unit={t.seconds}
          value={setup.firstByteMs / 1000}
          max={600}
          onValueChange={(seconds) => seconds !== null && onChange({ firstByteMs: Math.round(seconds * 1000) })}
        />
        <Limit
          label={t.total}
          unit={t.seconds}
          value={setup.totalMs / 1000}
          max={1800}
          onValueChange={(seconds) => seconds !== null && onChange({ totalMs: Math.round(seconds * 1000) })}
        />
        <Limit
          label={t.calls}
          value={setup.calls}
          placeholder={t.noCap}
          step={50}
          onValueChange={(calls) => onChange({ calls: calls === null ? null : Math.round(calls) })}
        />
        <Limit
          label={t.tokens}
          value={setup.tokens}
          placeholder={t.noCap}
          step={10_000}
          onValueChange={(tokens) => onChange({ tokens: tokens === null ? null : Math.round(tokens) })}
        />
      </div>
    </fieldset>
  );
}

interface LimitProps {
  label: string;
  value: number | null;
  unit?: string;
  max?: number;
  step?: number;
  placeholder?: string;
  onValueChange: (value: number | null) => void;
}

function Limit({ label, ...field }: LimitProps) {
  return (
    <div className={s.limit}>
      <span aria-hidden>{label}</span>
      <NumberField label={label} width={104} min={1} clamp {...field} />
    </div>
  );
}
