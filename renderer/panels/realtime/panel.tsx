import { FileAudio, Keyboard, Mic, MicOff, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCall } from '../../lib/client/query.ts';
import { useAction } from '../../lib/client/use-action.ts';
import { FailureCard } from '../../lib/failures/failure-card.tsx';
import { StateBadge } from '../../lib/failures/state-badge.tsx';
import { PatchBar, type PatchState } from '../../lib/gateway/patch/patch-bar.tsx';
import { formatMs } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { listMicrophones, type MicrophoneDevice } from '../../lib/media/microphone.ts';
import { useRequestedOrigin } from '../../lib/navigation/exchange-origin.ts';
import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { useWireFocus } from '../../lib/navigation/wire-focus.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import {
  startSession,
  useSessionClock,
  useSessionDraft,
  useSessionOrigin,
  useSessionView,
  useShownSession,
} from './live-session.ts';
import type { LiveSession, SessionView } from './model/session-view.ts';
import s from './realtime.module.css';
import { muteVoice, openVoice, stopAudio, useVoice } from './session-audio.ts';
import { SessionList } from './session-list.tsx';
import { SessionWork } from './session-work.tsx';
import { ScriptDialog } from './setup/script-dialog.tsx';
import { SessionParameters } from './setup/session-parameters.tsx';
import { showLiveAgain, shown, showSession, useAudioForm, useForm } from './store.ts';

/** Realtime conversations over a WebSocket, with all their frames. */
export const panel: PanelView = {
  List: SessionList,
  PatchLine: RealtimePatchLine,
  Work: RealtimeWork,
  Parameters: SessionParameters,
};

/** Key, route and model; the cords show the state of the session. Mute and End are here while it lasts. */
function RealtimePatchLine() {
  const model = useForm((form) => form.model);
  const session = useShownSession();
  const state = useSessionView(session, patchStateOf);
  const isOpen = useSessionView(session, (view) => view.ended === null);
  const origin = useSessionOrigin(session?.id ?? null);
  /** A running session stays where it was started, whatever was selected since. */
  const home = session && isOpen && origin ? origin : undefined;
  return (
    <PatchBar
      panel="realtime"
      routeId="realtime"
      model={home?.model ?? model}
      home={home}
      onModelChange={(next) => useForm.setState({ model: next })}
      state={session ? state : 'idle'}
      aside={session && <Aside session={session} />}
    />
  );
}

function patchStateOf({ stage, answering, ended }: SessionView): PatchState {
  if (ended) return ended.state === 'failed' ? 'failed' : ended.state === 'done' ? 'done' : 'cut';
  if (stage === 'live') return answering ? 'streaming' : 'done';
  return stage === 'waiting-to-reconnect' ? 'cut' : 'preparing';
}

function Aside({ session }: { session: LiveSession }) {
  const t = useStrings().realtime;
  const ended = useSessionView(session, (view) => view.ended);
  const nowMs = useSessionClock(session);
  const voice = useVoice((state) => (state.sessionId === session.id ? state : null));
  return (
    <>
      {ended && <StateBadge {...ended} word={ended.state === 'done' ? t.states.done : undefined} />}
      <span className="num">{formatMs(nowMs)}</span>
      {!ended && voice?.state === 'on' && (
        <Button
          size="sm"
          pressed={voice.muted}
          icon={<Icon of={voice.muted ? MicOff : Mic} size="s" />}
          onClick={() => muteVoice(!voice.muted)}
        >
          {voice.muted ? t.acts.unmute : t.acts.mute}
        </Button>
      )}
      {!ended && (
        <Button
          size="sm"
          intent="stop"
          icon={<Icon of={Square} size="s" />}
          aria-label={t.acts.end2}
          onClick={() => {
            stopAudio(session.id);
            session.act({ kind: 'end' });
          }}
        >
          {t.acts.end}
        </Button>
      )}
    </>
  );
}

/** The start screen, or the shown session. */
function RealtimeWork() {
  const t = useStrings().realtime;
  const session = useShownSession();
  const { data: sessions } = useCall('realtime', 'sessions', {});
  useEffect(() => {
    if (sessions) showLiveAgain(sessions);
  }, [sessions]);
  useWireFocus(null, session?.id ?? null);
  useRequestedOrigin('realtime', ({ documentId }) => showSession(documentId));
  return (
    <div className={s.work}>
      <h1 className="sr-only">{t.title}</h1>
      {session ? <SessionWork key={session.id} session={session} /> : <StartWork />}
    </div>
  );
}

/** Shown while no session is open. */
function StartWork() {
  const t = useStrings().realtime.start;
  const { draft, missing } = useSessionDraft();
  const [isScripting, setScripting] = useState(false);
  const start = useAction(async (withVoice: boolean) => {
    if (!draft) return;
    const session = await startSession(draft);
    if (withVoice) await openVoice(session);
    else shown.setState({ writeIn: session.id });
  });
  return (
    <div className={s.start}>
      <div>
        <h2>{t.title}</h2>
        <p>{t.body}</p>
      </div>
      <div className={s.device}>
        <MicrophoneChoice />
      </div>
      <div className={s.starts}>
        <Button
          intent="primary"
          size="lg"
          icon={<Icon of={Mic} />}
          busy={start.busy}
          disabledReason={missing}
          onClick={() => void start.run(true)}
        >
          {t.talk}
        </Button>
        {draft?.settings?.output !== 'transcript' && (
          <Button
            size="lg"
            icon={<Icon of={Keyboard} />}
            busy={start.busy}
            disabledReason={missing}
            onClick={() => void start.run(false)}
          >
            {t.write}
          </Button>
        )}
        <Button size="lg" icon={<Icon of={FileAudio} />} disabledReason={missing} onClick={() => setScripting(true)}>
          {t.script}
        </Button>
      </div>
      {start.failure && <FailureCard failure={start.failure} />}
      {isScripting && draft && <ScriptDialog draft={draft} onClose={() => setScripting(false)} />}
    </div>
  );
}

/** Selects the microphone to open. A missing device is still shown as the selected one. */
function MicrophoneChoice() {
  const t = useStrings().realtime.microphone;
  const { deviceId, clean } = useAudioForm();
  const [devices, setDevices] = useState<MicrophoneDevice[]>([]);
  useEffect(() => {
    const list = () => void listMicrophones().then(setDevices, () => undefined);
    list();
    const media = navigator.mediaDevices as MediaDevices | undefined;
    media?.addEventListener('devicechange', list);
    return () => media?.removeEventListener('devicechange', list);
  }, []);
  const named = devices.filter(({ id, label }) => id !== '' && id !== 'default' && label !== '');
  return (
    <>
      <Field label={t.label}>
        <Select
          value={named.some(({ id }) => id === deviceId) ? deviceId : ''}
          onValueChange={(next) => useAudioForm.setState({ deviceId: next })}
          options={[{ value: '', label: t.standard }, ...named.map(({ id, label }) => ({ value: id, label }))]}
          width="100%"
        />
      </Field>
      <Switch checked={clean} onCheckedChange={(next) => useAudioForm.setState({ clean: next })} label={t.clean} />
    </>
  );
}
