import { FolderOpen, Mic, Undo2 } from 'lucide-react';
import { formatBytes, formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { keysLabel } from '../../../lib/page/shortcuts.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { audioStore } from '../audio.ts';
import { useForm } from '../form.ts';
import { type AudioSource, isRunning, type TranscribeDocument } from '../model/audio-document.ts';
import s from './listen.module.css';
import { recordNow } from './record-now.ts';
import { sendAudio } from './send-audio.ts';
import { browse } from './take-files.ts';
import { useSender } from './use-sender.ts';

/** What the sound is, and the one thing to do with it. */
export function SourceHead({ document, source }: { document: TranscribeDocument; source: AudioSource }) {
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
