import type { LearnedLimit } from '#shared/contract/limits.ts';
import { client } from '../../lib/client/client.ts';
import { lineOf } from '../../lib/failures/failures.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { ParameterRow } from '../../lib/gateway/models/parameter-row.tsx';
import { useLimits } from '../../lib/gateway/models/use-limits.ts';
import { useLanguage, useStrings } from '../../lib/i18n/strings.ts';
import { announce } from '../../lib/page/announce.ts';
import { useAction } from '../../lib/page/use-action.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Choice } from '../../ui/fields/choice.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { ParamColumn } from '../../ui/layout/param-column.tsx';
import {
  bodyDialects,
  putSetting,
  sentParameters,
  settingOf,
  type VideoParameter,
  videoParameters,
} from './model/video-parameters.ts';
import { referenceForms } from './model/video-request.ts';
import { useVideo } from './store.ts';
import s from './video.module.css';

/** The parameters column: what is ticked is in the body. Below, how tasks are watched, and the way in for others. */
export function VideoParameters() {
  const t = useStrings().video;
  const { connection } = useActive();
  const { settings, dialect, routeId, model, remixOf, references, referenceForm } = useVideo();
  const limits = useLimits(connection?.id, routeId, model);
  const sent = Object.keys(sentParameters(settings, dialect).fields).length;
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

function Row({ parameter, limits }: { parameter: VideoParameter; limits: readonly LearnedLimit[] }) {
  const w = useStrings().video.parameters;
  const { settings, dialect } = useVideo();
  const { name, control } = parameter;
  const setting = settingOf(settings, dialect, parameter);
  const put = (change: Partial<typeof setting>) =>
    useVideo.setState({ settings: putSetting(settings, dialect, name, { ...setting, ...change }) });
  const isWrong = sentParameters(settings, dialect).problems.includes(name);
  return (
    <ParameterRow
      name={name}
      sent={setting.on}
      onSentChange={(on) => put({ on })}
      hint={w.hints[name]}
      limits={limits}
      error={isWrong ? (control.kind === 'json' ? w.jsonInvalid : w.numberMissing) : undefined}
    >
      <Control parameter={parameter} value={setting.value} onValueChange={(value) => put({ value, on: true })} />
    </ParameterRow>
  );
}

interface ControlProps {
  parameter: VideoParameter;
  value: string | number;
  onValueChange: (value: string | number) => void;
}

function Control({ parameter: { name, control }, value, onValueChange }: ControlProps) {
  switch (control.kind) {
    case 'choice':
      return <Choice value={String(value)} onValueChange={onValueChange} options={control.options} label={name} />;
    case 'number':
      return (
        <NumberField
          value={typeof value === 'number' ? value : null}
          onValueChange={(next) => onValueChange(next ?? '')}
          min={control.min}
          max={control.max}
          label={name}
          width="100%"
        />
      );
    case 'text':
      return <TextField value={String(value)} onValueChange={onValueChange} aria-label={name} mono />;
    case 'json':
      return (
        <TextArea
          value={String(value)}
          onValueChange={onValueChange}
          aria-label={name}
          mono
          minRows={1}
          maxRows={10}
          spellCheck={false}
        />
      );
  }
}

/** Takes over a task by its id; it is asked for on the route that is chosen above. */
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
    const taken = await adopt.run({
      connectionId: connection.id,
      ...(key ? { keyId: key.id } : {}),
      family: routeId,
      taskId,
    });
    if (!taken) return;
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
        disabledReason={connection ? (taskId ? undefined : t.adopt.label) : t.needs.connection}
      >
        {t.adopt.act}
      </Button>
    </form>
  );
}
