import { Fragment, useState } from 'react';
import { promptLimits } from '#shared/contract/prompts.ts';
import { variablesIn } from '#shared/variables.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { client } from '../client/client.ts';
import { useAction } from '../client/use-action.ts';
import { FailureCard } from '../failures/failure-card.tsx';
import { useStrings } from '../i18n/strings.ts';
import { announce } from '../notices/announce.ts';
import s from './saved.module.css';
import { type EditedPrompt, newPrompt } from './saved-acts.ts';

interface SavedEditorProps {
  prompt: EditedPrompt;
  nextFocus?: () => HTMLElement | null;
  onDone: () => void;
}

/** Edits a prompt: its name, its text, and the default values of the variables in it. Of a preset, its name. */
export function SavedEditor({ prompt, nextFocus, onDone }: SavedEditorProps) {
  const t = useStrings().prompts.editor;
  const [edited, setEdited] = useState(prompt);
  const { name, text, defaults, preset } = edited;
  const variables = variablesIn([text]);
  const save = useAction(async (next: EditedPrompt) => {
    const saved = await client.prompts.save(next);
    announce(t.saved(saved.name));
    onDone();
  });
  const copy = () => save.run({ ...newPrompt(edited), name: t.copyOf(name).slice(0, promptLimits.name) });
  const missing =
    name.trim() === '' ? t.nameMissing : preset === null && text.trim() === '' ? t.textMissing : undefined;
  const submit = () => void (missing === undefined && !save.busy && save.run(edited));
  return (
    <FormDialog
      title={preset ? t.presetTitle : prompt.revision === 0 ? t.newTitle : t.editTitle}
      cancelLabel={t.cancel}
      onCancel={onDone}
      submitLabel={t.save}
      onSubmit={submit}
      busy={save.busy}
      blocked={missing}
      others={save.failure?.code === 'conflict' && <Button onClick={() => void copy()}>{t.saveCopy}</Button>}
      nextFocus={nextFocus}
    >
      <div className={s.form}>
        {save.failure && <FailureCard failure={save.failure} announce />}
        <Field label={t.name}>
          <TextField
            value={name}
            maxLength={promptLimits.name}
            onValueChange={(next) => setEdited({ ...edited, name: next })}
            invalid={save.failure?.param === 'name'}
            onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && submit()}
          />
        </Field>
        {preset === null && (
          <Field label={t.text} hint={t.textHint}>
            <TextArea
              value={text}
              maxLength={promptLimits.text}
              onValueChange={(next) => setEdited({ ...edited, text: next })}
              minRows={5}
              maxRows={14}
              dir="auto"
            />
          </Field>
        )}
        {preset && (
          <dl className={s.settings}>
            {Object.entries(preset.values).map(([parameter, { on, value }]) => (
              <Fragment key={parameter}>
                <dt className="mono cut-text">{parameter}</dt>
                <dd className="mono cut-text">{on ? JSON.stringify(value) : t.notSent}</dd>
              </Fragment>
            ))}
          </dl>
        )}
        {variables.length > 0 && (
          <fieldset className={s.defaults}>
            <legend className={s.legend}>{t.defaults}</legend>
            <p className={s.hint}>{t.defaultsHint}</p>
            {variables.map((variable) => (
              <div key={variable} className={s.default}>
                <span className="mono cut-text">{`{{${variable}}}`}</span>
                <TextField
                  aria-label={variable}
                  value={defaults[variable] ?? ''}
                  maxLength={promptLimits.value}
                  onValueChange={(value) => setEdited({ ...edited, defaults: { ...defaults, [variable]: value } })}
                />
              </div>
            ))}
          </fieldset>
        )}
      </div>
    </FormDialog>
  );
}
