import type { LearnedLimit } from '#shared/contract/limits.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { LimitHint } from '../../lib/gateway/models/limit-hint.tsx';
import { ParameterRow } from '../../lib/gateway/models/parameter-row.tsx';
import { useLimits } from '../../lib/gateway/models/use-limits.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { lazyModule, useLazyModule } from '../../ui/base/lazy-module.ts';
import { Switch } from '../../ui/controls/switch.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ParamColumn } from '../../ui/layout/param-column.tsx';
import { familyInForm, modelOf, useForm } from './form.ts';
import { type FamilyId, familyOf, type ImageParameter, imageFamilyIds, parametersOn } from './model/image-families.ts';
import { putSetting, sentFields, settingOf } from './model/image-settings.ts';
import { ParameterControl } from './parameter-control.tsx';
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
