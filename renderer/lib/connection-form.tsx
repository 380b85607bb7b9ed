import { Plus, X } from 'lucide-react';
import type { NativeKeyStyle } from '#shared/contract/connections.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Led, type LedState } from '../ui/led.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { TextField } from '../ui/text-field.tsx';
import { AddressNotes } from './address-notes.tsx';
import { connectionColours, nativeKeyStyles } from './connection-choices.ts';
import { type CheckedFields, type ConnectionFields, newHeader } from './connection-fields.ts';
import s from './connection-form.module.css';
import { useStrings } from './strings.ts';

export interface ConnectionFormProps {
  fields: ConnectionFields;
  checked: CheckedFields;
  onChange: (fields: ConnectionFields) => void;
}

const ledOf = { none: 'off', dev: 'ok', stage: 'warn', prod: 'bad' } as const satisfies Record<string, LedState>;

/** Name, address, how the native key travels, environment, extra headers. Keys have a form of their own. */
export function ConnectionForm({ fields, checked, onChange }: ConnectionFormProps) {
  const t = useStrings().connections;
  const set = (change: Partial<ConnectionFields>) => onChange({ ...fields, ...change });
  const error = checked.base.problems.find(({ severity }) => severity === 'error');
  return (
    <div className={s.form}>
      <Field label={t.name} layout="row">
        <TextField
          value={fields.name}
          onValueChange={(name) => set({ name })}
          maxLength={120}
          placeholder={t.nameHint}
        />
      </Field>
      <Field
        label={t.address}
        layout="row"
        hint={t.addressHint}
        {...(error && fields.address ? { error: error.message } : {})}
      >
        <TextField
          value={fields.address}
          onValueChange={(address) => set({ address })}
          mono
          inputMode="url"
          invalid={Boolean(error && fields.address)}
          placeholder="https://gateway.example"
        />
      </Field>
      <AddressNotes checked={checked} onAccept={(acceptedOrigin) => set({ acceptedOrigin })} />
      <Field label={t.nativeKeyStyle} layout="row" hint={t.nativeKeyHints[fields.nativeKeyStyle]}>
        <Segmented<NativeKeyStyle>
          label={t.nativeKeyStyle}
          value={fields.nativeKeyStyle}
          onValueChange={(nativeKeyStyle) => set({ nativeKeyStyle })}
          options={nativeKeyStyles.map((value) => ({ value, label: t.nativeKeyStyles[value] }))}
        />
      </Field>
      <Field label={t.colour} layout="row" hint={t.colourHint}>
        <Segmented
          label={t.colour}
          value={fields.colour}
          onValueChange={(colour) => set({ colour })}
          options={connectionColours.map((value) => ({
            value,
            label: t.colours[value],
            icon: <Led state={ledOf[value]} size="sm" />,
          }))}
        />
      </Field>
      <ExtraHeaders fields={fields} bad={checked.badHeaders} onChange={(headers) => set({ headers })} />
    </div>
  );
}

interface ExtraHeadersProps {
  fields: ConnectionFields;
  bad: readonly string[];
  onChange: (headers: ConnectionFields['headers']) => void;
}

function ExtraHeaders({ fields: { headers }, bad, onChange }: ExtraHeadersProps) {
  const t = useStrings().connections;
  const change = (id: string, part: { name?: string; value?: string }) =>
    onChange(headers.map((header) => (header.id === id ? { ...header, ...part } : header)));
  return (
    <fieldset className={s.headers}>
      <legend className={s.legend}>{t.headers}</legend>
      <div className={s.headerRows}>
        {headers.map(({ id, name, value }) => (
          <div key={id} className={s.header}>
            <TextField
              value={name}
              onValueChange={(next) => change(id, { name: next })}
              mono
              width={160}
              invalid={bad.includes(id)}
              aria-label={t.headerName}
              placeholder="x-team"
            />
            <TextField
              value={value}
              onValueChange={(next) => change(id, { value: next })}
              mono
              aria-label={t.headerValue(name)}
            />
            <IconButton
              label={t.removeHeader(name)}
              icon={<Icon of={X} size="s" />}
              onClick={() => onChange(headers.filter((header) => header.id !== id))}
            />
          </div>
        ))}
        <Button
          size="sm"
          intent="quiet"
          icon={<Icon of={Plus} size="s" />}
          onClick={() => onChange([...headers, newHeader()])}
        >
          {t.addHeader}
        </Button>
      </div>
    </fieldset>
  );
}
