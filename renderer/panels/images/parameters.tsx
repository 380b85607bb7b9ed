import { useState } from 'react';
import type { LearnedLimit } from '#shared/contract/limits.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { LimitHint } from '../../lib/gateway/models/limit-hint.tsx';
import { ParameterRow } from '../../lib/gateway/models/parameter-row.tsx';
import { useLimits } from '../../lib/gateway/models/use-limits.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { lazyModule, useLazyModule } from '../../ui/base/lazy-module.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { Choice } from '../../ui/fields/choice.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { SliderNumber } from '../../ui/fields/slider-number.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { ParamColumn } from '../../ui/layout/param-column.tsx';
import { familyInForm, modelOf, useForm } from './form.ts';
import { type FamilyId, familyOf, type ImageParameter, imageFamilyIds, parametersOn } from './model/image-families.ts';
import {
  isLegalSize,
  legalSizeNear,
  plainSize,
  putSetting,
  readSize,
  type Setting,
  sentFields,
  settingOf,
  sizeText,
} from './model/image-settings.ts';
import s from './parameters.module.css';

const editParameters = lazyModule(() => import('./edit-parameters.tsx'));

/** The parameters column: what is ticked is in the body, and the options are those of the model. */
export function ImagesParameters() {
  const t = useStrings().images.parameters;
  const form = useForm();
  const { routeId, settings } = form;
  const { connection } = useActive();
  const family = familyInForm(form);
  const edit = useLazyModule(editParameters, routeId === 'images.edits');
  const limits = useLimits(connection?.id, routeId, modelOf(form));
  const { fields, problems } = sentFields(settings, family, routeId);
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
      {routeId === 'images.edits' && edit && <edit.EditParameters />}
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
      {control.kind !== 'flag' && (
        <ParameterControl
          parameter={parameter}
          value={setting.value}
          isSent={setting.on}
          onValueChange={(value) => put({ value, on: true })}
        />
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

interface ParameterControlProps {
  parameter: ImageParameter;
  value: Setting['value'];
  isSent: boolean;
  onValueChange: (value: Setting['value']) => void;
}

/** The control of one parameter, by its kind. A flag has none: its tick says all. */
function ParameterControl({ parameter: { name, control }, value, isSent, onValueChange }: ParameterControlProps) {
  switch (control.kind) {
    case 'flag':
      return null;
    case 'size':
      return <SizeControl name={name} control={control} value={String(value)} onValueChange={onValueChange} />;
    case 'choice':
      return <Choice label={name} options={control.options} value={String(value)} onValueChange={onValueChange} />;
    case 'boolean':
      return (
        <Choice
          label={name}
          options={['true', 'false']}
          value={String(value)}
          onValueChange={(next) => onValueChange(next === 'true')}
        />
      );
    case 'number':
      return control.max - control.min <= 100 && control.max > control.min ? (
        <SliderNumber
          value={typeof value === 'number' ? value : control.min}
          onValueChange={onValueChange}
          min={control.min}
          max={control.max}
          step={control.step}
          label={name}
          muted={!isSent}
        />
      ) : (
        <NumberField
          value={typeof value === 'number' ? value : null}
          onValueChange={(next) => onValueChange(next ?? '')}
          min={control.min}
          label={name}
          width="100%"
        />
      );
    case 'text':
      return <TextField value={String(value)} onValueChange={onValueChange} aria-label={name} mono />;
    case 'json':
      return (
        <TextArea value={String(value)} onValueChange={onValueChange} aria-label={name} mono minRows={1} maxRows={8} />
      );
  }
}

interface SizeControlProps {
  name: string;
  control: Extract<ImageParameter['control'], { kind: 'size' }>;
  value: string;
  onValueChange: (value: string) => void;
}

const custom = 'custom';

/** A known size, or one that is typed; one that the model is known to refuse is said so, with the nearest that fits. */
function SizeControl({ name, control, value, onValueChange }: SizeControlProps) {
  const t = useStrings().images.parameters;
  const [isTyping, setTyping] = useState(!control.options.includes(value));
  const isKnown = control.options.includes(value);
  const size = readSize(value);
  const fitting = control.legal && size && !isLegalSize(size) ? sizeText(legalSizeNear(size)) : null;
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
