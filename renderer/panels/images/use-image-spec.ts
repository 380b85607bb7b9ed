import type { DraftInput } from '#shared/contract/exchanges.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { useLimits } from '../../lib/gateway/models/use-limits.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { firstBlocker, type SendBlocker } from '../../lib/runs/send-blocker.ts';
import { familyInForm, fieldStyleOf, type InputOrigin, modelOf, useForm } from './form.ts';
import { isBlank } from './mask/mask-strokes.ts';
import { useMaskOn } from './mask/masks.ts';
import { imageFamilies } from './model/image-families.ts';
import { sentImageFields } from './model/image-settings.ts';
import { type ImageSpec, imageDrafts, type UsedMask } from './model/image-spec.ts';

export interface RequestInForm {
  /** The request without its mask, which is drawn into a file on Send. `null` without a connection. */
  spec: ImageSpec | null;
  /** The first of its drafts, for the preview. */
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
  const { routeId, inputs, origins, split } = form;
  const family = familyInForm(form);
  const model = modelOf(form);
  const { fields, problems } = sentImageFields(form.settings, family, routeId);
  const isEdit = routeId === 'images.edits';
  const prompt = routeId === 'edits' ? form.instruction : form.prompt;
  const [first] = inputs;
  const isMasked = !isBlank(useMaskOn(first?.file.id)) && isEdit;
  const spec: ImageSpec | null = connection && {
    routeId,
    family,
    model,
    connectionId: connection.id,
    connectionName: connection.name,
    keyId: key?.id ?? null,
    keyAlias: key?.alias ?? null,
    prompt,
    input: routeId === 'edits' ? form.input : '',
    fields,
    inputs: isEdit ? inputs : [],
    mask: isMasked ? previewMask : null,
    fieldStyle: fieldStyleOf(form.fieldStyles, connection.id),
    split: routeId !== 'edits' && split,
  };
  const missing = firstBlocker([
    [!connection, t.connection, { place: 'key' }],
    [model === '', t.model, { place: 'model' }],
    [isEdit && inputs.length === 0, t.input, { place: 'input' }],
    [!prompt.trim(), routeId === 'edits' ? t.instruction : t.prompt, { place: 'prompt' }],
    [problems.length > 0, t.values(problems), { parameter: problems[0] ?? '' }],
  ]);
  const { longestPrompt, maxInputs, square } = imageFamilies[family];
  const warnings = [
    prompt.length > longestPrompt && t.longPrompt(prompt.length, longestPrompt),
    isEdit && maxInputs === 0 && t.editsNothing,
    isEdit && maxInputs > 0 && inputs.length > maxInputs && t.manyInputs(maxInputs),
    isEdit && square && first?.width !== first?.height && t.square,
  ].filter((warning) => typeof warning === 'string');
  return {
    spec,
    draft: spec && (imageDrafts(spec)[0] ?? null),
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
  const limits = useLimits(connection?.id, 'images.edits', modelOf(form));
  const learned = limits
    .filter(({ kind }) => kind === 'largest-body')
    .flatMap(({ allowed }) => allowed.map(Number).filter((bytes) => bytes > 0));
  return Math.min(imageFamilies[familyInForm(form)].maxInputBytes || defaultMaxBytes, ...learned);
}
