import { groupOf } from '../../../lib/generation/media-lane.ts';
import { openComparisonOf } from '../../../lib/navigation/comparison-handoff.ts';
import { settingsBelow, withSettings } from '../../../lib/presets/presets.ts';
import { familyFor, useForm } from '../form.ts';

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
    system: '',
    parameters: Object.assign({}, ...parameters),
    attachments: [],
    tools: [],
    schema: null,
    history: [],
  });
}
