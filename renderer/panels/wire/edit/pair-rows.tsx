import { Plus, X } from 'lucide-react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import s from './editor.module.css';

type Pair = [name: string, value: string];

export interface PairRowsProps {
  pairs: readonly Pair[];
  onChange: (pairs: Pair[]) => void;
  /** What the pairs are, for the names of the fields. */
  label: string;
}

/** Names with values, in their order: headers or query. */
export function PairRows({ pairs, onChange, label }: PairRowsProps) {
  const t = useStrings().wireDetail.editor;
  const put = (at: number, pair: Pair) => onChange(pairs.map((before, index) => (index === at ? pair : before)));
  return (
    <div className={s.pairs}>
      {pairs.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a pair is its place
        <div key={index} className={s.pair}>
          <TextField
            value={name}
            onValueChange={(next) => put(index, [next, value])}
            mono
            size="sm"
            placeholder={t.name}
            aria-label={`${label} ${index + 1}: ${t.name}`}
          />
          <TextField
            value={value}
            onValueChange={(next) => put(index, [name, next])}
            mono
            size="sm"
            placeholder={t.value}
            aria-label={`${label} ${index + 1}: ${t.value}`}
          />
          <IconButton
            label={t.removeRow(name)}
            size="sm"
            icon={<Icon of={X} size="s" />}
            onClick={() => onChange(pairs.filter((_pair, at) => at !== index))}
          />
        </div>
      ))}
      <span>
        <Button size="sm" icon={<Icon of={Plus} size="s" />} onClick={() => onChange([...pairs, ['', '']])}>
          {t.addRow}
        </Button>
      </span>
    </div>
  );
}
