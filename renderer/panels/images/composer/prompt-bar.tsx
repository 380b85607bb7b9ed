import { ArrowUp, Square, Undo2 } from 'lucide-react';
import type { Ref } from 'react';
import { onBringBack } from '../../../lib/documents/prompt-texts.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { useNarrow } from '../../../lib/preferences/use-narrow.ts';
import { showParameter, useBlockedSend } from '../../../lib/runs/send-blocker.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { lazyModule, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { Chip } from '../../../ui/controls/chip.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { onEnter } from '../../../ui/controls/on-enter.ts';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { promptTexts, putBack, useForm } from '../form.ts';
import { imageStore } from '../images.ts';
import { countRequested, type ImageSpec } from '../model/image-order.ts';
import type { RequestInForm } from '../use-image-order.ts';
import s from './composer.module.css';
import { sendRequest } from './send.ts';

const editInputs = lazyModule(() => import('./edit-inputs.tsx'));
const failureCard = lazyModule(() => import('../../../lib/failures/failure-card.tsx'));

interface PromptBarProps extends RequestInForm {
  /** The generation on the stage, while it runs. */
  runningId: string | null;
  ref?: Ref<HTMLTextAreaElement>;
}

/** What is asked for: inputs, prompt, the ticked parameters in short, and Send, which is Stop while it runs. */
export function PromptBar({ order: spec, missing, warnings, parent, isMasked, runningId, ref }: PromptBarProps) {
  const t = useStrings().images.composer;
  const form = useForm();
  const { routeId, prompt, inputs } = form;
  const texts = promptTexts(form);
  const send = useAction(sendRequest);
  const isEdit = routeId === 'images.edits';
  const inputStrip = useLazyModule(editInputs, isEdit);
  const card = useLazyModule(failureCard, send.failure !== null);

  const { said, attempt } = useBlockedSend(missing);

  const submit = () => {
    if (!send.busy) attempt(() => spec && void send.run(spec, parent, isMasked));
  };

  return (
    <div className={s.foot}>
      {send.failure && card && <card.FailureCard failure={send.failure} />}
      <div className={s.composer}>
        {isEdit && inputStrip && <inputStrip.EditInputs />}
        <TextArea
          ref={ref}
          value={prompt}
          onValueChange={(next) => useForm.setState({ prompt: next })}
          aria-label={t.label}
          placeholder={isEdit ? t.editPlaceholder : t.placeholder}
          bare
          minRows={1}
          maxRows={6}
          data-place="prompt"
          onKeyDown={(event) => {
            onEnter(submit)(event);
            onBringBack(texts, putBack)(event);
          }}
        />
        {said !== undefined && <p className={s.warning}>{said}</p>}
        {warnings.map((warning) => (
          <p key={warning} className={s.warning} role="status">
            {warning}
          </p>
        ))}
        <div className={s.row}>
          {isEdit && inputs.length > 0 && <Chip>{t.inputs(inputs.length, isMasked)}</Chip>}
          {spec && <SentChips fields={spec.fields} />}
          <span className={s.cost}>{spec && <Cost order={spec} />}</span>
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
            <IconButton
              label={t.stop}
              intent="stop"
              size="sm"
              icon={<Icon of={Square} size="s" />}
              onClick={() => imageStore().stop(runningId)}
            />
          )}
          <IconButton
            label={t.send}
            shortcut="↵"
            intent="primary"
            size="sm"
            busy={send.busy}
            disabledReason={missing?.reason}
            icon={<Icon of={ArrowUp} size="s" />}
            onClick={submit}
          />
        </div>
      </div>
    </div>
  );
}

/** So many of the ticked parameters stand in the bar; the rest is counted. */
const shownChips = 5;

/** The ticked parameters in short; a press leads to them. */
function SentChips({ fields }: Pick<ImageSpec, 'fields'>) {
  const t = useStrings().images.composer;
  const isNarrow = useNarrow();
  const sent = Object.entries(fields);
  return (
    <>
      {sent.slice(0, isNarrow ? 2 : shownChips).map(([name, value]) => (
        <Chip key={name} onClick={() => showParameter(name)}>
          {chipText(name, value)}
        </Chip>
      ))}
      {sent.length > (isNarrow ? 2 : shownChips) && (
        <span className={s.more}>{t.more(sent.length - (isNarrow ? 2 : shownChips))}</span>
      )}
    </>
  );
}

/** A size in pixels speaks for itself; everything else stands with its name. */
function chipText(name: string, value: unknown): string {
  if (name === 'size' && /^\d/.test(String(value))) return String(value).replace('x', '×');
  return value === true ? name : `${name} ${plain(value)}`;
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 40);

/** What is ordered, in the units that pictures are billed in. */
function Cost({ order: spec }: { order: ImageSpec }) {
  const t = useStrings().images.composer;
  const count = countRequested(spec);
  const size = typeof spec.fields.size === 'string' ? spec.fields.size.replace('x', '×') : null;
  return t.cost(count, size, spec.split && count > 1);
}
