import { Download, Pencil, Undo2 } from 'lucide-react';
import { Fragment, type KeyboardEvent, useMemo, useState } from 'react';
import { client } from '../../../lib/client/client.ts';
import { CostFact } from '../../../lib/cost/cost-later.ts';
import { saveFile } from '../../../lib/files/files.ts';
import { OutsideText } from '../../../lib/i18n/outside-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ViewRequest } from '../../../lib/inspector/view-request.tsx';
import { toast } from '../../../lib/notices/toasts.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import { Caret } from '../../../ui/text/caret.tsx';
import { ErrorDiff, ErrorSummary, NormalizationChoice } from '../errors.tsx';
import type { TranscribeDocument, TranscribeRun, TranscriptEdits } from '../model/audio-document.ts';
import { editedTranscript, linesOf } from '../model/edits.ts';
import type { ErrorRate } from '../model/error-rate.ts';
import {
  type ExportFormat,
  isTimed,
  meanConfidence,
  type Transcript,
  unsureBelow,
  writeTranscript,
} from '../model/transcript.ts';
import { beginEdit, editTranscript, endEdit, undoEdit, useCanUndo } from './edit-transcript.ts';
import { SegmentList, TextEditor } from './segment-list.tsx';
import s from './transcribe.module.css';

type View = 'text' | 'segments' | 'diff' | 'srt' | 'vtt';

const none: TranscriptEdits = {};

interface TranscriptPaneProps {
  document: TranscribeDocument;
  run: TranscribeRun;
  /** What the model returned. */
  transcript: Transcript;
  /** The comparison with the reference; `null` without one, or before the end. */
  errors: ErrorRate | null;
  /** The audio that its times refer to. */
  fileId: string;
  isLive: boolean;
}

/**
 * The transcript: as text, as playable segments that can be corrected, compared with the reference, or as subtitles;
 * with copy and save.
 */
export function TranscriptPane({ document, run, transcript: received, errors, fileId, isLive }: TranscriptPaneProps) {
  const t = useStrings().audio.transcript;
  const { edits = none } = run;
  const transcript = useMemo(() => editedTranscript(received, edits), [received, edits]);
  const lines = useMemo(() => linesOf(received, edits), [received, edits]);
  const timed = isTimed(received);
  const canUndo = useCanUndo(run.id);
  const [chosen, setChosen] = useState<View | null>(null);
  const [isEditing, setEditing] = useState(false);
  const [showsOriginal, setShowsOriginal] = useState(false);
  const hasLines = lines.length > 0;
  const fallback = errors ? 'diff' : hasLines ? 'segments' : 'text';
  const view: View = chosen === null || (chosen === 'diff' && !errors) ? fallback : chosen;
  // A transcript without segments is corrected as a whole.
  const isPlain = view === 'text' && !hasLines && !isLive;
  const undo = () => undoEdit(document.id, run.id);
  const onKeyDown = (event: KeyboardEvent) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (!isUndo || !canUndo || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    undo();
  };
  return (
    <section className={s.transcript} aria-label={t.title} onKeyDown={onKeyDown}>
      {errors && (
        <div className={s.errors}>
          <ErrorSummary errors={errors} />
          <span className="space" />
          <NormalizationChoice />
        </div>
      )}
      <div className={s.transcriptHead}>
        <Segmented<View>
          label={t.view}
          value={view}
          onValueChange={setChosen}
          options={[
            ...(errors ? [{ value: 'diff' as const, label: t.diff }] : []),
            { value: 'text', label: t.text },
            { value: 'segments', label: t.segments, disabled: !hasLines },
            { value: 'srt', label: 'SRT', disabled: !timed },
            { value: 'vtt', label: 'VTT', disabled: !timed },
          ]}
        />
        {transcript.language && <span className={s.facts}>{t.language(transcript.language)}</span>}
        {transcript.tokens && (
          <span className={s.facts}>{t.meanConfidence(meanConfidence(transcript.tokens).toFixed(2))}</span>
        )}
        {!isLive && <CostFact exchangeIds={run.calls.map(({ exchangeId }) => exchangeId)} />}
        <div className="ends">
          {isPlain && transcript.edited && (
            <Button
              size="sm"
              intent="quiet"
              aria-expanded={showsOriginal}
              onClick={() => setShowsOriginal(!showsOriginal)}
            >
              {t.edited}
            </Button>
          )}
          {isPlain && (
            <Button
              size="sm"
              intent="quiet"
              icon={<Icon of={Pencil} size="s" />}
              onClick={() => {
                beginEdit(run);
                setEditing(true);
              }}
            >
              {t.edit}
            </Button>
          )}
          {canUndo && (
            <Button size="sm" intent="quiet" icon={<Icon of={Undo2} size="s" />} onClick={undo}>
              {t.undo}
            </Button>
          )}
          <CopyButton
            text={() => (view === 'srt' || view === 'vtt' ? writeTranscript(transcript, view) : transcript.text)}
            labels={{ copy: t.copy, copied: t.copied, failed: t.copyFailed }}
          />
          <ExportMenu name={document.name} transcript={transcript} isTimed={timed} />
          <ViewRequest exchangeId={run.calls.at(-1)?.exchangeId ?? null} />
        </div>
      </div>
      {view === 'segments' ? (
        <SegmentList documentId={document.id} run={run} lines={lines} fileId={fileId} isEditable={!isLive} />
      ) : view === 'diff' && errors ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard
        <section className={s.text} tabIndex={0} aria-label={t.diff}>
          <ErrorDiff errors={errors} />
          {transcript.edited && <p className={s.quiet}>{t.withoutEdits}</p>}
        </section>
      ) : isPlain ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard
        <section className={s.text} tabIndex={0} aria-label={t.text}>
          {isEditing ? (
            <TextEditor
              text={edits.text ?? received.text}
              onTextChange={(text) => editTranscript(document.id, run.id, 'text', text, received.text)}
              onEnd={(isKept) => {
                setEditing(false);
                if (isKept) endEdit(run);
                else undo();
              }}
            />
          ) : (
            <TokenText transcript={transcript} />
          )}
          {showsOriginal && !isEditing && transcript.edited && (
            <div className={s.quiet}>
              {t.original} <OutsideText text={received.text} />
            </div>
          )}
        </section>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard
        <section className={view === 'text' ? s.text : s.written} tabIndex={0} aria-label={t.text}>
          <OutsideText
            text={view === 'text' || view === 'diff' ? transcript.text : writeTranscript(transcript, view)}
          />
          {isLive && <Caret />}
        </section>
      )}
    </section>
  );
}

interface ExportMenuProps {
  name: string;
  transcript: Transcript;
  isTimed: boolean;
}

function ExportMenu({ name, transcript, isTimed: timed }: ExportMenuProps) {
  const t = useStrings().audio.transcript;
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
    <Menu
      trigger={
        <Button size="sm" icon={<Icon of={Download} size="s" />}>
          {t.export}
        </Button>
      }
      align="end"
      items={() =>
        (['txt', 'srt', 'vtt', 'json'] as const).map((format) => {
          const extension = format.toUpperCase();
          const label = transcript.verbatim?.format === format ? t.asReceived(extension) : extension;
          const disabled = !timed && (format === 'srt' || format === 'vtt');
          return menuAction(format, label, () => void save(format), { disabled });
        })
      }
    />
  );
}

/** The text, with the tokens marked that the model was not sure of. */
function TokenText({ transcript: { text, tokens } }: { transcript: Transcript }) {
  if (!tokens) return <OutsideText text={text} />;
  return (
    <p className={s.tokens} dir="auto">
      {tokens.map(({ text: token, confidence }, at) =>
        confidence < unsureBelow ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the position of a token is its identity
          <Fragment key={at}>
            {/^\s*/.exec(token)?.[0]}
            <span className={s.unsure} title={confidence.toFixed(2)}>
              {token.trimStart()}
            </span>
          </Fragment>
        ) : (
          token
        ),
      )}
    </p>
  );
}
