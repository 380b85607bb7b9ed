import { Plus } from 'lucide-react';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { focusPlace } from '../../../lib/runs/send-blocker.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { changeParameter, familyInForm, modelOf, useForm } from '../form.ts';
import { parametersOn } from '../model/image-families.ts';
import {
  type Aspect,
  aspectOf,
  aspects,
  knownSizes,
  maxImages,
  maxPerRequest,
  sizeFor,
} from '../model/image-settings.ts';
import { countRequested, type ImageSpec } from '../model/image-spec.ts';
import s from './composer.module.css';

/** Aspect ratio, number of images and previews: each writes the parameters that it stands for. */
export function QuickOptions({ fields }: Pick<ImageSpec, 'fields'>) {
  const form = useForm();
  const { connection } = useActive();
  const { routeId } = form;
  const family = familyInForm(form);
  const limits = useLimits(connection?.id, routeId, modelOf(form));
  const known = parametersOn(family, routeId).map(({ name }) => name);
  const canStream = known.includes('stream') && !limits.some(({ field }) => field === 'stream');
  return (
    // A press leads back to the prompt; keys stay on the option.
    // biome-ignore lint/a11y/noStaticElementInteractions: only the focus moves
    // biome-ignore lint/a11y/useKeyWithClickEvents: only the focus moves
    <div className={s.options} onClick={({ detail }) => detail > 0 && focusPlace('prompt')}>
      <AspectChips fields={fields} sizes={knownSizes(family, limits)} />
      <CountChoice count={countRequested({ fields })} max={maxPerRequest(family, limits)} />
      {canStream && <PreviewsChip isOn={fields.stream === true} />}
    </div>
  );
}

interface AspectChipsProps extends Pick<ImageSpec, 'fields'> {
  sizes: ReturnType<typeof knownSizes>;
}

function AspectChips({ fields: { size }, sizes }: AspectChipsProps) {
  const t = useStrings().images.options;
  const current = aspectOf(size);
  const family = useForm(familyInForm);
  const choose = (value: string | undefined) =>
    changeParameter(family, 'size', { on: value !== undefined, value: value ?? String(size ?? usualSize) });
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
            onPressedChange={() => choose(value ?? undefined)}
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

function CountChoice({ count, max }: { count: number; max: number }) {
  const t = useStrings().images.options;
  const family = useForm(familyInForm);
  const choose = (next: number) => {
    changeParameter(family, 'n', { on: next > 1, value: next });
    // More than one request may ask for: they are requested one by one.
    if (next > max) useForm.setState({ split: true });
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

function PreviewsChip({ isOn }: { isOn: boolean }) {
  const t = useStrings().images.options;
  const family = useForm(familyInForm);
  return (
    <Chip
      pressed={isOn}
      hint={t.previewsHint}
      onPressedChange={(on) => changeParameter(family, 'stream', { on, value: true })}
    >
      {t.previews}
    </Chip>
  );
}
