import type { DraftInput } from '#shared/contract/exchanges.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { useLimits } from '../../lib/gateway/models/use-limits.ts';
import { imageFamilies } from '../../lib/generation/image-families.ts';
import { limitsOf, maxPerRequest, sentImageFields } from '../../lib/generation/image-settings.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { firstBlocker, type SendBlocker } from '../../lib/runs/send-blocker.ts';
import { familyFor, familyInForm, fieldStyleOf, type InputOrigin, modelsOf, useForm } from './form.ts';
import { isBlank } from './mask/mask-strokes.ts';
import { useMaskOn } from './mask/masks.ts';
import { countRequested, type ImageSpec, imageDrafts, type UsedMask } from './model/image-spec.ts';

export interface RequestInForm {
  /** One request for each model, without its mask, which is drawn into a file on Send. Empty without a connection. */
  specs: ImageSpec[];
  /** The first draft, for the preview. */
  draft: DraftInput | null;
  /** Why it cannot be sent yet. */
  missing: SendBlocker | undefined;
  /** What services are known to refuse; it can be sent anyway. */
  warnings: string[];
  parent: InputOrigin | null;
  /** Something is painted on the first input. */
  isMasked: boolean;
}

/** Returns the request as it would be sent now. */
export function useImageSpec(previewMask: UsedMask | null): RequestInForm {
  const t = useStrings().images.needs;
  const { connection, key } = useActive();
  const form = useForm();
  const { routeId, prompt, inputs, origins, split } = form;
  const models = modelsOf(form);
  const limits = useLimits(connection?.id, routeId, null);
  const isEdit = routeId === 'images.edits';
  const [first] = inputs;
  const isMasked = !isBlank(useMaskOn(first?.file.id)) && isEdit;
  const parts = models.map((model) => {
    const family = familyFor(form, model);
    return { model, family, ...sentImageFields(form.settings, family, routeId) };
  });
  const specs = !connection
    ? []
    : parts.map(({ model, family, fields }): ImageSpec => {
        const most = maxPerRequest(family, limitsOf(limits, model));
        return {
          routeId,
          family,
          model,
          connectionId: connection.id,
          connectionName: connection.name,
          keyId: key?.id ?? null,
          keyAlias: key?.alias ?? null,
          prompt,
          fields,
          inputs: isEdit ? inputs : [],
          mask: isMasked ? previewMask : null,
          fieldStyle: fieldStyleOf(form.fieldStyles, connection.id),
          // Of several models each gets requests that it takes; of one, the user decides.
          split: split || (models.length > 1 && countRequested({ fields }) > most),
        };
      });
  const problems = [...new Set(parts.flatMap((part) => part.problems))];
  const missing = firstBlocker([
    [!connection, t.connection, { place: 'key' }],
    [models[0] === '', t.model, { place: 'model' }],
    [isEdit && inputs.length === 0, t.input, { place: 'input' }],
    [!prompt.trim(), t.prompt, { place: 'prompt' }],
    [problems.length > 0, t.values(problems), { parameter: problems[0] ?? '' }],
  ]);
  const warnings = parts.flatMap(({ model, family }) => {
    const { longestPrompt, maxInputs, square } = imageFamilies[family];
    const known = [
      prompt.length > longestPrompt && t.longPrompt(prompt.length, longestPrompt),
      isEdit && maxInputs === 0 && t.editsNothing,
      isEdit && maxInputs > 0 && inputs.length > maxInputs && t.manyInputs(maxInputs),
      isEdit && square && first?.width !== first?.height && t.square,
    ].filter((warning) => typeof warning === 'string');
    return models.length > 1 ? known.map((warning) => t.of(model, warning)) : known;
  });
  return {
    specs,
    draft: specs[0] ? (imageDrafts(specs[0])[0] ?? null) : null,
    missing,
    warnings,
    parent: (isEdit && first && origins[first.file.id]) || null,
    isMasked,
  };
}

/** Maximum bytes on edit routes where nothing else is known. */
const defaultMaxBytes = 50_000_000;

/**
 * Returns the maximum bytes of an input: what the model is known to take, or less where a refusal showed a lower limit.
 */
export function useMaxInputBytes(): number {
  const form = useForm();
  const { connection } = useActive();
  const limits = useLimits(connection?.id, 'images.edits', form.pictureModel);
  const learned = limits
    .filter(({ kind }) => kind === 'largest-body')
    .flatMap(({ allowed }) => allowed.map(Number).filter((bytes) => bytes > 0));
  return Math.min(imageFamilies[familyInForm(form)].maxInputBytes || defaultMaxBytes, ...learned);
}
