import { AudioLines, Mic, MicOff } from 'lucide-react';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { LevelMeter } from '../../../ui/diagrams/level-meter.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { useSessionView } from '../live-session.ts';
import { type LiveSession, reportedSettings, type SessionView } from '../model/session-view.ts';
import s from '../session.module.css';
import { useLevels, useVoice } from '../session-audio.ts';

/** Both sides: who speaks, how loud, and the latest text. */
export function Voices({ session }: { session: LiveSession }) {
  const failure = useVoice((voice) => (voice.sessionId === session.id ? voice.failure : null));
  return (
    <>
      <div className={s.voices}>
        <User session={session} />
        <Model session={session} />
      </div>
      {failure && <FailureCard failure={failure} />}
    </>
  );
}

function User({ session }: { session: LiveSession }) {
  const t = useStrings().realtime;
  const { isHeard: speaks } = useUserInput(session);
  const text = useSessionView(session, (view) => latestText(view, 'person'));
  const playing = useSessionView(session, (view) => view.playing);
  const voice = useVoice((state) => (state.sessionId === session.id ? state : null));
  const level = useLevels((levels) => (voice?.state === 'on' ? levels.person : 0));
  const isOff = voice?.state !== 'on';
  return (
    <section className={s.voice} aria-label={t.you}>
      <span className={classes(s.orb, speaks && s.on)}>
        <Icon of={isOff || voice.muted ? MicOff : Mic} />
      </span>
      <div className={s.head}>
        <b>{t.you}</b>
        {speaks ? (
          <Badge intent="live">{t.speaking}</Badge>
        ) : (
          <span>{voice?.muted ? t.muted : playing ? playing.name : isOff ? t.steps.noMicrophone : t.listening}</span>
        )}
      </div>
      <LevelMeter level={level} label={t.level.person} />
      <p className="cut-text">{text || t.silent}</p>
    </section>
  );
}

function Model({ session }: { session: LiveSession }) {
  const t = useStrings().realtime;
  const answering = useSessionView(session, (view) => view.answering);
  const text = useSessionView(session, (view) => latestText(view, 'model'));
  const { voice } = reportedSettings(useSessionView(session, (view) => view.configured));
  const level = useLevels((levels) => levels.model);
  const isHeard = useLevels((levels) => levels.playingSession === session.id);
  return (
    <section className={s.voice} aria-label={t.model}>
      <span className={classes(s.orb, (answering || isHeard) && s.on)}>
        <Icon of={AudioLines} />
      </span>
      <div className={s.head}>
        <b>{t.model}</b>
        {voice !== null && <span className="mono-s">{t.voice(voice)}</span>}
        {(answering || isHeard) && <Badge intent="live">{t.speaking}</Badge>}
      </div>
      <LevelMeter level={isHeard ? level : 0} label={t.level.model} />
      <p className="cut-text">{text || t.silent}</p>
    </section>
  );
}

/** Returns the end of the last text of a side: that is what is being said now. */
const latestText = ({ items }: SessionView, who: 'person' | 'model'): string =>
  items.findLast((item) => item.who === who && item.text !== '' && !item.tool)?.text.slice(-160) ?? '';

/**
 * Returns whether audio of the user goes into a session: from the microphone of this page, or from a file that is
 * played. Only then can the user be heard, whatever a gateway reports that is waiting for the end of speech.
 */
export function useUserInput(session: LiveSession): { hasInput: boolean; isHeard: boolean } {
  const hasVoice = useVoice(({ sessionId, state, muted }) => sessionId === session.id && state === 'on' && !muted);
  const isPlaying = useSessionView(session, (view) => view.playing !== null);
  const speaks = useSessionView(session, (view) => view.isUserSpeaking);
  const hasInput = hasVoice || isPlaying;
  return { hasInput, isHeard: hasInput && speaks };
}
