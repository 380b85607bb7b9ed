import { Download } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client/client.ts';
import { saveFile } from '../../../lib/files/files.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { OutsideText } from '../../../lib/page/outside-text.tsx';
import { toast } from '../../../lib/page/toasts.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { Caret } from '../../../ui/text/caret.tsx';
import { type ExportFormat, isTimed, type Transcript, writeTranscript } from '../model/transcript.ts';
import s from './listen.module.css';
import { SegmentList } from './segment-list.tsx';

type View = 'text' | 'segments' | 'srt' | 'vtt';

interface TranscriptPaneProps {
  name: string;
  transcript: Transcript;
  /** The sound that its times are of. */
  fileId: string;
  isLive: boolean;
  exchangeId: string | null;
}

/** What was understood: as text, as segments to play, or as subtitles; to copy and to save. */
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
              label: transcript.asCame?.format === format ? t.asCame(format.toUpperCase()) : format.toUpperCase(),
              disabled: !timed && (format === 'srt' || format === 'vtt'),
              onSelect: () => void save(format),
            }))
          }
        />
        {exchangeId && (
          <Button size="sm" intent="quiet" onClick={() => openWireRecord(exchangeId, 'response')}>
            {t.wire}
          </Button>
        )}
      </div>
      {view === 'segments' ? (
        <SegmentList segments={transcript.segments} words={transcript.words} fileId={fileId} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys
        <section className={view === 'text' ? s.text : s.written} tabIndex={0} aria-label={t.text}>
          <OutsideText text={written} />
          {isLive && <Caret />}
        </section>
      )}
    </section>
  );
}
