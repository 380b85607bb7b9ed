import { Undo2 } from 'lucide-react';
import { onBringBack } from '../../../lib/documents/prompt-texts.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { useBlockedSend } from '../../../lib/runs/send-blocker.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { onEnter } from '../../../ui/controls/on-enter.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { promptTexts, putBack, useForm } from '../form.ts';
import { imageStore } from '../images.ts';
import type { RequestInForm } from '../use-image-order.ts';
import s from './composer.module.css';
import { sendRequest } from './send.ts';

/** The legacy route: a text, and what shall be done with it. */
export function TextEditForm({ order: spec, missing, runningId }: RequestInForm & { runningId: string | null }) {
  const t = useStrings().images.text;
  const form = useForm();
  const { input, instruction } = form;
  const texts = promptTexts(form);
  const { said, attempt } = useBlockedSend(missing);
  const send = useAction(sendRequest);
  const submit = () => {
    if (!send.busy) attempt(() => spec && void send.run(spec, null, false));
  };
  return (
    <div className={s.foot}>
      {send.failure && <FailureCard failure={send.failure} />}
      <div className={s.composer} data-boxed>
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
                onBringBack(texts, putBack)(event);
              }}
            />
          </Field>
        </div>
        {said !== undefined && <p className={s.warning}>{said}</p>}
        <div className={s.row}>
          <span className={s.cost}>{spec && t.cost(typeof spec.fields.n === 'number' ? spec.fields.n : 1)}</span>
          {texts.aside.length > 0 && (
            <IconButton
              label={t.putBack}
              shortcut="↑"
              size="sm"
              icon={<Icon of={Undo2} size="s" />}
              onClick={putBack}
            />
          )}
          {runningId && (
            <Button size="sm" intent="stop" onClick={() => imageStore().stop(runningId)}>
              {t.stop}
            </Button>
          )}
          <Button size="sm" intent="primary" busy={send.busy} disabledReason={missing?.reason} onClick={submit}>
            {t.send}
          </Button>
        </div>
      </div>
    </div>
  );
}
