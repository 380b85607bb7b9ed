import { RotateCcw } from 'lucide-react';
import type { DeadlineChoice } from '#shared/contract/connections.ts';
import type { Deadlines } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import type { ConnectionFormProps } from '../../../lib/gateway/connections/connection-headers.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Tick } from '../../../ui/controls/tick.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import layout from '../../../ui/layout/layout.module.css';
import s from '../connections.module.css';

const retryChoices = ['0', '1', '2', '3', '4', '5'] as const;

/** Timeouts of each stage, and the number of automatic retries. */
export function LimitsSection({ fields, onChange }: ConnectionFormProps) {
  const t = useStrings().connections;
  const set = (deadlines: DeadlineChoice) => onChange({ ...fields, deadlines });
  return (
    <section className={s.block}>
      <h2>{t.limits}</h2>
      <p className={s.lead}>{t.limitsLead}</p>
      <div className={layout.stack}>
        {deadlineNames.map((name) => (
          <DeadlineRow key={name} name={name} chosen={fields.deadlines} onChange={set} />
        ))}
        <Field label={t.retries} layout="row" hint={fields.retries === 0 ? t.retriesOff : t.retriesOn(fields.retries)}>
          <Segmented
            label={t.retries}
            value={String(fields.retries)}
            onValueChange={(count) => onChange({ ...fields, retries: Number(count) })}
            options={retryChoices.map((value) => ({ value, label: value === '0' ? t.off : value }))}
          />
        </Field>
      </div>
    </section>
  );
}

interface DeadlineRowProps {
  name: DeadlineName;
  chosen: DeadlineChoice;
  onChange: (deadlines: DeadlineChoice) => void;
}

function DeadlineRow({ name, chosen, onChange }: DeadlineRowProps) {
  const t = useStrings().connections;
  const { leastMs, mostMs, someNone } = deadlineRange(name);
  const ms = chosen[name];
  const isSet = ms !== undefined;
  const set = (next: number | null) => onChange({ ...chosen, [name]: next });
  const reset = () => {
    const { [name]: _own, ...others } = chosen;
    onChange(others);
  };
  const own =
    leastMs === null || mostMs === null
      ? t.noLimit
      : leastMs === mostMs
        ? limitText(leastMs)
        : t.range(limitText(leastMs), limitText(mostMs));
  return (
    <Field label={t.deadlines[name]} layout="row" hint={t.deadlineHint(t.deadlineHints[name], own, someNone)}>
      <div className={s.acts}>
        <NumberField
          value={typeof ms === 'number' ? ms / 1000 : null}
          onValueChange={(seconds) =>
            seconds === null ? reset() : set(Math.min(86_400_000, Math.max(100, Math.round(seconds * 1000))))
          }
          min={0.1}
          max={86_400}
          clamp
          width={112}
          placeholder={ms === null ? t.noLimit : t.perRoute}
          label={t.deadlines[name]}
        />
        <span className={s.quiet}>{t.seconds}</span>
        {name === 'totalMs' && (
          <Tick checked={ms === null} onCheckedChange={(none) => (none ? set(null) : reset())} label={t.noLimit} />
        )}
        {isSet && (
          <IconButton
            label={t.resetDeadline(t.deadlines[name])}
            size="sm"
            icon={<Icon of={RotateCcw} size="s" />}
            onClick={reset}
          />
        )}
      </div>
    </Field>
  );
}

/** Timeouts in the order in which they may apply. */
const deadlineNames = ['connectMs', 'headersMs', 'idleMs', 'totalMs'] as const satisfies readonly (keyof Deadlines)[];
type DeadlineName = (typeof deadlineNames)[number];

interface DeadlineRange {
  /** Milliseconds; `null` when no route has one. */
  leastMs: number | null;
  mostMs: number | null;
  /** Some routes have no timeout of this kind. */
  someNone: boolean;
}

const every = Object.values(routes).flatMap(({ deadlines, streamDeadlines }) =>
  streamDeadlines ? [deadlines, streamDeadlines] : [deadlines],
);

/** Returns the range of the routes' own defaults for a timeout. */
export function deadlineRange(name: DeadlineName): DeadlineRange {
  const given = every.map((deadlines) => deadlines[name]);
  const limits = given.filter((ms) => ms !== null);
  return {
    leastMs: limits.length > 0 ? Math.min(...limits) : null,
    mostMs: limits.length > 0 ? Math.max(...limits) : null,
    someNone: limits.length < given.length,
  };
}

/** Formats a timeout: `20 s`, `10 min`. */
export const limitText = (ms: number): string => (ms % 60_000 === 0 ? `${ms / 60_000} min` : `${ms / 1000} s`);
