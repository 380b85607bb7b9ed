import { useEffect } from 'react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useShortcut } from '../../../lib/page/shortcuts.ts';
import { HomeLine } from '../home-line.tsx';
import { type AudioSource, isRunning, type TranscribeDocument } from '../model/audio-document.ts';
import { Doubts } from './doubts.tsx';
import { isDrawable } from './inspect-audio.ts';
import { RunView } from './run-view.tsx';
import { sendAudio } from './send-audio.ts';
import { SourceHead } from './source-head.tsx';
import { SourceWave } from './source-wave.tsx';
import { drawStored } from './take-audio.ts';
import { useSender } from './use-sender.ts';

/** A sound: what it is, what speaks against sending it, how it looks, and what was understood. */
export function AudioView({ document, source }: { document: TranscribeDocument; source: AudioSource }) {
  const t = useStrings().audio;
  const { sender, blocked } = useSender(document);
  useShortcut(
    { id: 'audio.send', keys: '$mod+Enter', title: t.listen.send, group: t.title, inFields: true },
    () => sender && sendAudio(document, sender),
    sender !== null && blocked === undefined && !isRunning(document),
  );
  const isUndrawn = source.peaks.length === 0 && source.examined === undefined && isDrawable(source);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each file that was never begun to be drawn
  useEffect(() => {
    if (isUndrawn) void drawStored(document.id, source);
  }, [document.id, source.file.id, isUndrawn]);
  return (
    <>
      <HomeLine document={document} panel="audio" />
      <SourceHead document={document} source={source} />
      <Doubts document={document} source={source} />
      <SourceWave document={document} source={source} />
      <RunView document={document} source={source} />
    </>
  );
}
