import { useStrings } from '../../../lib/i18n/strings.ts';
import { Switch } from '../../../ui/controls/switch.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { valueIn, variablesIn } from '../model/fill.ts';
import type { FieldSpec } from '../model/request-form.ts';
import s from '../request.module.css';
import { changeForm, useForm } from '../store.ts';

/** The request as a form: one control per variable, and nothing else. */
export function ValueForm() {
  const t = useStrings().request;
  const form = useForm();
  const names = variablesIn(form);
  if (names.length === 0) return <EmptyState title={t.fields.none} level={2} />;
  return (
    <div className={s.form}>
      {names.map((name) => (
        <ValueField
          key={name}
          name={name}
          spec={form.fields.find((field) => field.name === name)}
          value={valueIn(name, form)}
          onValueChange={(value) => changeForm({ values: { ...form.values, [name]: value } })}
        />
      ))}
    </div>
  );
}

interface ValueFieldProps {
  name: string;
  spec: FieldSpec | undefined;
  value: string;
  onValueChange: (value: string) => void;
}

function ValueField({ name, spec, value, onValueChange }: ValueFieldProps) {
  switch (spec?.kind ?? 'text') {
    case 'switch':
      return <Switch checked={value === 'true'} onCheckedChange={(on) => onValueChange(String(on))} label={name} />;
    case 'number':
      return (
        <Field label={name}>
          <NumberField
            value={value.trim() === '' || Number.isNaN(Number(value)) ? null : Number(value)}
            onValueChange={(next) => onValueChange(next === null ? '' : String(next))}
          />
        </Field>
      );
    case 'choice': {
      const options = (spec?.options ?? '').split('\n').map((option) => option.trim());
      return (
        <Field label={name}>
          <Select
            value={value}
            onValueChange={onValueChange}
            options={[...new Set(options)]
              .filter((option) => option !== '')
              .map((option) => ({ value: option, label: option }))}
            width="100%"
          />
        </Field>
      );
    }
    case 'long':
      return (
        <Field label={name}>
          <TextArea value={value} onValueChange={onValueChange} minRows={3} maxRows={12} />
        </Field>
      );
    default:
      return (
        <Field label={name}>
          <TextField value={value} onValueChange={onValueChange} />
        </Field>
      );
  }
}
