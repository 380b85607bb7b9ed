import { FileCog, SpellCheck } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { LimitHint } from '../../../lib/gateway/parameters/parameter-row.tsx';
import { formatBytes } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { useIsDemo } from '../audio.ts';
import { routeOf, useForm } from '../form.ts';
import { type AudioSource, isDecodable, isRunning, type TranscribeDocument } from '../model/audio-document.ts';
import { checkSource, learnedBytes, publicFileBytes, type SourceWarning } from '../model/check-source.ts';
import { transcribeFamilyOf } from '../model/transcribe-settings.ts';
import { transcriptOf } from '../model/transcript.ts';
import { browseReference, setReference } from './import-audio.ts';
import { conversion, PrepareFile } from './prepare-file.tsx';
import s from './transcribe.module.css';

/** Reasons for which a smaller file in the format WAV is accepted. */
const preparable: ReadonlySet<SourceWarning['kind']> = new Set(['learned-size', 'body-size', 'learned-format']);

/** Green, amber or red before anything is sent, the reasons, and what can be done about them. */
export function SourceWarnings({ document, source }: { document: TranscribeDocument; source: AudioSource }) {
  const t = useStrings().audio;
  const { connection } = useActive();
  const isDemo = useIsDemo();
  const state = useForm();
  const limits = useLimits(connection?.id, routeOf(state), state.hearModel || null);
  const work = useStore(conversion);
  const [open, setOpen] = useState<'reference' | 'prepare' | null>(null);
  const { light, warnings } = checkSource(
    source,
    limits,
    transcribeFamilyOf(state.hearModel),
    state.hear.chunking_strategy.on,
  );
  const maxBytes = learnedBytes(limits)?.bytes ?? publicFileBytes;
  const isBusy = work.documentId === document.id;
  const canPrepare =
    warnings.some(({ kind }) => preparable.has(kind)) && source.duration !== null && isDecodable(source.faults);
  return (
    <section className={s.doubts} data-light={light} aria-label={t.listen.before}>
      <div className={s.doubtLine}>
        <Badge intent={light === 'ok' ? 'neutral' : light} size="md">
          {t.listen.lights[light]}
        </Badge>
        <span className={s.facts}>
          {t.listen.sizeOf(formatBytes(source.file.sizeBytes), formatBytes(maxBytes), learnedBytes(limits) !== null)}
        </span>
        <div className="ends">
          <Button
            size="sm"
            icon={<Icon of={SpellCheck} size="s" />}
            pressed={open === 'reference'}
            onClick={() => setOpen(open === 'reference' ? null : 'reference')}
          >
            {document.reference === undefined ? t.reference.add : t.reference.edit}
          </Button>
          {canPrepare && !isBusy && !isRunning(document) && (
            <Button size="sm" icon={<Icon of={FileCog} size="s" />} onClick={() => setOpen('prepare')}>
              {t.prepare.open}
            </Button>
          )}
        </div>
      </div>
      {isDemo && <p className={s.quiet}>{t.listen.demoVoice}</p>}
      {warnings.length > 0 && (
        <ul className={s.reasons}>
          {warnings.map((warning) => (
            <li key={warning.kind}>
              {textOf(warning, t.doubts)} {'limit' in warning && <LimitHint limit={warning.limit} />}
            </li>
          ))}
        </ul>
      )}
      {isBusy && (
        <div className={s.doubtLine}>
          <span role="status">{t.prepare.running}</span>
          <Progress value={work.share} label={t.prepare.running} />
          <Button size="sm" onClick={work.stop}>
            {t.listen.stop}
          </Button>
        </div>
      )}
      {work.failure && (
        <FailureCard
          failure={work.failure}
          level={3}
          actions={[{ label: t.listen.dismiss, onSelect: () => conversion.setState({ failure: null }) }]}
        />
      )}
      {open === 'reference' && <ReferenceForm document={document} onDone={() => setOpen(null)} />}
      {open === 'prepare' && (
        <PrepareFile
          document={document}
          duration={source.duration ?? 0}
          maxBytes={maxBytes}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}

function textOf(warning: SourceWarning, t: ReturnType<typeof useStrings>['audio']['doubts']): string {
  if ('bytes' in warning) return t.sizes[warning.kind](formatBytes(warning.bytes));
  if (warning.kind === 'ending') return t.ending(warning.extension);
  if (warning.kind === 'learned-format') return t.learnedFormat;
  return warning.kind === 'needs-chunking' ? t.needsChunking : t.faults[warning.kind];
}

/** What was really said: typed, pasted, read from a file, or taken from the newest transcript and corrected. */
function ReferenceForm({ document, onDone }: { document: TranscribeDocument; onDone: () => void }) {
  const t = useStrings().audio.reference;
  const { reference = '', runs } = document;
  const run = runs.at(-1);
  const transcript = run && transcriptOf(run).text;
  return (
    <div className={s.reference}>
      <TextArea
        aria-label={t.label}
        autoFocus
        minRows={3}
        maxRows={8}
        value={reference}
        placeholder={t.placeholder}
        onValueChange={(text) => setReference(document.id, text)}
      />
      <div className={s.doubtLine}>
        <Button size="sm" onClick={() => void browseReference(document.id)}>
          {t.browse}
        </Button>
        {transcript && transcript !== reference && (
          <Button size="sm" onClick={() => setReference(document.id, transcript)}>
            {t.useTranscript}
          </Button>
        )}
        {reference !== '' && (
          <Button size="sm" intent="quiet" onClick={() => setReference(document.id, '')}>
            {t.remove}
          </Button>
        )}
        <span className="space" />
        <Button size="sm" onClick={onDone}>
          {t.done}
        </Button>
      </div>
    </div>
  );
}
