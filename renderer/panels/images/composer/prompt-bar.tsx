import { Square } from 'lucide-react';
import { useAction } from '../../../lib/client/use-action.ts';
import { onRestoreKey } from '../../../lib/documents/prompt-texts.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useNarrow } from '../../../lib/preferences/layout.ts';
import { showParameter, useBlockedSend } from '../../../lib/runs/send-blocker.ts';
import { keysLabel } from '../../../lib/shortcuts/keys-label.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { lazyPart } from '../../../ui/base/lazy-module.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { onEnter } from '../../../ui/controls/on-enter.ts';
import {
  Composer,
  ComposerCost,
  ComposerRow,
  ComposerWarning,
  RestoreTextButton,
} from '../../../ui/fields/composer.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { promptTexts, restorePrompt, useForm } from '../form.ts';
import { imageStore, sendRequest } from '../images.ts';
import { countRequested, type ImageSpec } from '../model/image-spec.ts';
import type { RequestInForm } from '../use-image-spec.ts';
import s from './composer.module.css';

const EditInputs = lazyPart(async () => (await import('./edit-inputs.tsx')).EditInputs);
const FailureCard = lazyPart(async () => (await import('../../../lib/failures/failure-card.tsx')).FailureCard);

interface PromptBarProps extends RequestInForm {
  /** The generation on the stage, while it is running. */
  runningId: string | null;
}

/**
 * The composer: inputs, prompt, a summary of the selected parameters, and Send, which is Stop while a generation runs.
 */
export function PromptBar({ spec, missing, warnings, parent, isMasked, runningId }: PromptBarProps) {
  const t = useStrings().images.composer;
  const form = useForm();
  const { routeId, prompt, inputs } = form;
  const texts = promptTexts(form);
  const send = useAction(sendRequest);
  const isEdit = routeId === 'images.edits';

  const { reason, attempt } = useBlockedSend(missing);

  const submit = () => {
    if (!send.busy) attempt(() => spec && void send.run(spec, parent, isMasked));
  };

  return (
    <div className={s.foot}>
      {send.failure && <FailureCard failure={send.failure} />}
      <Composer>
        {isEdit && <EditInputs />}
        <TextArea
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
            onRestoreKey(texts, restorePrompt)(event);
          }}
        />
        {reason !== undefined && <ComposerWarning>{reason}</ComposerWarning>}
        {warnings.map((warning) => (
          <ComposerWarning key={warning} role="status">
            {warning}
          </ComposerWarning>
        ))}
        <ComposerRow>
          {isEdit && inputs.length > 0 && <Chip>{t.inputs(inputs.length, isMasked)}</Chip>}
          {spec && <SentChips fields={spec.fields} />}
          <ComposerCost>{spec && <Cost spec={spec} />}</ComposerCost>
          {texts.aside.length > 0 && <RestoreTextButton label={t.putBack} onClick={restorePrompt} />}
          {runningId && (
            <IconButton
              label={t.stop}
              intent="stop"
              size="sm"
              icon={<Icon of={Square} size="s" />}
              onClick={() => imageStore().stop(runningId)}
            />
          )}
          <Button
            shortcut={keysLabel('Enter')}
            intent="primary"
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

/** Parameters shown in the bar; the rest is only counted. */
const shownChips = 5;

/** A summary of the selected parameters; a click on one shows it in the parameters column. */
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

/** Returns the text of a chip: a size in pixels needs no name, every other value has one. */
function chipText(name: string, value: unknown): string {
  if (name === 'size' && /^\d/.test(String(value))) return String(value).replace('x', '×');
  return value === true ? name : `${name} ${plain(value)}`;
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 40);

/** The request in the units that images are billed in. */
function Cost({ spec }: { spec: ImageSpec }) {
  const t = useStrings().images.composer;
  const count = countRequested(spec);
  const size = typeof spec.fields.size === 'string' ? spec.fields.size.replace('x', '×') : null;
  return t.cost(count, size, spec.split && count > 1);
}
