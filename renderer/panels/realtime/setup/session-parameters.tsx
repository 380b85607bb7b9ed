import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { ParameterList } from '../../../lib/gateway/parameters/parameter-list.tsx';
import type { ParameterItem } from '../../../lib/gateway/parameters/parameter-row.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { ParamColumn } from '../../../ui/layout/param-column.tsx';
import { useSessionView, useShownSession } from '../live-session.ts';
import { isSent, type SettingName, settingProblems, settingsOf } from '../model/session-settings.ts';
import { useForm } from '../store.ts';
import { LiveTools } from './live-tools.tsx';
import { settingInput } from './setting-input.tsx';
import s from './setup.module.css';

/** Settings of the next session; read-only while a session lasts. Below, the test bench. */
export function SessionParameters() {
  const t = useStrings().realtime.parameters;
  const session = useShownSession();
  const isLocked = useSessionView(session, ({ ended, nextPart }) => session !== null && nextPart > 0 && ended === null);
  const form = useForm();
  const { connection } = useActive();
  const limits = useLimits(connection?.id, 'realtime', form.model);
  const problems = settingProblems(form);
  const itemOf = (name: SettingName): ParameterItem => ({
    name,
    sent: isSent(form, name),
    onSentChange: (on) => useForm.setState({ sent: { ...form.sent, [name]: on } }),
    hint: name === 'turn_detection' ? t.turnHints[form.turns] : t.hints[name],
    error: problems.includes(name) ? (name === 'tools' ? t.jsonInvalid : t.valueMissing) : undefined,
    ...settingInput(name, form, t),
  });
  return (
    <ParamColumn title={t.title} actions={isLocked && <Badge>{t.locked}</Badge>}>
      {session && isLocked && <LiveTools session={session} />}
      <div inert={isLocked} className={s.settings} data-locked={isLocked}>
        <div className={s.block}>
          <Field label={t.output} hint={form.output === 'transcript' ? t.transcriptHint : undefined}>
            <Segmented
              value={form.output}
              onValueChange={(output) => useForm.setState({ output })}
              options={[
                { value: 'audio', label: t.outputs.audio },
                { value: 'text', label: t.outputs.text },
                { value: 'transcript', label: t.outputs.transcript },
              ]}
              label={t.output}
              stretch
            />
          </Field>
        </div>
        <ParameterList parameters={settingsOf(form).map(itemOf)} limits={limits} />
        <ConnectionSettings />
      </div>
    </ParamColumn>
  );
}

/** How the socket is opened; these are part of the handshake, not of the session. */
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
