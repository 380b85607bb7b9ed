import { Fragment, type KeyboardEvent, useMemo } from 'react';
import type { TranscriptSegment, TranscriptWord } from '#shared/protocol/part.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { playAudio, usePlayed } from '../../../lib/media/audio-player.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { clockOf } from '../clock-of.ts';
import { type Transcript, unsureBelow, wordsBySegment } from '../model/transcript.ts';
import { gapAfter } from '../model/words.ts';
import { hueOf } from '../player.tsx';
import s from './segment-list.module.css';

interface SegmentListProps {
  transcript: Transcript;
  /** The audio that the times refer to. */
  fileId: string;
}

/** The segments as lines. A click on a time plays its line, a click on a word plays from there. */
export function SegmentList({ transcript, fileId }: SegmentListProps) {
  const t = useStrings().audio.transcript;
  const { segments } = transcript;
  const lines = useMemo(() => {
    const words = wordsBySegment(transcript);
    return transcript.segments.map((segment, at) => ({ at, segment, words: words[at] ?? [] }));
  }, [transcript]);
  const speakers = [...new Set(segments.map(({ speaker }) => speaker))];
  const now = usePlayed(fileId, ({ at, state }) =>
    at === 0 && state !== 'playing' ? -1 : segments.findLastIndex(({ start }) => start !== null && start <= at + 0.02),
  );
  return (
    <div className={s.segments}>
      <VirtualList
        label={t.segments}
        items={lines}
        itemKey={({ at }) => String(at)}
        rowHeight={38}
        measured
        renderItem={({ at, segment, words }) => (
          <SegmentRow
            segment={segment}
            words={words}
            speaker={speakers.indexOf(segment.speaker)}
            fileId={fileId}
            isNow={at === now}
          />
        )}
      />
    </div>
  );
}

/** Arrow keys move from word to word; Tab moves from line to line. */
function onRowKey(event: KeyboardEvent<HTMLDivElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const next = buttons[buttons.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}

interface SegmentRowProps {
  segment: TranscriptSegment;
  words: readonly TranscriptWord[];
  /** Index of its speaker. */
  speaker: number;
  fileId: string;
  isNow: boolean;
}

function SegmentRow({ segment, words, speaker, fileId, isNow }: SegmentRowProps) {
  const t = useStrings().audio.transcript;
  const { start, end, text, confidence } = segment;
  const isUnsure = confidence !== undefined && confidence < unsureBelow;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons handle the clicks; this only moves between them
    <div className={s.segment} data-now={isNow} onKeyDown={onRowKey}>
      {start === null ? (
        <span className={s.time} />
      ) : (
        <button
          type="button"
          className={s.time}
          aria-label={t.playFrom(clockOf(start, true))}
          onClick={() => void playAudio(fileId, start, end ?? undefined)}
        >
          {clockOf(start, true)}
        </button>
      )}
      {segment.speaker !== null && <span className={classes(s.speaker, hueOf(speaker))}>{segment.speaker}</span>}
      <p className={s.spoken} data-unsure={isUnsure} dir="auto">
        {words.length === 0 ? text.trim() : <Words words={words} fileId={fileId} isNow={isNow} />}
      </p>
      {confidence !== undefined && (
        <span className={s.confidence} data-unsure={isUnsure} title={t.confidence}>
          {confidence.toFixed(2)}
        </span>
      )}
    </div>
  );
}

function Words({ words, fileId, isNow }: { words: readonly TranscriptWord[]; fileId: string; isNow: boolean }) {
  const now = usePlayed(fileId, ({ at }) =>
    isNow ? words.findLastIndex(({ start }) => start !== null && start <= at + 0.02) : -1,
  );
  return words.map(({ word, start }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the position of a word is its identity
    <Fragment key={at}>
      {start === null ? (
        word
      ) : (
        <button
          type="button"
          tabIndex={-1}
          className={s.word}
          data-now={at === now}
          aria-current={at === now ? true : undefined}
          onClick={() => void playAudio(fileId, start)}
        >
          {word.trim()}
        </button>
      )}
      {gapAfter(word.trim())}
    </Fragment>
  ));
}
