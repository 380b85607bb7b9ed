import { FileAudio, Scissors } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { admitFile, chooseFiles } from '../../../lib/files/files.ts';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { isLive, type LiveSession } from '../model/session-view.ts';
import { useAudioForm } from '../store.ts';
import { useSessionView } from '../use-session.ts';
import s from './setup.module.css';

/** Deliberate faults and fixtures: a cut of the network, a WAV instead of the microphone. */
export function TestBench({ session }: { session: LiveSession }) {
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
