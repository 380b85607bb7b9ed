import { FolderOpen, Mic, Undo2 } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { TranscriptSegment } from '#shared/protocol/part.ts';
import { formatBytes, formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { keysLabel, useShortcut } from '../../../lib/page/shortcuts.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { audioStore } from '../audio.ts';
import { useForm } from '../form.ts';
import { HomeLine } from '../home-line.tsx';
import { type AudioSource, isDecodable, isRunning, type TranscribeDocument } from '../model/audio-document.ts';
import { transcriptOf } from '../model/transcript.ts';
import { PlayButton, PlayClock } from '../play-button.tsx';
import { Wave, type WaveStretch } from '../wave.tsx';
import { Doubts } from './doubts.tsx';
import { isDrawable } from './inspect-audio.ts';
import { drawing } from './intake.ts';
import s from './listen.module.css';
import { RunView } from './run-view.tsx';
import { sendAudio } from './send-audio.ts';
import { drawStored } from './take-audio.ts';
import { browse, recordNow } from './take-in.ts';
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

/** What the sound is, and the one thing to do with it. */
function SourceHead({ document, source }: { document: TranscribeDocument; source: AudioSource }) {
  const t = useStrings().audio.listen;
  const { translate } = useForm();
  const { sender, blocked } = useSender(document);
  const running = isRunning(document);
  const again = document.runs.length > 0;
  return (
    <header className={s.source}>
      <div className={s.sourceText}>
        <h2 className="cut-text mono" title={source.file.name}>
          {source.file.name}
        </h2>
        <p className={s.facts}>{factsOf(source, t.mono, t.channels).join(' · ')}</p>
      </div>
      {document.original && (
        <IconButton
          intent="plain"
          label={t.original}
          icon={<Icon of={Undo2} size="s" />}
          onClick={() =>
            void audioStore().change(document.id, 'hear', (before) =>
              before.original ? { ...before, source: before.original, original: null } : before,
            )
          }
        />
      )}
      <IconButton
        intent="plain"
        label={t.browse}
        icon={<Icon of={FolderOpen} size="s" />}
        onClick={() => void browse()}
      />
      <IconButton intent="plain" label={t.record} icon={<Icon of={Mic} size="s" />} onClick={() => void recordNow()} />
      {running ? (
        <Button intent="stop" onClick={() => audioStore().stop(document.id)}>
          {t.stop}
        </Button>
      ) : (
        <Button
          intent="primary"
          shortcut={blocked ? undefined : keysLabel('$mod+Enter')}
          disabledReason={blocked}
          onClick={() => sender && sendAudio(document, sender)}
        >
          {again ? t.sendAgain : translate ? t.sendTranslate : t.send}
        </Button>
      )}
    </header>
  );
}

/** Container, codec, rate, channels, length and size, as far as they are known. */
function factsOf(source: AudioSource, mono: string, channels: (count: number) => string): string[] {
  return [
    [source.container, source.codec].filter(Boolean).join(' '),
    source.sampleRate ? `${source.sampleRate / 1000} kHz` : '',
    source.channels ? (source.channels === 1 ? mono : channels(source.channels)) : '',
    source.duration === null ? '' : formatMs(source.duration * 1000),
    formatBytes(source.file.sizeBytes),
  ].filter(Boolean);
}

/** More stretches than this are no longer seen one by one. */
const mostStretches = 300;

/** The sound as a wave, with what was said on it, and its player. */
function SourceWave({ document, source }: { document: TranscribeDocument; source: AudioSource }) {
  const t = useStrings().audio.listen;
  const run = document.runs.at(-1);
  const { file, peaks, duration, faults } = source;
  const isDrawing = useStore(drawing, (files) => files.has(file.id));
  if (duration === null || !isDecodable(faults)) return null;
  const isDrawn = peaks.length > 0;
  return (
    <>
      {isDrawn ? (
        <Wave
          fileId={file.id}
          peaks={peaks}
          duration={duration}
          stretches={stretchesOf(run ? transcriptOf(run).segments : [])}
        />
      ) : (
        <p className={s.pad}>
          {!isDrawable(source) ? t.tooLongToDraw : isDrawing || source.examined === undefined ? t.drawing : t.notDrawn}{' '}
          {source.examined && !isDrawing && (
            <Button size="sm" onClick={() => void drawStored(document.id, source)}>
              {t.draw}
            </Button>
          )}
        </p>
      )}
      <div className={s.player}>
        <PlayButton fileId={file.id} />
        <PlayClock fileId={file.id} duration={duration} />
      </div>
    </>
  );
}

/** Neighbours get colours in turn; speakers get one each. */
function stretchesOf(segments: readonly TranscriptSegment[]): WaveStretch[] {
  const speakers = [...new Set(segments.map(({ speaker }) => speaker))];
  return segments
    .slice(0, mostStretches)
    .flatMap(({ start, end, speaker }, at) =>
      start === null || end === null
        ? []
        : [{ from: start, to: end, hue: speaker ? speakers.indexOf(speaker) : at % 2 }],
    );
}
