import { useState } from 'react';
import type { NativeKeyChoice } from '#shared/contract/connections.ts';
import { headerText, type KeyHeader } from '#shared/protocol/gateway-details.ts';
import { keyHeaderRefusal } from '#shared/protocol/header-rules.ts';
import { joinRoute } from '#shared/protocol/route-address.ts';
import { usualPrefixes } from '#shared/protocol/route-path.ts';
import { routes } from '#shared/protocol/table.ts';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Tick } from '../../../ui/controls/tick.tsx';
import { Led, type LedState } from '../../../ui/feedback/led.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { useStrings } from '../../i18n/strings.ts';
import {
  type CheckedFields,
  type ConnectionFields,
  connectionColours,
  nativeKeyChoices,
  withAddress,
} from './connection-fields.ts';
import s from './connection-form.module.css';
import type { ConnectionFormProps } from './connection-headers.tsx';

const ledOf = { none: 'off', dev: 'ok', stage: 'warn', prod: 'bad' } as const satisfies Record<string, LedState>;

/** Name, address, how the native key is sent, environment. */
export function ConnectionAddress({ fields, checked, onChange, fixed }: ConnectionFormProps & { fixed?: string }) {
  const t = useStrings().gateway;
  const set = (change: Partial<ConnectionFields>) => onChange({ ...fields, ...change });
  const error = checked.base.problems.find(({ severity }) => severity === 'error');
  return (
    <div className={layout.stack}>
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
        hint={fixed ?? t.addressHint}
        {...(error && fields.address ? { error: t.addressProblem(error) } : {})}
      >
        <TextField
          value={fields.address}
          onValueChange={(address) => onChange(withAddress(fields, address))}
          mono
          inputMode="url"
          data-place="base-address"
          readOnly={fixed !== undefined}
          invalid={Boolean(error && fields.address)}
          placeholder="https://gateway.example"
          trailing={checked.base.base && <CopyButton text={checked.base.base} size="sm" labels={t.copyAddress} />}
        />
      </Field>
      <AddressNotes checked={checked} onAccept={(acceptedOrigin) => set({ acceptedOrigin })} />
      <ConnectionTraits fields={fields} checked={checked} onChange={onChange} />
    </div>
  );
}

/** How the key is sent, and the environment. */
export function ConnectionTraits({ fields, onChange }: ConnectionFormProps) {
  const t = useStrings().gateway;
  const set = (change: Partial<ConnectionFields>) => onChange({ ...fields, ...change });
  return (
    <>
      <KeyHeaderField value={fields.keyHeader} onChange={(keyHeader) => set({ keyHeader })} />
      <Field label={t.nativeKeyStyle} layout="row" hint={t.nativeKeyHints[fields.nativeKeyStyle]}>
        <Segmented<NativeKeyChoice>
          label={t.nativeKeyStyle}
          value={fields.nativeKeyStyle}
          onValueChange={(nativeKeyStyle) => set({ nativeKeyStyle })}
          options={nativeKeyChoices.map((value) => ({ value, label: t.nativeKeyStyles[value] }))}
        />
      </Field>
      {fields.nativeKeyStyle === 'query' && (
        <div className={s.notes}>
          <Note intent="warn">{t.queryKeyWarning}</Note>
        </div>
      )}
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
    </>
  );
}

/**
 * What was removed from an address, what is unusual about it, and the consent that plain http to another machine needs.
 */
function AddressNotes({ checked, onAccept }: { checked: CheckedFields; onAccept: (origin: string | null) => void }) {
  const t = useStrings().gateway;
  const { base, gateway, needsConsent } = checked;
  const warnings = base.problems.filter(({ severity }) => severity === 'warning');
  const isUsual = base.prefixes.compatible === usualPrefixes.compatible;
  if (!base.dropped && isUsual && warnings.length === 0) return null;
  // This warning names the removed part itself.
  const isNamed = warnings.some(({ code }) => code === 'doubled-version');
  return (
    <div className={s.notes}>
      {base.base !== '' && (base.dropped || !isUsual) && !isNamed && (
        <Note>{t.chatsGoTo(joinRoute(gateway, routes['chat.completions']))}</Note>
      )}
      {warnings.map((problem) => (
        <Note key={problem.code} intent="warn">
          {t.addressProblem(problem)}
          {problem.code === 'insecure' && (
            <Tick
              checked={!needsConsent}
              onCheckedChange={(accepted) => onAccept(accepted ? base.origin : null)}
              label={t.acceptInsecure(base.origin)}
            />
          )}
        </Note>
      ))}
    </div>
  );
}

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
function KeyHeaderField({ value, onChange }: KeyHeaderFieldProps) {
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
