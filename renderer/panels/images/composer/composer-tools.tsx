import { Columns3 } from 'lucide-react';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import type { Settings } from '../../../lib/gateway/parameters/request-parameters.ts';
import { groupOf } from '../../../lib/generation/media-lane.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { openComparisonOf } from '../../../lib/navigation/comparison-handoff.ts';
import { settingsBelow, withSettings } from '../../../lib/saved/presets.ts';
import { PromptMenu } from '../../../lib/saved/saved-menus.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { familyFor, familyInForm, modelsOf, useForm } from '../form.ts';

/** The saved prompts in the composer, the presets of the model's family, and a comparison of the draft. */
export function ComposerTools() {
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
