import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import {
  Composer,
  ComposerCost,
  ComposerRow,
  ComposerWarning,
  RestoreTextButton,
} from '../../../ui/fields/composer.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { restorePrompt, useForm } from '../form.ts';
import { imageStore } from '../images.ts';
import s from './composer.module.css';
import { type PromptBarProps, useSend } from './prompt-bar.tsx';

/** The legacy route: a text and an instruction. */
export function TextEditForm({ runningIds, ...request }: PromptBarProps) {
  const t = useStrings().images.text;
  const { input, instruction } = useForm();
  const { failure, reason, onKeyDown, aside, button } = useSend(request, t.send);
  const [spec] = request.specs;
  const [runningId] = runningIds;
  return (
    <div className={s.foot}>
      {failure && <FailureCard failure={failure} />}
      <Composer boxed>
        <div className={s.texts}>
          <Field label={t.input}>
            <TextArea
              value={input}
              onValueChange={(next) => useForm.setState({ input: next })}
              placeholder={t.inputPlaceholder}
              minRows={2}
              maxRows={8}
            />
          </Field>
          <Field label={t.instruction}>
            <TextArea
              value={instruction}
              onValueChange={(next) => useForm.setState({ instruction: next })}
              placeholder={t.instructionPlaceholder}
              minRows={1}
              maxRows={4}
              data-place="prompt"
              onKeyDown={onKeyDown}
            />
          </Field>
        </div>
        {reason !== undefined && <ComposerWarning>{reason}</ComposerWarning>}
        <ComposerRow>
          <ComposerCost>{spec && t.cost(typeof spec.fields.n === 'number' ? spec.fields.n : 1)}</ComposerCost>
          {aside.length > 0 && <RestoreTextButton label={t.putBack} onClick={restorePrompt} />}
          {runningId && (
            <Button size="sm" intent="stop" onClick={() => imageStore().stop(runningId)}>
              {t.stop}
            </Button>
          )}
          {button}
        </ComposerRow>
      </Composer>
    </div>
  );
}
