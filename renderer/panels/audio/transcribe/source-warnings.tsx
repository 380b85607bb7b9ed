import { Scissors, Shrink, SpellCheck, SplitSquareHorizontal } from 'lucide-react';
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
import { Field } from '../../../ui/fields/field.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { useIsDemo } from '../audio.ts';
import { routeOf, useForm } from '../form.ts';
import { type AudioSource, isDecodable, isRunning, type TranscribeDocument } from '../model/audio-document.ts';
import { checkSource, learnedBytes, publicFileBytes, type SourceWarning } from '../model/check-source.ts';
import { transcribeFamilyOf } from '../model/transcribe-settings.ts';
import { ReferenceForm } from './reference.tsx';
import { conversion, shrinkAudio, splitAndSend, useSender } from './send-audio.ts';
import s from './transcribe.module.css';

/** Green, amber or red before anything is sent, the reasons, and what can be done about them. */
export function SourceWarnings({ document, source }: { document: TranscribeDocument; source: AudioSource }) {
  const t = useStrings().audio;
  const { connection } = useActive();
  const isDemo = useIsDemo();
  const state = useForm();
  const limits = useLimits(connection?.id, routeOf(state), state.hearModel || null);
  const work = useStore(conversion);
  const [form, setForm] = useState<'reference' | 'trim' | 'split' | null>(null);
  const { light, warnings } = checkSource(
    source,
    limits,
    transcribeFamilyOf(state.hearModel),
    state.hear.chunking_strategy.on,
  );
  const maxBytes = learnedBytes(limits)?.bytes ?? publicFileBytes;
  const canConvert = source.duration !== null && isDecodable(source.faults);
  const isBusy = work.documentId === document.id;
  const toggle = (next: 'reference' | 'trim' | 'split') => setForm(form === next ? null : next);
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
            pressed={form === 'reference'}
            onClick={() => toggle('reference')}
          >
            {document.reference === undefined ? t.reference.add : t.reference.edit}
          </Button>
          {canConvert && !isBusy && !isRunning(document) && (
            <>
              <Button size="sm" icon={<Icon of={Shrink} size="s" />} onClick={() => void shrinkAudio(document)}>
                {t.listen.shrink}
              </Button>
              <Button
                size="sm"
                icon={<Icon of={Scissors} size="s" />}
                pressed={form === 'trim'}
                onClick={() => toggle('trim')}
              >
                {t.listen.trim}
              </Button>
              <Button
                size="sm"
                icon={<Icon of={SplitSquareHorizontal} size="s" />}
                pressed={form === 'split'}
                onClick={() => toggle('split')}
              >
                {t.listen.split}
              </Button>
            </>
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
          <span role="status">{t.listen.remaking}</span>
          <Progress value={work.share} label={t.listen.remaking} />
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
      {form === 'reference' && <ReferenceForm document={document} onDone={() => setForm(null)} />}
      {form === 'trim' && canConvert && !isBusy && (
        <TrimForm
          key={source.file.id}
          document={document}
          duration={source.duration ?? 0}
          onDone={() => setForm(null)}
        />
      )}
      {form === 'split' && canConvert && !isBusy && (
        <SplitForm
          document={document}
          duration={source.duration ?? 0}
          maxBytes={maxBytes}
          onDone={() => setForm(null)}
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

interface ConversionFormProps {
  document: TranscribeDocument;
  /** Seconds. */
  duration: number;
  onDone: () => void;
}

/** Trims the audio to a stretch. */
function TrimForm({ document, duration, onDone }: ConversionFormProps) {
  const t = useStrings().audio.listen;
  const [from, setFrom] = useState(0);
  const [to, setTo] = useState(Math.round(duration * 10) / 10);
  const isRight = to > from;
  return (
    <div className={s.form}>
      <Seconds label={t.from} value={from} min={0} max={duration} step={0.5} onValueChange={(v) => setFrom(v ?? 0)} />
      <Seconds
        label={t.to}
        value={to}
        min={0}
        max={Math.ceil(duration * 10) / 10}
        step={0.5}
        onValueChange={(value) => setTo(value ?? duration)}
      />
      <Button
        intent="primary"
        size="sm"
        disabledReason={isRight ? undefined : t.trimNothing}
        onClick={() => {
          onDone();
          void shrinkAudio(document, from, Math.min(to, duration));
        }}
      >
        {t.trimNow}
      </Button>
    </div>
  );
}

/** Bytes per second of a part. */
const secondBytes = 48_000;

interface SplitFormProps extends ConversionFormProps {
  /** Largest file that is accepted, in bytes. */
  maxBytes: number;
}

/** Sends the audio in overlapping parts. */
function SplitForm({ document, duration, maxBytes, onDone }: SplitFormProps) {
  const t = useStrings().audio.listen;
  const { sender, blocker } = useSender(document);
  const fitting = Math.max(5, Math.floor((maxBytes * 0.8) / secondBytes));
  const proposed = proposedParts(duration, fitting);
  const [part, setPart] = useState(proposed.part);
  const [overlap, setOverlap] = useState(proposed.overlap);
  const isRight = part > overlap * 2;
  const count = isRight ? Math.max(1, Math.ceil((duration - overlap) / (part - overlap))) : 0;
  return (
    <div className={s.form}>
      <Seconds
        label={t.partSeconds}
        value={part}
        min={2}
        max={3600}
        step={1}
        onValueChange={(v) => v !== null && setPart(v)}
      />
      <Seconds
        label={t.overlap}
        value={overlap}
        min={0}
        max={30}
        step={1}
        onValueChange={(v) => v !== null && setOverlap(v)}
      />
      <Button
        intent="primary"
        size="sm"
        disabledReason={blocker?.reason ?? (isRight ? undefined : t.splitNothing)}
        onClick={() => {
          onDone();
          if (sender) void splitAndSend(document, sender, part, overlap);
        }}
      >
        {t.splitNow(count)}
      </Button>
      {!isRight && <p className={s.formReason}>{t.splitNothing}</p>}
    </div>
  );
}

interface SecondsProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onValueChange: (seconds: number | null) => void;
}

function Seconds({ label, ...field }: SecondsProps) {
  return (
    <Field label={label}>
      <NumberField {...field} unit="s" width="92px" />
    </Field>
  );
}

const longestPart = 600;
const defaultOverlap = 3;
const shortBelow = 20;

/**
 * Proposes how to split audio: two parts of about the same length, more where a part would be too long.
 *
 * @param duration seconds.
 * @param fitting longest part that a service takes, in seconds.
 */
export function proposedParts(duration: number, fitting: number): { part: number; overlap: number } {
  const overlap = duration < shortBelow ? 1 : defaultOverlap;
  const part = Math.max(overlap * 2 + 1, Math.min(longestPart, fitting, duration / 2 + overlap));
  return { part: Math.round(part), overlap };
}
