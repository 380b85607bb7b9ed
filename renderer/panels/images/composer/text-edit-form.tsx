import { useAction } from '../../../lib/client/use-action.ts';
import { onRestoreKey } from '../../../lib/documents/prompt-texts.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useBlockedSend } from '../../../lib/runs/send-blocker.ts';
import { keysLabel } from '../../../lib/shortcuts/keys-label.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { onEnter } from '../../../ui/controls/on-enter.ts';
import {
  Composer,
  ComposerCost,
  ComposerRow,
  ComposerWarning,
  RestoreTextButton,
} from '../../../ui/fields/composer.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { promptTexts, restorePrompt, useForm } from '../form.ts';
import { imageStore, sendRequest } from '../images.ts';
import type { RequestInForm } from '../use-image-spec.ts';
import s from './composer.module.css';

/** The legacy route: a text and an instruction. */
export function TextEditForm({ specs, missing, runningIds }: RequestInForm & { runningIds: readonly string[] }) {
  const t = useStrings().images.text;
  const form = useForm();
  const { input, instruction } = form;
  const texts = promptTexts(form);
  const { reason, attempt } = useBlockedSend(missing);
  const send = useAction(sendRequest);
  const [spec] = specs;
  const [runningId] = runningIds;
  const submit = () => {
    if (!send.busy) attempt(() => void send.run(specs, null, false));
  };
  return (
    <div className={s.foot}>
      {send.failure && <FailureCard failure={send.failure} />}
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
              onKeyDown={(event) => {
                onEnter(submit)(event);
                onRestoreKey(texts, restorePrompt)(event);
              }}
            />
          </Field>
        </div>
        {reason !== undefined && <ComposerWarning>{reason}</ComposerWarning>}
        <ComposerRow>
          <ComposerCost>{spec && t.cost(typeof spec.fields.n === 'number' ? spec.fields.n : 1)}</ComposerCost>
          {texts.aside.length > 0 && <RestoreTextButton label={t.putBack} onClick={restorePrompt} />}
          {runningId && (
            <Button size="sm" intent="stop" onClick={() => imageStore().stop(runningId)}>
              {t.stop}
            </Button>
          )}
          <Button
            intent="primary"
            shortcut={keysLabel('Enter')}
            busy={send.busy}
            disabledReason={missing?.reason}
            onClick={submit}
          >
            {t.send}
          </Button>
        </ComposerRow>
      </Composer>
    </div>
  );
}
