import { Plus, X } from 'lucide-react';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useStrings } from '../../i18n/strings.ts';
import { type CheckedFields, type ConnectionFields, type HeaderField, newHeader } from './connection-fields.ts';
import s from './connection-form.module.css';

/** Props of each part of the connection form: the current fields, what is wrong with them, how to change them. */
export interface ConnectionFormProps {
  fields: ConnectionFields;
  checked: CheckedFields;
  onChange: (fields: ConnectionFields) => void;
}

/** Headers that are sent with every request; what cannot be sent is reported beside its row. */
export function ConnectionHeaders({ fields, checked, onChange }: ConnectionFormProps) {
  const t = useStrings().gateway;
  const { headers } = fields;
  const set = (next: HeaderField[]) => onChange({ ...fields, headers: next });
  return (
    <fieldset className={s.headers}>
      <legend className={s.legend}>{t.headers}</legend>
      <div className={s.headerRows}>
        {headers.map((header) => (
          <HeaderRow
            key={header.id}
            header={header}
            refusal={checked.badHeaders[header.id] ?? null}
            isSecret={checked.secretHeaders.includes(header.id)}
            onChange={(next) => set(headers.map((other) => (other.id === header.id ? next : other)))}
            onRemove={() => set(headers.filter(({ id }) => id !== header.id))}
          />
        ))}
        <Button
          size="sm"
          intent="quiet"
          icon={<Icon of={Plus} size="s" />}
          onClick={() => set([...headers, newHeader()])}
        >
          {t.addHeader}
        </Button>
      </div>
    </fieldset>
  );
}

interface HeaderRowProps {
  header: HeaderField;
  refusal: CheckedFields['badHeaders'][string] | null;
  isSecret: boolean;
  onChange: (header: HeaderField) => void;
  onRemove: () => void;
}

function HeaderRow({ header: { id, name, value }, refusal, isSecret, onChange, onRemove }: HeaderRowProps) {
  const t = useStrings().gateway;
  const noteId = `${id}-note`;
  const note = refusal ? t.headerRefusals[refusal](name) : isSecret ? t.secretHeader : null;
  const isNameWrong = refusal !== null && refusal !== 'value' && refusal !== 'lost';
  return (
    <div className={s.headerRow}>
      <div className={s.header}>
        <TextField
          value={name}
          onValueChange={(next) => onChange({ id, name: next, value })}
          mono
          width={160}
          invalid={isNameWrong}
          aria-label={t.headerName}
          aria-describedby={note ? noteId : undefined}
          placeholder="x-team"
        />
        <TextField
          value={value}
          onValueChange={(next) => onChange({ id, name, value: next })}
          mono
          invalid={refusal !== null && !isNameWrong}
          aria-label={t.headerValue(name)}
          aria-describedby={note ? noteId : undefined}
        />
        <IconButton label={t.removeHeader(name)} icon={<Icon of={X} size="s" />} onClick={onRemove} />
      </div>
      {note && (
        <p id={noteId} className={refusal ? s.refusal : s.hintWarn}>
          {note}
        </p>
      )}
    </div>
  );
}
