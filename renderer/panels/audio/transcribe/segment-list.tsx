import type { KeyboardEvent } from 'react';
import type { TranscriptSegment, TranscriptWord } from '#shared/protocol/part.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { playAudio, usePlayed } from '../../../lib/media/audio-player.ts';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { clockOf } from '../clock-of.ts';
import s from './listen.module.css';

interface Row {
  segment: TranscriptSegment;
  words: TranscriptWord[];
  at: number;
  speaker: number;
}

interface SegmentListProps {
  segments: readonly TranscriptSegment[];
  words: readonly TranscriptWord[];
  fileId: string;
}

/** What was said, line by line. A press on a time plays its line, a press on a word plays from there. */
export function SegmentList({ segments, words, fileId }: SegmentListProps) {
  const t = useStrings().audio.transcript;
  const speakers = [...new Set(segments.map(({ speaker }) => speaker))];
  const rows = segments.map((segment, at): Row => {
    const { start, end } = segment;
    const own =
      start === null || end === null
        ? []
        : words.filter(
            (word) =>
              word.start !== null && word.start >= start - 0.05 && word.start < Math.max(end, start + 0.05) - 0.001,
          );
    return { segment, words: own, at, speaker: speakers.indexOf(segment.speaker) };
  });
  const now = usePlayed(fileId, ({ at, state }) =>
    at === 0 && state !== 'playing' ? -1 : segments.findLastIndex(({ start }) => start !== null && start <= at + 0.02),
  );
  return (
    <div className={s.segments}>
      <VirtualList
        label={t.segments}
        items={rows}
        itemKey={({ at }) => String(at)}
        rowHeight={38}
        measured
        renderItem={(row) => <SegmentRow row={row} fileId={fileId} isNow={row.at === now} />}
      />
    </div>
  );
}

/** Arrows go from word to word; Tab goes from line to line. */
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

function SegmentRow({ row, fileId, isNow }: { row: Row; fileId: string; isNow: boolean }) {
  const t = useStrings().audio.transcript;
  const { segment, words, speaker } = row;
  const { start, end, text } = segment;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it take the presses; this leads between them
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
      {segment.speaker !== null && (
        <span className={s.speaker} data-hue={speaker % 4}>
          {segment.speaker}
        </span>
      )}
      <p className={s.said}>
        {words.length === 0 ? text.trim() : <Words words={words} fileId={fileId} isNow={isNow} />}
      </p>
    </div>
  );
}

function Words({ words, fileId, isNow }: { words: readonly TranscriptWord[]; fileId: string; isNow: boolean }) {
  const now = usePlayed(fileId, ({ at }) =>
    isNow ? words.findLastIndex(({ start }) => start !== null && start <= at + 0.02) : -1,
  );
  return words.map(({ word, start }, at) => (
    <button
      // biome-ignore lint/suspicious/noArrayIndexKey: a word is its place
      key={at}
      type="button"
      tabIndex={-1}
      className={s.word}
      data-now={at === now}
      aria-current={at === now ? true : undefined}
      onClick={() => start !== null && void playAudio(fileId, start)}
    >
      {word.trim()}{' '}
    </button>
  ));
}
