import { FileAudio, Scissors } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { admitFile, chooseFiles } from '../../../lib/files/files.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { ParameterList } from '../../../lib/gateway/parameters/parameter-list.tsx';
import type { ParameterItem } from '../../../lib/gateway/parameters/parameter-row.tsx';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { ParamColumn } from '../../../ui/layout/param-column.tsx';
import { useSessionView, useShownSession } from '../live-session.ts';
import { isSent, type SettingName, settingProblems, settingsOf } from '../model/session-settings.ts';
import { isLive, isTranscription, type LiveSession, reportedSettings } from '../model/session-view.ts';
import { editSettings, type LiveEdits, useAudioForm, useForm, useUnsent } from '../store.ts';
import { settingInput, VoiceChoice } from './setting-input.tsx';
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

/** What can be done to a session while it lasts. */
function LiveTools({ session }: { session: LiveSession }) {
  const isTranscript = useSessionView(session, ({ configured }) => isTranscription(configured));
  return (
    <>
      {!isTranscript && <LiveSettings key={session.id} session={session} />}
      <TestBench session={session} />
    </>
  );
}

const noEdits: LiveEdits = {};

/** Changes instructions and voice of a live session, with a `session.update` of their own. */
function LiveSettings({ session }: { session: LiveSession }) {
  const { live: t, stages } = useStrings().realtime;
  const blocked = useSessionView(session, (view) => (isLive(view) ? null : stages[view.stage]));
  const inForce = reportedSettings(useSessionView(session, (view) => view.configured));
  const isVoiceFixed = useSessionView(session, (view) => view.hasOutputAudio);
  const edited = useUnsent(({ settings }) => settings[session.id]) ?? noEdits;
  const instructions = edited.instructions ?? inForce.instructions ?? '';
  const voice = edited.voice ?? inForce.voice ?? '';
  const changed = {
    ...(instructions !== (inForce.instructions ?? '') && { instructions }),
    ...(!isVoiceFixed && voice.trim() !== '' && voice !== inForce.voice && { voice: voice.trim() }),
  };
  const isSame = Object.keys(changed).length === 0;
  const send = () => {
    // An edited value stays until the gateway has confirmed it.
    if (!isSame) session.act({ kind: 'settings', settings: changed });
  };
  return (
    <section className={`${s.section} ${s.bench}`}>
      <h2>{t.title}</h2>
      <Field label={t.instructions}>
        <TextArea
          value={instructions}
          onValueChange={(next) => editSettings(session.id, { ...edited, instructions: next })}
          minRows={2}
          maxRows={10}
        />
      </Field>
      <Field label={t.voice} hint={isVoiceFixed ? t.voiceFixed : undefined}>
        {isVoiceFixed ? (
          <span className="mono">{inForce.voice ?? t.unknownVoice}</span>
        ) : (
          <VoiceChoice
            voice={voice}
            onVoiceChange={(next) => editSettings(session.id, { ...edited, voice: next })}
            label={t.voice}
          />
        )}
      </Field>
      <Button size="sm" disabledReason={blocked ?? (isSame ? t.unchanged : undefined)} onClick={send}>
        {t.send}
      </Button>
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
