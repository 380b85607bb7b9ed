import { Pencil, RotateCcw } from 'lucide-react';
import { Fragment, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { TranscriptWord } from '#shared/protocol/part.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { playAudio, usePlayed } from '../../../lib/media/audio-player.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { clockOf } from '../clock-of.ts';
import type { TranscribeRun } from '../model/audio-document.ts';
import type { TranscriptLine } from '../model/edits.ts';
import { unsureBelow } from '../model/transcript.ts';
import { gapAfter } from '../model/words.ts';
import { hueOf } from '../player.tsx';
import { beginEdit, editTranscript, endEdit, undoEdit } from './edit-transcript.ts';
import s from './segment-list.module.css';

interface SegmentListProps {
  documentId: string;
  run: TranscribeRun;
  lines: readonly TranscriptLine[];
  /** The audio that the times refer to. */
  fileId: string;
  /** Nothing is arriving any more. */
  isEditable: boolean;
}

/** The segments as lines. A click on a time plays its line, a click on a word plays from there. */
export function SegmentList({ documentId, run, lines, fileId, isEditable }: SegmentListProps) {
  const t = useStrings().audio.transcript;
  const [editing, setEditing] = useState<number | null>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const speakers = [...new Set(lines.map(({ segment }) => segment.speaker))];
  const hasConfidence = lines.some(({ segment }) => segment.confidence !== undefined);
  const now = usePlayed(fileId, ({ at, state }) =>
    at === 0 && state !== 'playing'
      ? -1
      : lines.findLastIndex(({ segment }) => segment.start !== null && segment.start <= at + 0.02),
  );
  return (
    <div className={s.segments} data-speakers={speakers.some((speaker) => speaker !== null)} data-rated={hasConfidence}>
      <VirtualList
        label={t.segments}
        items={lines}
        itemKey={({ at }) => String(at)}
        rowHeight={38}
        measured
        renderItem={(line) => (
          <SegmentRow
            line={line}
            speaker={speakers.indexOf(line.segment.speaker)}
            fileId={fileId}
            isNow={line.at === now}
            isOpen={opened === line.at}
            onOpenChange={(open) => setOpened(open ? line.at : null)}
            onEdit={
              isEditable
                ? () => {
                    beginEdit(run);
                    setEditing(line.at);
                  }
                : undefined
            }
            onRestore={() => {
              setOpened(null);
              beginEdit(run);
              editTranscript(documentId, run.id, line.at, line.original ?? '', line.original ?? '');
            }}
            editor={
              editing === line.at && (
                <TextEditor
                  text={run.edits?.[line.at] ?? line.segment.text.trim()}
                  onTextChange={(text) =>
                    editTranscript(documentId, run.id, line.at, text, line.original ?? line.segment.text)
                  }
                  onEnd={(isKept) => {
                    setEditing(null);
                    if (isKept) endEdit(run);
                    else undoEdit(documentId, run.id);
                  }}
                />
              )
            }
          />
        )}
      />
    </div>
  );
}

interface TextEditorProps {
  text: string;
  onTextChange: (text: string) => void;
  /** `isKept` is false when the change is discarded. */
  onEnd: (isKept: boolean) => void;
}

/** The text of a line while it is corrected: Enter and leaving it keep what was typed, Escape restores the line. */
export function TextEditor({ text, onTextChange, onEnd }: TextEditorProps) {
  const t = useStrings().audio.transcript;
  const hasEnded = useRef(false);
  // Removing a focused field may blur it as well.
  const end = (isKept: boolean) => {
    if (!hasEnded.current) onEnd(isKept);
    hasEnded.current = true;
  };
  return (
    <TextArea
      autoFocus
      aria-label={t.editing}
      value={text}
      maxRows={16}
      onValueChange={onTextChange}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing || (event.key !== 'Escape' && event.key !== 'Enter')) return;
        if (event.key === 'Enter' && event.shiftKey) return;
        event.preventDefault();
        end(event.key === 'Enter');
      }}
    />
  );
}

/** Arrow keys move from word to word; Tab moves from line to line; F2 corrects the line. */
const onRowKey = (onEdit: (() => void) | undefined) => (event: KeyboardEvent<HTMLDivElement>) => {
  if (event.key === 'F2' && onEdit) {
    event.preventDefault();
    onEdit();
  }
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const next = buttons[buttons.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
};

interface SegmentRowProps {
  line: TranscriptLine;
  /** Index of its speaker. */
  speaker: number;
  fileId: string;
  isNow: boolean;
  /** The text before the correction is shown. */
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  onEdit: (() => void) | undefined;
  onRestore: () => void;
  /** In place of the text while it is corrected. */
  editor: ReactNode;
}

function SegmentRow({
  line,
  speaker,
  fileId,
  isNow,
  isOpen,
  onOpenChange,
  onEdit,
  onRestore,
  editor,
}: SegmentRowProps) {
  const t = useStrings().audio.transcript;
  const { segment, words, original } = line;
  const { start, end, text, confidence } = segment;
  const isUnsure = confidence !== undefined && confidence < unsureBelow && original === null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons handle the clicks; this only moves between them
    <div className={s.segment} data-now={isNow} onKeyDown={editor ? undefined : onRowKey(onEdit)}>
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
      <div className={s.spoken}>
        {editor || (
          <p data-unsure={isUnsure} dir="auto" onDoubleClick={onEdit}>
            {text === '' ? (
              <span className={s.emptied}>{t.emptied}</span>
            ) : words.length === 0 ? (
              text.trim()
            ) : (
              <Words words={words} fileId={fileId} isNow={isNow} />
            )}
          </p>
        )}
        {isOpen && original !== null && !editor && (
          <p className={s.original}>
            <span>{t.original}</span> <span dir="auto">{original.trim()}</span>
            {onEdit && (
              <Button size="sm" intent="quiet" icon={<Icon of={RotateCcw} size="s" />} onClick={onRestore}>
                {t.restore}
              </Button>
            )}
          </p>
        )}
      </div>
      {original !== null ? (
        <Button size="sm" intent="quiet" aria-expanded={isOpen} onClick={() => onOpenChange(!isOpen)}>
          {t.edited}
        </Button>
      ) : (
        confidence !== undefined && (
          <span className={s.confidence} data-unsure={isUnsure} title={t.confidence}>
            {confidence.toFixed(2)}
          </span>
        )
      )}
      {onEdit && !editor && (
        <span className={s.edit}>
          <IconButton label={t.edit} shortcut="F2" size="sm" icon={<Icon of={Pencil} size="s" />} onClick={onEdit} />
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
