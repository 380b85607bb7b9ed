import { useStore } from 'zustand';
import type { TranscriptSegment } from '#shared/protocol/part.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { type AudioSource, isDecodable, type TranscribeDocument } from '../model/audio-document.ts';
import { transcriptOf } from '../model/transcript.ts';
import { PlayButton, PlayClock } from '../play-button.tsx';
import { Wave, type WaveStretch } from '../wave.tsx';
import { isDrawable } from './inspect-audio.ts';
import { drawing } from './intake.ts';
import s from './listen.module.css';
import { drawStored } from './take-audio.ts';

/** More stretches than this are no longer seen one by one. */
const mostStretches = 300;

/** The sound as a wave, with what was said on it, and its player. */
export function SourceWave({ document, source }: { document: TranscribeDocument; source: AudioSource }) {
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
