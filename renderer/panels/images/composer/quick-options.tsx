import { Plus } from 'lucide-react';
import type { LearnedLimit } from '#shared/contract/limits.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { type FamilyId, parametersOn } from '../../../lib/generation/image-families.ts';
import {
  type Aspect,
  aspectOf,
  aspects,
  knownSizes,
  limitsOf,
  maxImages,
  maxPerRequest,
  sizeFor,
} from '../../../lib/generation/image-settings.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { focusPlace } from '../../../lib/runs/send-blocker.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { changeParameter, familyFor, modelsOf, useForm } from '../form.ts';
import { countRequested, type ImageSpec } from '../model/image-spec.ts';
import s from './composer.module.css';

/** A family of the selected models, and the limits that are known of its first model. */
interface SelectedFamily {
  family: FamilyId;
  limits: readonly LearnedLimit[];
}

/** Aspect ratio, number of images and previews: each writes the parameters that it stands for, of every model. */
export function QuickOptions({ fields }: Pick<ImageSpec, 'fields'>) {
  const form = useForm();
  const { connection } = useActive();
  const { routeId } = form;
  const limits = useLimits(connection?.id, routeId, null);
  const families = new Map<FamilyId, SelectedFamily>();
  for (const model of modelsOf(form)) {
    const family = familyFor(form, model);
    if (!families.has(family)) families.set(family, { family, limits: limitsOf(limits, model) });
  }
  const selected = [...families.values()];
  const streaming = selected.filter(
    ({ family, limits: known }) =>
      parametersOn(family, routeId).some(({ name }) => name === 'stream') &&
      !known.some(({ field }) => field === 'stream'),
  );
  return (
    // A press leads back to the prompt; keys stay on the option.
    // biome-ignore lint/a11y/noStaticElementInteractions: only the focus moves
    // biome-ignore lint/a11y/useKeyWithClickEvents: only the focus moves
    <div className={s.options} onClick={({ detail }) => detail > 0 && focusPlace('prompt')}>
      <AspectChips size={fields.size} families={selected} />
      <CountChoice count={countRequested({ fields })} families={selected} />
      {streaming.length > 0 && <PreviewsChip isOn={fields.stream === true} families={streaming} />}
    </div>
  );
}

function AspectChips({ size, families }: { size: unknown; families: readonly SelectedFamily[] }) {
  const t = useStrings().images.options;
  const current = aspectOf(size);
  const sizes = families[0] ? knownSizes(families[0].family, families[0].limits) : { listed: [], isFree: false };
  const choose = (aspect: Aspect) => {
    for (const { family, limits } of families) {
      const value = sizeFor(aspect, knownSizes(family, limits));
      // A model that takes no size of this ratio keeps its own.
      if (value === null) continue;
      changeParameter(family, 'size', { on: value !== undefined, value: value ?? String(size ?? usualSize) });
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as part of a line
    <div role="group" aria-label={t.aspect} className={s.chips}>
      {aspects.map((aspect) => {
        const value = sizeFor(aspect, sizes);
        return (
          <Chip
            key={aspect}
            pressed={aspect === current}
            icon={aspect === 'auto' ? undefined : <AspectGlyph aspect={aspect} />}
            hint={value ? t.sends(value) : t.sendsNoSize}
            disabledReason={value === null ? t.noSize(sizes.listed.join(', ')) : undefined}
            onPressedChange={() => choose(aspect)}
          >
            {aspect === 'auto' ? t.auto : aspect}
          </Chip>
        );
      })}
      <span className={s.sent}>{size === undefined ? t.sendsNoSize : t.sends(String(size))}</span>
    </div>
  );
}

/** The value that stays in the field while `size` is not sent. */
const usualSize = '1024x1024';

/** The longer side of the glyph of an aspect ratio, px. */
const glyphPx = 12;

function AspectGlyph({ aspect }: { aspect: Exclude<Aspect, 'auto'> }) {
  const [wide = 1, high = 1] = aspect.split(':').map(Number);
  const scale = glyphPx / Math.max(wide, high);
  return <span className={s.aspect} style={{ width: wide * scale, height: high * scale }} aria-hidden="true" />;
}

/** Numbers that are one press away. */
const quickCounts = 4;

function CountChoice({ count, families }: { count: number; families: readonly SelectedFamily[] }) {
  const t = useStrings().images.options;
  const choose = (next: number) => {
    for (const { family } of families) changeParameter(family, 'n', { on: next > 1, value: next });
    // More than one request may ask for: they are requested one by one.
    const [first] = families;
    if (first && next > maxPerRequest(first.family, first.limits)) useForm.setState({ split: true });
  };
  const counts = Array.from({ length: Math.max(quickCounts, count) }, (_, index) => String(index + 1));
  return (
    <span className={s.count}>
      <Segmented
        label={t.count}
        value={String(count)}
        onValueChange={(next) => choose(Number(next))}
        options={counts.map((value) => ({ value, label: value }))}
      />
      <IconButton
        label={t.more}
        size="sm"
        icon={<Icon of={Plus} size="s" />}
        disabledReason={count >= maxImages ? t.most(maxImages) : undefined}
        onClick={() => choose(Math.max(quickCounts, count) + 1)}
      />
    </span>
  );
}

function PreviewsChip({ isOn, families }: { isOn: boolean; families: readonly SelectedFamily[] }) {
  const t = useStrings().images.options;
  return (
    <Chip
      pressed={isOn}
      hint={t.previewsHint}
      onPressedChange={(on) => {
        for (const { family } of families) changeParameter(family, 'stream', { on, value: true });
      }}
    >
      {t.previews}
    </Chip>
  );
}
