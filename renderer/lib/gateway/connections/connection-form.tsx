import type { NativeKeyChoice } from '#shared/contract/connections.ts';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Led, type LedState } from '../../../ui/feedback/led.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useStrings } from '../../i18n/strings.ts';
import { AddressNotes } from './address-notes.tsx';
import { connectionColours, nativeKeyChoices } from './connection-choices.ts';
import type { CheckedFields, ConnectionFields } from './connection-fields.ts';
import s from './connection-form.module.css';
import { ConnectionHeaders } from './connection-headers.tsx';

export interface ConnectionFormProps {
  fields: ConnectionFields;
  checked: CheckedFields;
  onChange: (fields: ConnectionFields) => void;
}

const ledOf = { none: 'off', dev: 'ok', stage: 'warn', prod: 'bad' } as const satisfies Record<string, LedState>;

/** What a new connection needs: name, address, how the native key travels, environment, extra headers. */
export function ConnectionForm(props: ConnectionFormProps) {
  return (
    <div className={s.form}>
      <ConnectionAddress {...props} />
      <ConnectionHeaders {...props} />
    </div>
  );
}

/** Name, address, how the native key travels, environment. */
export function ConnectionAddress({ fields, checked, onChange, fixed }: ConnectionFormProps & { fixed?: string }) {
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
        hint={fixed ?? t.addressHint}
        {...(error && fields.address ? { error: t.addressProblem(error) } : {})}
      >
        <TextField
          value={fields.address}
          onValueChange={(address) => set({ address })}
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
    </div>
  );
}
