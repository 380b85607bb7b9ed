import { Download } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { TranscriptSegment, TranscriptWord } from '#shared/protocol/part.ts';
import { client } from '../../../lib/client/client.ts';
import { saveFile } from '../../../lib/files/files.ts';
import { OutsideText } from '../../../lib/i18n/outside-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ViewRequest } from '../../../lib/inspector/view-request.tsx';
import { playAudio, usePlayed } from '../../../lib/media/audio-player.ts';
import { toast } from '../../../lib/notices/toasts.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { Caret } from '../../../ui/text/caret.tsx';
import { clockOf } from '../clock-of.ts';
import { type ExportFormat, isTimed, type Transcript, writeTranscript } from '../model/transcript.ts';
import s from './transcribe.module.css';

type View = 'text' | 'segments' | 'srt' | 'vtt';

interface TranscriptPaneProps {
  name: string;
  transcript: Transcript;
  /** The audio that its times refer to. */
  fileId: string;
  isLive: boolean;
  exchangeId: string | null;
}

/** The transcript: as text, as playable segments, or as subtitles; with copy and save. */
export function TranscriptPane({ name, transcript, fileId, isLive, exchangeId }: TranscriptPaneProps) {
  const t = useStrings().audio.transcript;
  const timed = isTimed(transcript);
  const [chosen, setChosen] = useState<View | null>(null);
  const view: View = timed ? (chosen ?? 'segments') : 'text';
  const written = view === 'segments' ? '' : view === 'text' ? transcript.text : writeTranscript(transcript, view);
  const save = async (format: ExportFormat) => {
    try {
      const types = { txt: 'text/plain', srt: 'application/x-subrip', vtt: 'text/vtt', json: 'application/json' };
      const text = writeTranscript(transcript, format);
      const file = { name: `${name.replace(/\.\w{1,10}$/, '') || 'transcript'}.${format}`, type: types[format], text };
      await saveFile(await client.files.keep(file));
    } catch {
      toast({ intent: 'bad', title: t.notSaved });
    }
  };
  return (
    <section className={s.transcript} aria-label={t.title}>
      <div className={s.transcriptHead}>
        <Segmented<View>
          label={t.view}
          value={view}
          onValueChange={setChosen}
          options={[
            { value: 'text', label: t.text },
            { value: 'segments', label: t.segments, disabled: !timed },
            { value: 'srt', label: 'SRT', disabled: !timed },
            { value: 'vtt', label: 'VTT', disabled: !timed },
          ]}
        />
        {transcript.language && <span className={s.facts}>{t.language(transcript.language)}</span>}
        <span className={s.space} />
        <CopyButton
          text={() => (view === 'segments' ? transcript.text : written)}
          labels={{ copy: t.copy, copied: t.copied, failed: t.copyFailed }}
        />
        <Menu
          trigger={
            <Button size="sm" icon={<Icon of={Download} size="s" />}>
              {t.export}
            </Button>
          }
          align="end"
          items={() =>
            (['txt', 'srt', 'vtt', 'json'] as const).map((format) => ({
              kind: 'action',
              id: format,
              label: transcript.verbatim?.format === format ? t.asReceived(format.toUpperCase()) : format.toUpperCase(),
              disabled: !timed && (format === 'srt' || format === 'vtt'),
              onSelect: () => void save(format),
            }))
          }
        />
        <ViewRequest exchangeId={exchangeId} />
      </div>
      {view === 'segments' ? (
        <SegmentList segments={transcript.segments} words={transcript.words} fileId={fileId} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard
        <section className={view === 'text' ? s.text : s.written} tabIndex={0} aria-label={t.text}>
          <OutsideText text={written} />
          {isLive && <Caret />}
        </section>
      )}
    </section>
  );
}

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

/** The segments as lines. A click on a time plays its line, a click on a word plays from there. */
function SegmentList({ segments, words, fileId }: SegmentListProps) {
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

function SegmentRow({ row, fileId, isNow }: { row: Row; fileId: string; isNow: boolean }) {
  const t = useStrings().audio.transcript;
  const { segment, words, speaker } = row;
  const { start, end, text } = segment;
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
      {segment.speaker !== null && (
        <span className={s.speaker} data-hue={speaker % 4}>
          {segment.speaker}
        </span>
      )}
      <p className={s.spoken}>
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
      // biome-ignore lint/suspicious/noArrayIndexKey: the position of a word is its identity
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
