import { Plus, X } from 'lucide-react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Tick } from '../../../ui/controls/tick.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { Pair } from '../model/request-form.ts';
import s from './builder.module.css';

interface PairRowsProps {
  label: string;
  pairs: readonly Pair[];
  onChange: (pairs: Pair[]) => void;
}

/** Names and values with a tick each: what is not ticked is kept and not sent. */
export function PairRows({ label, pairs, onChange }: PairRowsProps) {
  const t = useStrings().request.pair;
  const put = (at: number, change: Partial<Pair>) =>
    onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...change } : pair)));
  return (
    <div className={s.rows}>
      {pairs.map((pair, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; names repeat
        <div key={at} className={s.pair}>
          <Tick checked={pair.on} onCheckedChange={(on) => put(at, { on })} ariaLabel={t.sent(pair.name)} />
          <TextField
            value={pair.name}
            onValueChange={(name) => put(at, { name, on: true })}
            aria-label={`${label}, ${t.name}`}
            placeholder={t.name}
            mono
          />
          <TextField
            value={pair.value}
            onValueChange={(value) => put(at, { value, on: true })}
            aria-label={`${label}, ${t.value}`}
            placeholder={t.value}
            mono
          />
          <IconButton
            label={t.remove(pair.name)}
            size="sm"
            intent="quiet"
            icon={<Icon of={X} size="s" />}
            onClick={() => onChange(pairs.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <div>
        <Button
          size="sm"
          intent="quiet"
          icon={<Icon of={Plus} size="s" />}
          onClick={() => onChange([...pairs, { name: '', value: '', on: true }])}
        >
          {t.add}
        </Button>
      </div>
    </div>
  );
}
