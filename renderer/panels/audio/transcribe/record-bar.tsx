import { Square } from 'lucide-react';
import { useStore } from 'zustand';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useShortcut } from '../../../lib/page/shortcuts.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { LevelMeter } from '../../../ui/diagrams/level-meter.tsx';
import { clockOf } from '../clock-of.ts';
import { recorder } from './intake.ts';
import s from './listen.module.css';
import { stopRecording } from './recorder.ts';

/** Below this the microphone seems to hear nothing, once some seconds have passed. */
const quietPeak = 0.08;

/** A recording that runs: how loud, how long, and the way to end it. */
export function RecordBar() {
  const t = useStrings().audio.listen;
  const { state, level, peak, seconds, label } = useStore(recorder);
  useShortcut(
    { id: 'audio.stop-recording', keys: 'Escape', title: t.stopRecording, group: t.title, inFields: true },
    () => void stopRecording(),
    state === 'recording',
  );
  return (
    <section className={s.recording} aria-label={t.recording}>
      <p role="status" className={s.recordingTitle}>
        {t.recorderStates[state]}
      </p>
      {state === 'recording' && (
        <>
          <span className={s.recordingClock}>{clockOf(seconds)}</span>
          <LevelMeter level={level} peak={peak} steps={40} label={t.level} />
          <p className={s.quiet}>{seconds > 3 && peak < quietPeak ? t.nothingHeard(label) : label}</p>
          <Button intent="stop" autoFocus icon={<Icon of={Square} size="s" />} onClick={() => void stopRecording()}>
            {t.stopRecording}
          </Button>
          <p className={s.quiet}>{t.recordingKept}</p>
        </>
      )}
    </section>
  );
}
