import { useState } from 'react';
import { headerText, type KeyHeader } from '#shared/protocol/gateway-details.ts';
import { keyHeaderRefusal } from '#shared/protocol/header-rules.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useStrings } from '../../i18n/strings.ts';
import s from './connection-form.module.css';

const usual: readonly KeyHeader[] = [
  { name: 'Authorization', prefix: 'Bearer ' },
  { name: 'api-key', prefix: '' },
  { name: 'x-api-key', prefix: '' },
  { name: 'Ocp-Apim-Subscription-Key', prefix: '' },
];

const textOf = (header: KeyHeader) => headerText(header).toLowerCase();

interface KeyHeaderFieldProps {
  value: KeyHeader;
  onChange: (header: KeyHeader) => void;
}

/** The header in which compatible routes get the key: a usual one, or any other with what precedes the key. */
export function KeyHeaderField({ value, onChange }: KeyHeaderFieldProps) {
  const t = useStrings().gateway;
  const known = usual.find((one) => textOf(one) === textOf(value));
  const [isOther, setOther] = useState(false);
  const isNamed = isOther || !known;
  const refusal = keyHeaderRefusal(value.name, value.prefix);
  return (
    <>
      <Field label={t.keyHeader} layout="row" hint={t.keyHeaderHint}>
        <Select
          label={t.keyHeader}
          value={isNamed ? 'other' : textOf(known)}
          onValueChange={(next) => {
            setOther(next === 'other');
            onChange(usual.find((one) => textOf(one) === next) ?? { name: '', prefix: '' });
          }}
          options={[
            ...usual.map((one) => ({ value: textOf(one), label: headerText(one) })),
            { value: 'other', label: t.otherHeader },
          ]}
          mono
          width={260}
        />
      </Field>
      {isNamed && (
        <Field
          label={t.headerName}
          layout="row"
          {...(refusal && value.name !== '' ? { error: t.keyHeaderRefusals[refusal] } : { hint: t.keyPrefixHint })}
        >
          <div className={s.header}>
            <TextField
              value={value.name}
              onValueChange={(name) => onChange({ ...value, name })}
              mono
              maxLength={256}
              invalid={refusal !== null && value.name !== ''}
              aria-label={t.headerName}
              placeholder="x-api-key"
            />
            <TextField
              value={value.prefix}
              onValueChange={(prefix) => onChange({ ...value, prefix })}
              mono
              maxLength={64}
              width={120}
              aria-label={t.keyPrefix}
              placeholder={t.keyPrefix}
            />
          </div>
        </Field>
      )}
    </>
  );
}
