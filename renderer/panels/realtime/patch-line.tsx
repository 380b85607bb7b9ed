import { Mic, MicOff, Square } from 'lucide-react';
import { StateBadge } from '../../lib/failures/state-badge.tsx';
import { PatchBar, type PatchState } from '../../lib/gateway/patch/patch-bar.tsx';
import { formatMs } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Button } from '../../ui/controls/button.tsx';
import type { LiveSession, SessionView } from './model/session-view.ts';
import { useSessionOrigin } from './start-session.ts';
import { useForm } from './store.ts';
import { stopAudio } from './talk/playback.ts';
import { muteVoice, useVoice } from './talk/voice.ts';
import { useSessionClock, useSessionView, useShownSession } from './use-session.ts';

/** Key, route and model; the cords show the state of the session. Mute and End are here while it lasts. */
export function RealtimePatchLine() {
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
