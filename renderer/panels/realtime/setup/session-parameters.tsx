import { FileAudio, Scissors } from 'lucide-react';
import { useState } from 'react';
import type { LearnedLimit } from '#shared/contract/limits.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { admitFile, chooseFiles } from '../../../lib/files/files.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { ParameterRow } from '../../../lib/gateway/models/parameter-row.tsx';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { ParamColumn } from '../../../ui/layout/param-column.tsx';
import { isSent, type SettingName, settingNames, settingProblems } from '../model/session-settings.ts';
import { isLive, type LiveSession } from '../model/session-view.ts';
import { useAudioForm, useForm } from '../store.ts';
import { useSessionView, useShownSession } from '../use-session.ts';
import { SettingControl } from './setting-control.tsx';
import s from './setup.module.css';

/** Settings of the next session; read-only while a session lasts. Below, the test bench. */
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

/** Deliberate faults and fixtures: a cut of the network, a WAV instead of the microphone. */
function TestBench({ session }: { session: LiveSession }) {
  const t = useStrings().realtime.parameters;
  const live = useSessionView(session, isLive);
  const playing = useSessionView(session, (view) => view.playing);
  const { pace, cutSeconds } = useAudioForm();
  const [complaint, setComplaint] = useState<string | null>(null);
  const play = useAction(async () => {
    const [file] = await chooseFiles({ accept: 'audio/wav,.wav', multiple: false });
    if (!file) return;
    setComplaint(isWav(file) ? null : t.wavOnly);
    if (isWav(file)) session.act({ kind: 'play', fileId: (await admitFile(file)).id, pace });
  });
  return (
    <section className={`${s.section} ${s.bench}`}>
      <h2>{t.bench}</h2>
      <div className={s.buttons}>
        <Button
          size="sm"
          icon={<Icon of={Scissors} size="s" />}
          disabled={!live}
          onClick={() => session.act({ kind: 'cut', ms: cutSeconds * 1000 })}
        >
          {t.cut(cutSeconds)}
        </Button>
        {playing ? (
          <Button size="sm" onClick={() => session.act({ kind: 'stop-play' })}>
            {t.stopWav}
          </Button>
        ) : (
          <Button
            size="sm"
            icon={<Icon of={FileAudio} size="s" />}
            disabled={!live}
            busy={play.busy}
            onClick={() => void play.run()}
          >
            {t.playWav}
          </Button>
        )}
      </div>
      {playing && <p role="status">{t.playing(playing.name, formatMs(playing.playedMs), formatMs(playing.totalMs))}</p>}
      {(complaint || play.failure) && (
        <p role="alert">{complaint ?? (play.failure && <FailureText failure={play.failure} alone />)}</p>
      )}
      <Field label={t.pace}>
        <Segmented
          value={pace}
          onValueChange={(next) => useAudioForm.setState({ pace: next })}
          options={[
            { value: 'real', label: t.paces.real },
            { value: 'fast', label: t.paces.fast },
          ]}
          label={t.pace}
          stretch
        />
      </Field>
      <p>{t.benchHint}</p>
    </section>
  );
}

const isWav = ({ name, type }: File): boolean => /wav/.test(type) || /\.wav$/i.test(name);
