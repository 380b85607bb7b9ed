import { useState } from 'react';
import type { LearnedLimit } from '#shared/contract/limits.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { ParameterInput } from '../../lib/gateway/models/parameter-input.tsx';
import { LimitHint, ParameterRow } from '../../lib/gateway/models/parameter-row.tsx';
import { putSetting, type Setting, settingOf } from '../../lib/gateway/models/request-parameters.ts';
import { useLimits } from '../../lib/gateway/models/use-limits.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { lazyPart } from '../../ui/base/lazy-module.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { SliderNumber } from '../../ui/fields/slider.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { ParamColumn } from '../../ui/layout/param-column.tsx';
import { familyInForm, modelOf, useForm } from './form.ts';
import {
  type FamilyId,
  familyOf,
  type ImageParameter,
  imageFamilyIds,
  parametersOn,
  type SizeControl,
} from './model/image-families.ts';
import {
  isLegalSize,
  nearestLegalSize,
  plainSize,
  readSize,
  sentImageFields,
  sizeText,
} from './model/image-settings.ts';
import s from './panel.module.css';

const EditParameters = lazyPart(async () => (await import('./edit-parameters.tsx')).EditParameters);

/** The parameters column: selected parameters are in the body, and the options are those of the model. */
export function ImagesParameters() {
  const t = useStrings().images.parameters;
  const form = useForm();
  const { routeId, settings } = form;
  const { connection } = useActive();
  const family = familyInForm(form);
  const limits = useLimits(connection?.id, routeId, modelOf(form));
  const { fields, problems } = sentImageFields(settings, family, routeId);
  return (
    <ParamColumn title={t.title} state={t.sent(Object.keys(fields).length)}>
      {routeId !== 'edits' && <FamilyChoice />}
      {parametersOn(family, routeId).map((parameter) => (
        <Row
          key={`${family}.${parameter.name}`}
          family={family}
          parameter={parameter}
          isWrong={problems.includes(parameter.name)}
          limits={limits}
        />
      ))}
      {limits
        .filter(({ field }) => !parametersOn(family, routeId).some(({ name }) => name === field))
        .map((limit) => (
          <p key={limit.id} className={s.block}>
            <LimitHint limit={limit} />
          </p>
        ))}
      {routeId === 'images.edits' && <EditParameters />}
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

interface RowProps {
  family: FamilyId;
  parameter: ImageParameter;
  isWrong: boolean;
  limits: readonly LearnedLimit[];
}

function Row({ family, parameter, isWrong, limits }: RowProps) {
  const t = useStrings().images.parameters;
  const { settings, split } = useForm();
  const { name, control } = parameter;
  const setting = settingOf(settings, family, parameter);
  const put = (change: Partial<typeof setting>) =>
    useForm.setState({ settings: putSetting(settings, family, name, { ...setting, ...change }) });
  const putValue = (value: Setting['value']) => put({ value, on: true });
  const isMany = name === 'n' && family !== 'text' && setting.on && Number(setting.value) > 1;
  return (
    <ParameterRow
      name={name}
      sent={setting.on}
      onSentChange={(on) => put({ on })}
      hint={t.hints[name]}
      limits={limits}
      error={isWrong ? t.wrong[control.kind === 'json' ? 'json' : 'value'] : undefined}
    >
      {control.kind === 'size' ? (
        <SizeInput name={name} control={control} value={String(setting.value)} onValueChange={putValue} />
      ) : control.kind === 'slider' ? (
        <SliderNumber
          value={typeof setting.value === 'number' ? setting.value : control.min}
          onValueChange={putValue}
          min={control.min}
          max={control.max}
          step={control.step}
          label={name}
          muted={!setting.on}
        />
      ) : (
        <ParameterInput name={name} control={control} value={setting.value} onValueChange={putValue} />
      )}
      {isMany && (
        <div className={s.split}>
          <Switch
            checked={split}
            onCheckedChange={(next) => useForm.setState({ split: next })}
            label={t.split(Number(setting.value))}
          />
        </div>
      )}
    </ParameterRow>
  );
}

interface SizeInputProps {
  name: string;
  control: SizeControl;
  value: string;
  onValueChange: (value: string) => void;
}

const custom = 'custom';

/**
 * A known size, or a typed one; for a size that the model is known to refuse it says so and offers the nearest legal
 * one.
 */
function SizeInput({ name, control, value, onValueChange }: SizeInputProps) {
  const t = useStrings().images.parameters;
  const [isTyping, setTyping] = useState(!control.options.includes(value));
  const isKnown = control.options.includes(value);
  const size = readSize(value);
  const fitting = control.legal && size && !isLegalSize(size) ? sizeText(nearestLegalSize(size)) : null;
  const options = [
    ...(isKnown || control.custom ? [] : [value]),
    ...control.options,
    ...(control.custom ? [custom] : []),
  ];
  return (
    <div className={s.sizes}>
      <Select
        value={control.custom && (isTyping || !isKnown) ? custom : value}
        onValueChange={(next) => {
          setTyping(next === custom);
          if (next !== custom) onValueChange(next);
        }}
        options={options.map((option) => ({
          value: option,
          label: option === custom ? t.customSize : option.replace('x', '×'),
        }))}
        label={name}
        mono
        width="100%"
      />
      {control.custom && (isTyping || !isKnown) && (
        <TextField
          value={value}
          onValueChange={onValueChange}
          onBlur={() => onValueChange(plainSize(value))}
          aria-label={t.customSizeLabel}
          placeholder="1536x1024"
          mono
        />
      )}
      {fitting && (
        <p className={s.warning} role="status">
          {t.illegalSize}{' '}
          <Button size="sm" onClick={() => onValueChange(fitting)}>
            {t.takeSize(fitting.replace('x', '×'))}
          </Button>
        </p>
      )}
    </div>
  );
}
