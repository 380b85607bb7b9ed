import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { lazyModule, loadWhenIdle, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { DropZone } from '../../../ui/controls/drop-zone.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { useShown } from '../audio.ts';
import { EmptyListen } from './empty-transcribe.tsx';
import { intake } from './intake.ts';
import s from './listen.module.css';
import { recorder } from './recording.ts';
import { takeFiles } from './take-files.ts';

const audioView = lazyModule(() => import('./audio-view.tsx'));
const recordBar = lazyModule(() => import('./record-bar.tsx'));
const arrivals = lazyModule(() => import('./arrival.tsx'));

/** A sound comes in by drop, file or microphone, is looked at, and becomes a text. */
export function ListenStage() {
  const t = useStrings().audio;
  const document = useShown('hear');
  const state = useStore(recorder, (recording) => recording.state);
  const isTroubled = useStore(recorder, ({ failure }) => failure !== null);
  const isArriving = useStore(intake, ({ arriving, held, failure }) => Boolean(arriving ?? held ?? failure));
  const source = document?.source ?? null;
  const view = useLazyModule(audioView, source !== null);
  const bar = useLazyModule(recordBar, state !== 'idle');
  const arrival = useLazyModule(arrivals, isArriving || isTroubled);
  // There before it is needed: what says that the line is broken can not be fetched over it.
  useEffect(() => loadWhenIdle(arrivals), []);
  const unfinished = document?.recording ? document.id : null;
  useEffect(() => {
    if (unfinished) void import('./recorder.ts').then(({ recoverRecording }) => recoverRecording(unfinished));
  }, [unfinished]);
  return (
    <DropZone
      className={s.stage}
      title={t.listen.drop}
      hint={t.listen.dropHint}
      disabled={state === 'recording'}
      onFiles={(files) => void takeFiles(files)}
    >
      {arrival && <arrival.IncomingAudio />}
      {state !== 'idle' && bar ? (
        <bar.RecordBar />
      ) : document === null ? (
        <EmptyListen />
      ) : document && source && view ? (
        <view.AudioView document={document} source={source} />
      ) : (
        <div className={s.pad} aria-busy>
          <p role="status">{t.listen.opening}</p>
          <Skeleton lines={[60, 75, 48]} />
        </div>
      )}
    </DropZone>
  );
}
