import { client } from '../../lib/client/client.ts';
import { useAction } from '../../lib/client/use-action.ts';
import { lineOf } from '../../lib/failures/failures.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { useLimits } from '../../lib/gateway/models/use-limits.ts';
import { parameterInput } from '../../lib/gateway/parameters/parameter-input.tsx';
import { ParameterList } from '../../lib/gateway/parameters/parameter-list.tsx';
import type { ParameterItem } from '../../lib/gateway/parameters/parameter-row.tsx';
import {
  plainValue,
  putSetting,
  type RequestParameter,
  type Settings,
  settingOf,
} from '../../lib/gateway/parameters/request-parameters.ts';
import { useLanguage, useStrings } from '../../lib/i18n/strings.ts';
import { announce } from '../../lib/notices/announce.ts';
import { PresetMenu } from '../../lib/presets/preset-menu.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import layout from '../../ui/layout/layout.module.css';
import { ParamColumn } from '../../ui/layout/param-column.tsx';
import {
  bodyDialects,
  referenceForms,
  referenceRoles,
  sentVideoFields,
  videoParameters,
} from './model/video-request.ts';
import s from './panel.module.css';
import { useVideo } from './store.ts';

/**
 * The parameters column: selected parameters are in the body. Below, how tasks are polled, and a field to track existing
 * tasks.
 */
export function VideoParameters() {
  const t = useStrings().video;
  const { connection } = useActive();
  const { settings, dialect, routeId, model, remixOf, references, roles, referenceForm } = useVideo();
  const limits = useLimits(connection?.id, routeId, model);
  const w = t.parameters;
  const { problems } = sentVideoFields(settings, dialect);
  const itemOf = (parameter: RequestParameter): ParameterItem => {
    const { name, control } = parameter;
    const setting = settingOf(settings, dialect, parameter);
    const put = (change: Partial<typeof setting>) =>
      useVideo.setState({ settings: putSetting(settings, dialect, name, { ...setting, ...change }) });
    return {
      name,
      sent: setting.on,
      onSentChange: (on) => put({ on }),
      hint: w.hints[name],
      error: problems.includes(name) ? (control.kind === 'json' ? w.jsonInvalid : w.numberMissing) : undefined,
      ...parameterInput({
        name,
        control,
        value: setting.value,
        onValueChange: (value) => put({ value: plainValue(value), on: true }),
      }),
    };
  };
  return (
    <ParamColumn
      title={w.title}
      actions={
        <PresetMenu
          scope={`video ${dialect}`}
          settings={settings}
          prefix={`${dialect}.`}
          onChange={(next) => useVideo.setState({ settings: next as Settings })}
        />
      }
    >
      {remixOf !== null && <p className={s.hint}>{w.remix}</p>}
      <div className={s.rows} inert={remixOf !== null} data-idle={remixOf !== null}>
        <div className={s.block}>
          <Field label={w.dialect} hint={w.dialectHints[dialect]}>
            <Segmented
              value={dialect}
              onValueChange={(next) => useVideo.setState({ dialect: next })}
              options={bodyDialects.map((value) => ({ value, label: w.dialects[value] }))}
              label={w.dialect}
              stretch
            />
          </Field>
        </div>
        <ParameterList key={dialect} parameters={videoParameters[dialect].map(itemOf)} limits={limits} />
        {references.length > 0 && (
          <div className={s.block}>
            <Field label={w.referenceForm} hint={w.referenceHints[referenceForm]}>
              <Segmented
                value={referenceForm}
                onValueChange={(next) => useVideo.setState({ referenceForm: next })}
                options={referenceForms.map((value) => ({ value, label: w.referenceForms[value] }))}
                label={w.referenceForm}
                stretch
              />
            </Field>
            {references.map(({ id, name }) => (
              <Field key={id} label={name} layout="row">
                <Select
                  value={roles[id] ?? 'reference'}
                  onValueChange={(role) => useVideo.setState({ roles: { ...roles, [id]: role } })}
                  options={referenceRoles.map((value) => ({ value, label: w.referenceRoles[value] }))}
                  width="100%"
                />
              </Field>
            ))}
          </div>
        )}
      </div>
      <TaskTracking />
    </ParamColumn>
  );
}

/** How tasks are polled, and a field to track an existing one. */
function TaskTracking() {
  const t = useStrings().video.watching;
  return (
    <section className={s.watching}>
      <h2>{t.title}</h2>
      <p>{t.body}</p>
      <AdoptTask />
    </section>
  );
}

/** Tracks an existing task by its id; it is polled on the route selected above. */
function AdoptTask() {
  const words = useStrings();
  const language = useLanguage();
  const t = words.video;
  const { connection, key } = useActive();
  const { routeId, adopting } = useVideo();
  const adopt = useAction(client.tasks.adopt);
  const taskId = adopting.trim();
  const submit = async () => {
    if (!connection || !taskId) return;
    const adopted = await adopt.run({
      connectionId: connection.id,
      ...(key ? { keyId: key.id } : {}),
      family: routeId,
      taskId,
    });
    if (!adopted) return;
    useVideo.setState({ adopting: '' });
    announce(t.adopt.done);
  };
  return (
    <form
      className={layout.stackTight}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field label={t.adopt.label} {...(adopt.failure ? { error: lineOf(adopt.failure, language, words) } : {})}>
        <TextField
          value={adopting}
          onValueChange={(next) => useVideo.setState({ adopting: next })}
          placeholder={t.adopt.placeholder}
          mono
        />
      </Field>
      <Button
        type="submit"
        busy={adopt.busy}
        disabledReason={connection ? (taskId ? undefined : t.adopt.missing) : t.needs.connection}
      >
        {t.adopt.act}
      </Button>
    </form>
  );
}
