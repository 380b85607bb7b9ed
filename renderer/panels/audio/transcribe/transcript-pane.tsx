import { Download } from 'lucide-react';
import { Fragment, useState } from 'react';
import { client } from '../../../lib/client/client.ts';
import { CostFact } from '../../../lib/cost/cost-fact.tsx';
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
import type { TranscribeRun } from '../model/audio-document.ts';
import type { ErrorRate } from '../model/error-rate.ts';
import {
  type ExportFormat,
  isTimed,
  meanConfidence,
  type Transcript,
  unsureBelow,
  writeTranscript,
} from '../model/transcript.ts';
import { SegmentList } from './segment-list.tsx';
import s from './transcribe.module.css';

type View = 'text' | 'segments' | 'diff' | 'srt' | 'vtt';

interface TranscriptPaneProps {
  /** Of the audio file. */
  name: string;
  run: TranscribeRun;
  transcript: Transcript;
  /** The comparison with the reference; `null` without one, or before the end. */
  errors: ErrorRate | null;
  /** The audio that its times refer to. */
  fileId: string;
  isLive: boolean;
}

/** The transcript: as text, as playable segments, compared with the reference, or as subtitles; with copy and save. */
export function TranscriptPane({ name, run, transcript, errors, fileId, isLive }: TranscriptPaneProps) {
  const t = useStrings().audio.transcript;
  const timed = isTimed(transcript);
  const [chosen, setChosen] = useState<View | null>(null);
  const hasLines = transcript.segments.length > 0;
  const fallback = errors ? 'diff' : hasLines ? 'segments' : 'text';
  const view: View = chosen === null || (chosen === 'diff' && !errors) ? fallback : chosen;
  return (
    <section className={s.transcript} aria-label={t.title}>
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
          <CopyButton
            text={() => (view === 'srt' || view === 'vtt' ? writeTranscript(transcript, view) : transcript.text)}
            labels={{ copy: t.copy, copied: t.copied, failed: t.copyFailed }}
          />
          <ExportMenu name={name} transcript={transcript} isTimed={timed} />
          <ViewRequest exchangeId={run.calls.at(-1)?.exchangeId ?? null} />
        </div>
      </div>
      {view === 'segments' ? (
        <SegmentList transcript={transcript} fileId={fileId} />
      ) : (
        <section
          className={view === 'srt' || view === 'vtt' ? s.written : s.text}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard
          tabIndex={0}
          aria-label={view === 'diff' ? t.diff : t.text}
        >
          {view === 'diff' && errors ? (
            <ErrorDiff errors={errors} />
          ) : view === 'srt' || view === 'vtt' ? (
            <OutsideText text={writeTranscript(transcript, view)} />
          ) : (
            <TokenText transcript={transcript} />
          )}
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
