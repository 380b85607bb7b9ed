import { useEffect } from 'react';
import { useStore } from 'zustand';
import { FailureCard } from '../../../lib/failure-card.tsx';
import { useShortcut } from '../../../lib/shortcuts.ts';
import { useStrings } from '../../../lib/strings.ts';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { HearDocument } from '../model/sound-document.ts';
import { isRunning } from '../model/sound-document.ts';
import { book, useShown } from '../open-book.ts';
import { Arrival } from './arrival.tsx';
import { Doubts } from './doubts.tsx';
import { EmptyListen } from './empty-listen.tsx';
import s from './listen.module.css';
import { isDrawable } from './look-at-sound.ts';
import { RecordBar } from './record-bar.tsx';
import { recorder, recoverRecording } from './recorder.ts';
import { RunView } from './run-view.tsx';
import { sendSound } from './send-sound.ts';
import { SourceHead } from './source-head.tsx';
import { SourceWave } from './source-wave.tsx';
import { drawStored, takeFiles } from './take-sound.ts';
import { useSender } from './use-sender.ts';

/** A sound comes in by drop, file or microphone, is looked at, and becomes a text. */
export function ListenStage() {
  const t = useStrings().audio;
  const document = useShown('hear');
  const { state, failure } = useStore(recorder);
  const { sender, blocked } = useSender();
  useShortcut(
    { id: 'audio.send', keys: '$mod+Enter', title: t.listen.send, group: t.title, inFields: true },
    () => document && sender && sendSound(document, sender),
    Boolean(document?.source) && sender !== null && blocked === undefined && !(document && isRunning(document)),
  );
  useUnfinished(document ?? null);
  return (
    <DropZone
      className={s.stage}
      title={t.listen.drop}
      hint={t.listen.dropHint}
      disabled={state === 'recording'}
      onFiles={(files) => void takeFiles(files)}
    >
      <Arrival />
      {failure && (
        <div className={s.pad}>
          <FailureCard
            failure={failure}
            level={2}
            actions={[{ label: t.listen.dismiss, onSelect: () => recorder.setState({ failure: null }) }]}
          />
        </div>
      )}
      {state !== 'idle' ? (
        <RecordBar />
      ) : document === null ? (
        <EmptyListen />
      ) : document === undefined || !document.source ? (
        <div className={s.pad} aria-busy>
          <p role="status">{t.listen.opening}</p>
          <Skeleton lines={[60, 75, 48]} />
        </div>
      ) : (
        <Sound document={document} source={document.source} />
      )}
    </DropZone>
  );
}

function Sound({ document, source }: { document: HearDocument; source: NonNullable<HearDocument['source']> }) {
  return (
    <>
      <SourceHead document={document} source={source} />
      <Doubts document={document} source={source} />
      <SourceWave document={document} source={source} />
      <RunView document={document} source={source} />
    </>
  );
}

/** Finishes what was left unfinished when the page went: a recording, or a waveform. */
function useUnfinished(document: HearDocument | null): void {
  const id = document?.id;
  const isRecording = Boolean(document?.recording);
  const fileId = document?.source?.file.id;
  useEffect(() => {
    if (!id) return;
    if (isRecording) void recoverRecording(id);
    const stored = book().read(id);
    if (stored?.kind !== 'hear' || !stored.source || !fileId) return;
    if (stored.source.peaks.length === 0 && isDrawable(stored.source)) void drawStored(id, stored.source);
  }, [id, isRecording, fileId]);
}
