import { Columns3 } from 'lucide-react';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import type { Settings } from '../../../lib/gateway/parameters/request-parameters.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { PromptMenu } from '../../../lib/prompts/prompt-menu.tsx';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { familyInForm, modelsOf, useForm } from '../form.ts';
import { compareWith } from './compare-with.ts';

/** The saved prompts in the composer, the presets of the model's family, and a comparison of the draft. */
export function ImagePrompts() {
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
