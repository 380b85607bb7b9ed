import type { LearnedLimit } from '#shared/contract/limits.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { ParameterRow } from '../../../lib/gateway/models/parameter-row.tsx';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { ParamColumn } from '../../../ui/layout/param-column.tsx';
import { isSent, type SettingName, settingNames, settingProblems } from '../model/session-settings.ts';
import { useForm } from '../store.ts';
import { useSessionView, useShownSession } from '../use-session.ts';
import { SettingControl } from './setting-control.tsx';
import s from './setup.module.css';
import { TestBench } from './test-bench.tsx';

/** What the next session shall be; while one lasts it can be read and not changed. Below, the test bench. */
export function SessionParameters() {
  const t = useStrings().realtime.parameters;
  const session = useShownSession();
  const isLocked = useSessionView(session, ({ ended, nextPart }) => session !== null && nextPart > 0 && ended === null);
  const form = useForm();
  const { connection } = useActive();
  const limits = useLimits(connection?.id, 'realtime', form.model);
  const sent = settingNames.filter((name) => isSent(form, name)).length;
  return (
    <ParamColumn title={t.title} state={isLocked ? t.locked : t.sent(sent)} intent={isLocked ? 'neutral' : 'live'}>
      {session && isLocked && <TestBench session={session} />}
      <div inert={isLocked} className={s.settings} data-locked={isLocked}>
        <div className={s.block}>
          <Field label={t.output}>
            <Segmented
              value={form.output}
              onValueChange={(output) => useForm.setState({ output })}
              options={[
                { value: 'audio', label: t.outputs.audio },
                { value: 'text', label: t.outputs.text },
              ]}
              label={t.output}
              stretch
            />
          </Field>
        </div>
        {settingNames.map((name) => (
          <SettingRow key={name} name={name} limits={limits} />
        ))}
        <ConnectionSettings />
      </div>
    </ParamColumn>
  );
}

function SettingRow({ name, limits }: { name: SettingName; limits: readonly LearnedLimit[] }) {
  const t = useStrings().realtime.parameters;
  const form = useForm();
  const isWrong = settingProblems(form).includes(name);
  return (
    <ParameterRow
      name={name}
      sent={isSent(form, name)}
      onSentChange={(on) => useForm.setState({ sent: { ...form.sent, [name]: on } })}
      hint={name === 'turn_detection' ? t.turnHints[form.turns] : t.hints[name]}
      limits={limits}
      error={isWrong ? (name === 'tools' ? t.jsonInvalid : t.valueMissing) : undefined}
    >
      <SettingControl name={name} />
    </ParameterRow>
  );
}

/** How the socket is opened; these go into the handshake and not into the session. */
function ConnectionSettings() {
  const t = useStrings().realtime.parameters;
  const { dialect, auth, flipDialect, reconnect } = useForm();
  return (
    <section className={s.section}>
      <h2>{t.connection}</h2>
      <Field label={t.dialect} hint={t.dialectHint}>
        <Segmented
          value={dialect}
          onValueChange={(next) => useForm.setState({ dialect: next })}
          options={[
            { value: 'ga', label: t.dialects.ga },
            { value: 'beta', label: t.dialects.beta },
          ]}
          label={t.dialect}
          stretch
        />
      </Field>
      <Switch
        checked={flipDialect}
        onCheckedChange={(next) => useForm.setState({ flipDialect: next })}
        label={t.flip}
      />
      <Field label={t.auth} hint={t.authHint}>
        <Segmented
          value={auth}
          onValueChange={(next) => useForm.setState({ auth: next })}
          options={[
            { value: 'header', label: t.auths.header },
            { value: 'subprotocol', label: t.auths.subprotocol },
          ]}
          label={t.auth}
          stretch
        />
      </Field>
      <Switch
        checked={reconnect}
        onCheckedChange={(next) => useForm.setState({ reconnect: next })}
        label={t.reconnect}
      />
    </section>
  );
}
