import { useState } from 'react';
import type { Prompt } from '#shared/contract/prompts.ts';
import { fillVariables, variablesIn } from '#shared/variables.ts';
import { onEnter } from '../../ui/controls/on-enter.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { useStrings } from '../i18n/strings.ts';
import s from './saved.module.css';

interface ValueFormProps {
  prompt: Prompt;
  nextFocus: () => HTMLElement | null;
  /** Called with the filled text; `null` when the user cancelled. */
  onDone: (text: string | null) => void;
}

/** Asks for the values of a prompt's variables. An empty field leaves its variable in the text. */
export function ValueForm({ prompt: { name, text, defaults }, nextFocus, onDone }: ValueFormProps) {
  const t = useStrings().prompts.values;
  const [values, setValues] = useState(defaults);
  const variables = variablesIn([text]);
  const insert = () => {
    const given = Object.entries(values).filter(([, value]) => value !== '');
    onDone(fillVariables(text, Object.fromEntries(given)));
  };
  return (
    <FormDialog
      title={t.title(name)}
      size="sm"
      cancelLabel={t.cancel}
      onCancel={() => onDone(null)}
      submitLabel={t.insert}
      onSubmit={insert}
      nextFocus={nextFocus}
    >
      <div className={s.form}>
        {variables.map((variable) => (
          <Field key={variable} label={variable} hint={values[variable] ? undefined : t.hint(variable)}>
            <TextArea
              value={values[variable] ?? ''}
              onValueChange={(value) => setValues((before) => ({ ...before, [variable]: value }))}
              minRows={1}
              maxRows={6}
              dir="auto"
              onKeyDown={onEnter(insert)}
            />
          </Field>
        ))}
      </div>
    </FormDialog>
  );
}
