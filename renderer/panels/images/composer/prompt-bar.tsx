import { Columns3, History, Square } from 'lucide-react';
import { useAction } from '../../../lib/client/use-action.ts';
import { EstimateAll } from '../../../lib/cost/estimate.tsx';
import { onRestoreKey } from '../../../lib/documents/prompt-texts.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import type { Settings } from '../../../lib/gateway/parameters/request-parameters.ts';
import { groupOf } from '../../../lib/generation/media-lane.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { openComparisonOf } from '../../../lib/navigation/comparison-handoff.ts';
import { useNarrow } from '../../../lib/preferences/layout.ts';
import { focusPlace, showParameter, useBlockedSend } from '../../../lib/runs/send-blocker.ts';
import { settingsBelow, withSettings } from '../../../lib/saved/presets.ts';
import { PromptMenu } from '../../../lib/saved/prompt-menu.tsx';
import { keysLabel } from '../../../lib/shortcuts/keys-label.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { onEnter } from '../../../ui/controls/on-enter.ts';
import { Composer, ComposerCost, ComposerRow, ComposerWarning } from '../../../ui/fields/composer.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import {
  chooseModels,
  familyFor,
  familyInForm,
  modelsOf,
  promptTexts,
  replacePrompt,
  restorePrompt,
  useForm,
} from '../form.ts';
import { imageStore, sendRequest } from '../images.ts';
import { countRequested, fieldText, type ImageSpec, imageDrafts } from '../model/image-spec.ts';
import type { RequestInForm } from '../use-image-spec.ts';
import s from './composer.module.css';
import { EditInputs } from './edit-inputs.tsx';
import { QuickOptions } from './quick-options.tsx';

interface PromptBarProps extends RequestInForm {
  /** The generations on the stage that are running. */
  runningIds: readonly string[];
}

/**
 * The composer: inputs, prompt, a summary of the selected parameters, and Send, which is Stop while a generation runs.
 */
export function PromptBar({ runningIds, ...request }: PromptBarProps) {
  const t = useStrings().images.composer;
  const form = useForm();
  const { routeId, prompt, inputs } = form;
  const { specs, warnings, missing, parent, isMasked } = request;
  const texts = promptTexts(form);
  const send = useAction(sendRequest);
  const { reason, attempt } = useBlockedSend(missing);
  const submit = () => {
    if (!send.busy) attempt(() => void send.run(specs, parent, isMasked));
  };
  const isEdit = routeId === 'images.edits';
  const [spec] = specs;
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
        {specs.length > 1 && <Models specs={specs} />}
        {spec && <QuickOptions fields={spec.fields} />}
        <ComposerRow>
          <ComposerTools />
          {isEdit && inputs.length > 0 && <Chip>{t.inputs(inputs.length, isMasked)}</Chip>}
          {spec && <SentChips fields={spec.fields} />}
          <ComposerCost>
            <Cost specs={specs} />
          </ComposerCost>
          <RecentPrompts aside={texts.aside} />
          {runningIds.length > 0 && (
            <IconButton
              label={t.stop}
              intent="stop"
              size="sm"
              icon={<Icon of={Square} size="s" />}
              onClick={() => {
                for (const id of runningIds) imageStore().stop(id);
              }}
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

/** Prompts in the menu. */
const maxRecent = 12;

/** The prompts that were sent or replaced, newest first; a choice goes into the box. */
function RecentPrompts({ aside }: { aside: readonly string[] }) {
  const t = useStrings().images.composer;
  const box = () => document.querySelector<HTMLElement>('[data-place="prompt"]');
  if (aside.length === 0) return null;
  return (
    <Menu
      align="end"
      nextFocus={box}
      trigger={<IconButton label={t.recent} size="sm" icon={<Icon of={History} size="s" />} />}
      items={() =>
        aside.slice(0, maxRecent).map((text, index) =>
          menuAction(text, text.length > 64 ? `${text.slice(0, 63)}…` : text, () => replacePrompt(text), {
            shortcut: index === 0 ? '↑' : undefined,
          }),
        )
      }
    />
  );
}

/** Parameters shown in the bar; the rest is only counted. */
const shownChips = 5;
/** Shown as options of their own. */
const asOptions = new Set(['size', 'n', 'stream', 'partial_images']);

/** A summary of the other selected parameters; a click on one shows it in the parameters column. */
function SentChips({ fields }: Pick<ImageSpec, 'fields'>) {
  const t = useStrings().images.composer;
  const most = useNarrow() ? 2 : shownChips;
  const sent = Object.entries(fields).filter(([name]) => !asOptions.has(name));
  return (
    <>
      {sent.slice(0, most).map(([name, value]) => (
        <Chip key={name} onClick={() => showParameter(name)}>
          {value === true ? name : `${name} ${plain(value)}`}
        </Chip>
      ))}
      {sent.length > most && <span className={s.more}>{t.more(sent.length - most)}</span>}
    </>
  );
}

const plain = (value: unknown): string => fieldText(value).slice(0, 40);

/** The models that the prompt goes to; what else each is sent is in the tooltip. */
function Models({ specs }: { specs: readonly ImageSpec[] }) {
  const t = useStrings().images.composer;
  const ids = specs.map(({ model }) => model);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as part of a line
    <div role="group" aria-label={t.models} className={s.chips}>
      {specs.map(({ model, fields }) => (
        <Chip
          key={model}
          onClick={() => focusPlace('model')}
          hint={Object.entries(fields)
            .map(([name, value]) => `${name} ${plain(value)}`)
            .join(', ')}
          onRemove={() => chooseModels(ids.filter((id) => id !== model))}
          removeLabel={t.removeModel(model)}
        >
          <span className="mono-s">{model}</span>
        </Chip>
      ))}
    </div>
  );
}

/** The requests in the units that images are billed in. */
function Cost({ specs }: { specs: readonly ImageSpec[] }) {
  const t = useStrings().images.composer;
  const images = specs.reduce((sum, spec) => sum + countRequested(spec), 0);
  const requests = specs.reduce((sum, spec) => sum + imageDrafts(spec).length, 0);
  if (images === 0) return false;
  const each = specs.flatMap((spec) => {
    const sent = imageDrafts(spec).length;
    const billed = { usage: null, images: countRequested(spec) / sent };
    return Array.from({ length: sent }, () => ({ model: spec.model, billed }));
  });
  return (
    <>
      {t.cost(images, requests)}
      <EstimateAll connectionId={specs[0]?.connectionId} requests={each} />
    </>
  );
}

/** The saved prompts in the composer, the presets of the model's family, and a comparison of the draft. */
function ComposerTools() {
  const t = useStrings().pieces.models;
  const form = useForm();
  const { connection, key } = useActive();
  const family = familyInForm(form);
  const models = modelsOf(form).filter(Boolean);
  return (
    <>
      <PromptMenu
        text={form.prompt}
        onText={(prompt) => useForm.setState({ prompt })}
        presets={[
          {
            scope: `images ${family}`,
            settings: form.settings,
            prefix: `${family}.`,
            onChange: (next) => useForm.setState({ settings: next as Settings }),
          },
        ]}
      />
      {form.routeId === 'images.generations' && (
        <IconButton
          label={t.compareWith}
          intent="quiet"
          icon={<Icon of={Columns3} />}
          disabled={models.length === 0}
          onClick={() => compareWith(models, connection?.id, key?.id)}
        />
      )}
    </>
  );
}

/** Opens a new comparison with the prompt and the parameters of the form, and a lane for each model. */
export function compareWith(models: readonly string[], connectionId = '', keyId: string | null = null): void {
  const form = useForm.getState();
  const routeId = 'images.generations';
  // The parameter set of a model may be another one than its name suggests.
  const parameters = models.map((model) =>
    withSettings({}, `${groupOf(routeId, model)}.`, settingsBelow(form.settings, `${familyFor(form, model)}.`)),
  );
  openComparisonOf({
    connectionId,
    keyId,
    routeId,
    models: [...new Set(models)],
    prompt: form.prompt,
    parameters: Object.assign({}, ...parameters),
  });
}
