import { useState } from 'react';
import type { Retention } from '#shared/contract/exchanges.ts';
import { client } from '../../../lib/client/client.ts';
import { putResult } from '../../../lib/client/query.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { toast } from '../../../lib/notices/toasts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Tick } from '../../../ui/controls/tick.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import s from './exchange-table.module.css';

const megabyte = 1_000_000;
const usualDays = 30;

/** Edits the age, number and size beyond which the oldest exchanges are deleted. */
export function RetentionForm({ retention, onDone }: { retention: Retention; onDone: () => void }) {
  const t = useStrings().wirePanel.kept;
  const [days, setDays] = useState(retention.days);
  const [exchanges, setExchanges] = useState<number | null>(retention.exchanges);
  const [megabytes, setMegabytes] = useState<number | null>(Math.round(retention.bytes / megabyte));
  const save = useAction(async (next: Retention) => {
    await client.exchanges.setRetention(next);
    return next;
  });
  const keep = async () => {
    if (exchanges === null || megabytes === null) return;
    const saved = await save.run({ days, exchanges, bytes: megabytes * megabyte });
    if (!saved) return;
    putResult('exchanges', 'retention', {}, saved);
    toast({ intent: 'ok', title: t.saved });
    onDone();
  };
  return (
    <div className={s.form}>
      <p>{t.body}</p>
      <Field label={t.age} layout="row">
        <NumberField
          value={days}
          onValueChange={setDays}
          min={1}
          max={3650}
          step={1}
          width={120}
          placeholder={t.noLimit}
        />
      </Field>
      <Tick
        label={t.noAge}
        checked={days === null}
        onCheckedChange={(on) => setDays(on ? null : (retention.days ?? usualDays))}
      />
      <Field label={t.count} layout="row">
        <NumberField value={exchanges} onValueChange={setExchanges} min={100} max={1_000_000} step={100} width={120} />
      </Field>
      <Field label={t.size} layout="row">
        <NumberField
          value={megabytes}
          onValueChange={setMegabytes}
          min={50}
          max={1_000_000}
          step={100}
          unit={t.megabytes}
          width={120}
        />
      </Field>
      {save.failure && <FailureCard failure={save.failure} />}
      <Button
        intent="primary"
        busy={save.busy}
        disabled={exchanges === null || megabytes === null}
        onClick={() => void keep()}
      >
        {t.save}
      </Button>
    </div>
  );
}
