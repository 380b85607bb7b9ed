import type { LearnedLimit } from '#shared/contract/limits.ts';
import { client } from '../../lib/client/client.ts';
import { useAction } from '../../lib/client/use-action.ts';
import { lineOf } from '../../lib/failures/failures.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { ParameterInput } from '../../lib/gateway/models/parameter-input.tsx';
import { ParameterRow } from '../../lib/gateway/models/parameter-row.tsx';
import { putSetting, type RequestParameter, settingOf } from '../../lib/gateway/models/request-parameters.ts';
import { useLimits } from '../../lib/gateway/models/use-limits.ts';
import { useLanguage, useStrings } from '../../lib/i18n/strings.ts';
import { announce } from '../../lib/notices/announce.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { ParamColumn } from '../../ui/layout/param-column.tsx';
import { bodyDialects, referenceForms, sentVideoFields, videoParameters } from './model/video-request.ts';
import s from './panel.module.css';
import { useVideo } from './store.ts';

/**
 * The parameters column: selected parameters are in the body. Below, how tasks are polled, and a field to track existing
 * tasks.
 */
export function VideoParameters() {
  const t = useStrings().video;
  const { connection } = useActive();
  const { settings, dialect, routeId, model, remixOf, references, referenceForm } = useVideo();
  const limits = useLimits(connection?.id, routeId, model);
  const sent = Object.keys(sentVideoFields(settings, dialect).fields).length;
  const w = t.parameters;
  return (
    <ParamColumn title={w.title} state={w.sent(remixOf === null ? sent : 0)}>
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
        {videoParameters[dialect].map((parameter) => (
          <Row key={`${dialect}.${parameter.name}`} parameter={parameter} limits={limits} />
        ))}
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
          </div>
        )}
      </div>
      <section className={s.watching}>
        <h2>{t.watching.title}</h2>
        <p>{t.watching.body}</p>
        <AdoptTask />
      </section>
    </ParamColumn>
  );
}

function Row({ parameter, limits }: { parameter: RequestParameter; limits: readonly LearnedLimit[] }) {
  const w = useStrings().video.parameters;
  const { settings, dialect } = useVideo();
  const { name, control } = parameter;
  const setting = settingOf(settings, dialect, parameter);
  const put = (change: Partial<typeof setting>) =>
    useVideo.setState({ settings: putSetting(settings, dialect, name, { ...setting, ...change }) });
  const isWrong = sentVideoFields(settings, dialect).problems.includes(name);
  return (
    <ParameterRow
      name={name}
      sent={setting.on}
      onSentChange={(on) => put({ on })}
      hint={w.hints[name]}
      limits={limits}
      error={isWrong ? (control.kind === 'json' ? w.jsonInvalid : w.numberMissing) : undefined}
    >
      <ParameterInput
        name={name}
        control={control}
        value={setting.value}
        onValueChange={(value) => put({ value, on: true })}
      />
    </ParameterRow>
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
      className={s.adopt}
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
