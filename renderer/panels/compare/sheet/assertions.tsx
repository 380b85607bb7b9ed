import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Assertion } from '#shared/contract/compare.ts';
import { formatMs, formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import type { Comparison } from '../model/comparison.ts';
import { type AssertionKind, assertionKinds, readAssertion } from '../model/run-input.ts';
import { changeComparison } from '../store.ts';
import s from './sheet.module.css';

const short = (text: string): string => (text.length > 24 ? `${text.slice(0, 23)}…` : text);

/** Returns what an assertion expects, in a few characters. */
function valueOfAssertion(one: Assertion): string {
  switch (one.kind) {
    case 'contains':
    case 'equals':
      return short(one.text);
    case 'regex':
      return short(one.pattern);
    case 'schema':
      return '';
    case 'path':
      return `${short(one.path)} = ${short(one.equals)}`;
    case 'latency':
      return `≤ ${formatMs(one.mostMs)}`;
    case 'tokens':
      return `≤ ${formatNumber(one.most)}`;
    case 'judge':
      return `≥ ${formatNumber(one.least)}`;
  }
}

/** What every reply must satisfy, as chips, and a form that adds one. */
export function Assertions({ comparison: { assertions } }: { comparison: Comparison }) {
  const t = useStrings().compare.sheet;
  return (
    <>
      <span className="quiet">{t.assertions}</span>
      {assertions.map((one, at) => (
        <Chip
          // biome-ignore lint/suspicious/noArrayIndexKey: results refer to an assertion by its place
          key={at}
          onRemove={() =>
            changeComparison((now) => ({ ...now, assertions: now.assertions.filter((_, place) => place !== at) }))
          }
          removeLabel={t.removeAssertion(t.kinds[one.kind])}
        >
          {t.kinds[one.kind]} <span className="mono">{valueOfAssertion(one)}</span>
        </Chip>
      ))}
      <AddAssertion />
    </>
  );
}

function AddAssertion() {
  const t = useStrings().compare.sheet;
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState<AssertionKind>('contains');
  const [value, setValue] = useState('');
  const [path, setPath] = useState('');
  const made = readAssertion(kind, value, path);
  const add = () => {
    if (!made) return;
    changeComparison((now) => ({ ...now, assertions: [...now.assertions, made] }));
    setValue('');
    setOpen(false);
  };
  return (
    <Popover
      title={t.addAssertion}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" intent="quiet" icon={<Icon of={Plus} size="s" />}>
          {t.addAssertion}
        </Button>
      }
    >
      <div className={s.form}>
        <Field label={t.kind}>
          <Select<AssertionKind>
            value={kind}
            onValueChange={setKind}
            options={assertionKinds.map((one) => ({ value: one, label: t.kinds[one] }))}
          />
        </Field>
        {kind === 'path' && (
          <Field label={t.path}>
            <TextField value={path} onValueChange={setPath} mono placeholder={t.pathPlaceholder} />
          </Field>
        )}
        <Field label={t.values[kind]} hint={t.valueHints[kind]}>
          {kind === 'schema' ? (
            <TextArea value={value} onValueChange={setValue} mono minRows={4} maxRows={10} />
          ) : (
            <TextField value={value} onValueChange={setValue} mono />
          )}
        </Field>
        <Button intent="primary" disabledReason={made ? undefined : t.incomplete} onClick={add}>
          {t.add}
        </Button>
      </div>
    </Popover>
  );
}
