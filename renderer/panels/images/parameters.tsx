import { useState } from 'react';
import type { LearnedLimit } from '#shared/contract/limits.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { useLimits } from '../../lib/gateway/models/use-limits.ts';
import { parameterInput } from '../../lib/gateway/parameters/parameter-input.tsx';
import { ParameterList } from '../../lib/gateway/parameters/parameter-list.tsx';
import { LimitHint, type ParameterItem } from '../../lib/gateway/parameters/parameter-row.tsx';
import {
  type InputValue,
  plainValue,
  type Settings,
  settingOf,
} from '../../lib/gateway/parameters/request-parameters.ts';
import {
  type FamilyId,
  familyOf,
  type ImageParameter,
  imageFamilyIds,
  parametersOn,
  type SizeControl,
} from '../../lib/generation/image-families.ts';
import {
  isLegalSize,
  nearestLegalSize,
  plainSize,
  readSize,
  sentImageFields,
  sizeText,
} from '../../lib/generation/image-settings.ts';
import { formatBytes } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { PresetMenu } from '../../lib/presets/preset-menu.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { ParamColumn } from '../../ui/layout/param-column.tsx';
import { changeParameter, chooseFieldStyle, familyInForm, fieldStyleOf, useForm } from './form.ts';
import { isBlank } from './mask/mask-strokes.ts';
import { useMaskOn } from './mask/masks.ts';
import { fieldStyles } from './model/image-spec.ts';
import s from './panel.module.css';

/** The parameters column: selected parameters are in the body, and the options are those of the model. */
export function ImagesParameters() {
  const t = useStrings().images.parameters;
  const form = useForm();
  const { routeId } = form;
  const { connection } = useActive();
  const family = familyInForm(form);
  const limits = useLimits(connection?.id, routeId, form.pictureModel);
  const parameters = parametersOn(family, routeId);
  return (
    <ParamColumn
      title={t.title}
      actions={
        <PresetMenu
          scope={`images ${family}`}
          settings={form.settings}
          prefix={`${family}.`}
          onChange={(next) => useForm.setState({ settings: next as Settings })}
        />
      }
    >
      <FamilyChoice />
      <Fields key={`${family} ${routeId}`} family={family} parameters={parameters} limits={limits} />
      {limits
        .filter(({ field }) => !parameters.some(({ name }) => name === field))
        .map((limit) => (
          <p key={limit.id} className={s.block}>
            <LimitHint limit={limit} />
          </p>
        ))}
      {routeId === 'images.edits' && (
        <>
          <FieldStyleChoice />
          <SourceFacts />
        </>
      )}
    </ParamColumn>
  );
}

function FamilyChoice() {
  const t = useStrings().images.parameters;
  const { pictureModel, families } = useForm();
  const auto = 'auto';
  const choose = (next: FamilyId | typeof auto) => {
    const { [pictureModel]: _before, ...others } = families;
    useForm.setState({ families: next === auto ? others : { ...others, [pictureModel]: next } });
  };
  return (
    <div className={s.block}>
      <Field label={t.family} hint={t.familyHint}>
        <Select<FamilyId | typeof auto>
          value={families[pictureModel] ?? auto}
          onValueChange={choose}
          options={[
            { value: auto, label: t.familyAuto(t.families[familyOf(pictureModel)]) },
            ...imageFamilyIds.map((value) => ({ value, label: t.families[value] })),
          ]}
          width="100%"
        />
      </Field>
    </div>
  );
}

interface FieldsProps {
  family: FamilyId;
  parameters: readonly ImageParameter[];
  limits: readonly LearnedLimit[];
}

function Fields({ family, parameters, limits }: FieldsProps) {
  const t = useStrings().images.parameters;
  const { settings, split, routeId } = useForm();
  const [isTyping, setTyping] = useState(false);
  const { problems } = sentImageFields(settings, family, routeId);
  const itemOf = (parameter: ImageParameter): ParameterItem => {
    const { name, control } = parameter;
    const setting = settingOf(settings, family, parameter);
    const put = (change: Partial<typeof setting>) => changeParameter(family, name, { ...setting, ...change });
    const putValue = (value: InputValue) => put({ value: plainValue(value), on: true });
    const { children, ...input } =
      control.kind === 'size'
        ? sizeInput({ name, control, value: String(setting.value), isTyping, setTyping, putValue, t })
        : parameterInput({ name, control, value: setting.value, onValueChange: putValue });
    const isMany = name === 'n' && setting.on && Number(setting.value) > 1;
    return {
      name,
      sent: setting.on,
      onSentChange: (on) => put({ on }),
      hint: t.hints[name],
      error: problems.includes(name) ? t.wrong[control.kind === 'json' ? 'json' : 'value'] : undefined,
      ...input,
      children: isMany ? (
        <>
          {children}
          <Switch
            checked={split}
            onCheckedChange={(next) => useForm.setState({ split: next })}
            label={t.split(Number(setting.value))}
          />
        </>
      ) : (
        children
      ),
    };
  };
  return <ParameterList parameters={parameters.map(itemOf)} limits={limits} />;
}

interface SizeInput {
  name: string;
  control: SizeControl;
  value: string;
  isTyping: boolean;
  setTyping: (isTyping: boolean) => void;
  putValue: (value: string) => void;
  t: ReturnType<typeof useStrings>['images']['parameters'];
}

const custom = 'custom';

/**
 * A known size, or a typed one; for a size that the model is known to refuse it says so and offers the nearest legal
 * one.
 */
function sizeInput({ name, control, value, isTyping, setTyping, putValue, t }: SizeInput) {
  const isKnown = control.options.includes(value);
  const isCustom = control.custom && (isTyping || !isKnown);
  const size = readSize(value);
  const fitting = control.legal && size && !isLegalSize(size) ? sizeText(nearestLegalSize(size)) : null;
  const options = [
    ...(isKnown || control.custom ? [] : [value]),
    ...control.options,
    ...(control.custom ? [custom] : []),
  ];
  return {
    control: (
      <Select
        value={isCustom ? custom : value}
        onValueChange={(next) => {
          setTyping(next === custom);
          if (next !== custom) putValue(next);
        }}
        options={options.map((option) => ({
          value: option,
          label: option === custom ? t.customSize : option.replace('x', '×'),
        }))}
        label={name}
        mono
        width={128}
      />
    ),
    children: (isCustom || fitting) && (
      <>
        {isCustom && (
          <TextField
            value={value}
            onValueChange={putValue}
            onBlur={() => putValue(plainSize(value))}
            aria-label={t.customSizeLabel}
            placeholder="1536x1024"
            mono
          />
        )}
        {fitting && (
          <p className={s.warning} role="status">
            {t.illegalSize}{' '}
            <Button size="sm" onClick={() => putValue(fitting)}>
              {t.takeSize(fitting.replace('x', '×'))}
            </Button>
          </p>
        )}
      </>
    ),
  };
}

/** How the files of an edit are named; saved per connection. */
function FieldStyleChoice() {
  const t = useStrings().images.fieldStyle;
  const styles = useForm((form) => form.fieldStyles);
  const { connection } = useActive();
  if (!connection) return null;
  const style = fieldStyleOf(styles, connection.id);
  return (
    <div className={s.block}>
      <Field label={t.title} hint={t.hints[style]}>
        <Select
          value={style}
          onValueChange={(next) => chooseFieldStyle(connection.id, next)}
          options={fieldStyles.map((value) => ({ value, label: t.names[value] }))}
          width="100%"
        />
      </Field>
    </div>
  );
}

/** Facts about the image to edit, and what the result will be compared for. */
function SourceFacts() {
  const t = useStrings().images.source;
  const { inputs } = useForm();
  const [first] = inputs;
  const isMasked = !isBlank(useMaskOn(first?.file.id));
  if (!first) return null;
  const { file, width, height } = first;
  return (
    <section className={s.source} aria-label={t.title}>
      <h3>
        {t.title} <span className="cut-text">{file.name}</span>
      </h3>
      <dl>
        <dt>{t.size}</dt>
        <dd className="mono-s">{width && height ? `${width}×${height}` : t.unknown}</dd>
        <dt>{t.file}</dt>
        <dd className="mono-s">{`${file.type.replace('image/', '').toUpperCase()}, ${formatBytes(file.sizeBytes)}`}</dd>
        <dt>{t.mask}</dt>
        <dd className="mono-s">{isMasked ? t.maskAs(`${width}×${height}`) : t.noMask}</dd>
      </dl>
      <p>{t.after}</p>
    </section>
  );
}
