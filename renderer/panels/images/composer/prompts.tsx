import type { Settings } from '../../../lib/gateway/parameters/request-parameters.ts';
import { PromptMenu } from '../../../lib/prompts/prompt-menu.tsx';
import { familyInForm, useForm } from '../form.ts';

/** The saved prompts in the composer, and the presets of the model's family. */
export function ImagePrompts() {
  const form = useForm();
  const family = familyInForm(form);
  return (
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
  );
}
