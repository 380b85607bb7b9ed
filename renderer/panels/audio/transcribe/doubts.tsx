import { Scissors, Shrink, SplitSquareHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { LimitHint } from '../../../lib/gateway/models/limit-hint.tsx';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { formatBytes } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { routeOf, useForm } from '../form.ts';
import { type AudioSource, isDecodable, isRunning, type TranscribeDocument } from '../model/audio-document.ts';
import { type Doubt, judgeSource, learnedBytes, publicFileBytes } from '../model/judge-source.ts';
import { transcribeFamilyOf } from '../model/transcribe-settings.ts';
import s from './listen.module.css';
import { remaking, shrinkAudio, splitAndSend } from './send-audio.ts';
import { useSender } from './use-sender.ts';

/** Green, amber or red before anything is sent, why, and what can be made of the sound first. */
export function Doubts({ document, source }: { document: TranscribeDocument; source: AudioSource }) {
  const t = useStrings().audio;
  const { connection } = useActive();
  const state = useForm();
  const limits = useLimits(connection?.id, routeOf(state), state.hearModel || null);
  const work = useStore(remaking);
  const [form, setForm] = useState<'trim' | 'split' | null>(null);
  const { light, doubts } = judgeSource(
    source,
    limits,
    transcribeFamilyOf(state.hearModel),
    state.hear.chunking_strategy.on,
  );
  const most = learnedBytes(limits)?.bytes ?? publicFileBytes;
  const canRemake = source.duration !== null && isDecodable(source.faults);
  const isBusy = work.documentId === document.id;
  const toggle = (next: 'trim' | 'split') => setForm(form === next ? null : next);
  return (
    <section className={s.doubts} data-light={light} aria-label={t.listen.before}>
      <div className={s.doubtLine}>
        <Badge intent={light} size="md">
          {t.listen.lights[light]}
        </Badge>
        <span className={s.facts}>
          {t.listen.sizeOf(formatBytes(source.file.sizeBytes), formatBytes(most), learnedBytes(limits) !== null)}
        </span>
        <span className={s.space} />
        {canRemake && !isBusy && !isRunning(document) && (
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
      {doubts.length > 0 && (
        <ul className={s.reasons}>
          {doubts.map((doubt) => (
            <li key={doubt.kind}>
              {wordsOf(doubt, t.doubts)} {'limit' in doubt && <LimitHint limit={doubt.limit} />}
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
          actions={[{ label: t.listen.dismiss, onSelect: () => remaking.setState({ failure: null }) }]}
        />
      )}
      {form === 'trim' && canRemake && !isBusy && (
        <TrimForm
          key={source.file.id}
          document={document}
          duration={source.duration ?? 0}
          onDone={() => setForm(null)}
        />
      )}
      {form === 'split' && canRemake && !isBusy && (
        <SplitForm document={document} duration={source.duration ?? 0} most={most} onDone={() => setForm(null)} />
      )}
    </section>
  );
}

function wordsOf(doubt: Doubt, t: ReturnType<typeof useStrings>['audio']['doubts']): string {
  if ('bytes' in doubt) return t.sizes[doubt.kind](formatBytes(doubt.bytes));
  if (doubt.kind === 'ending') return t.ending(doubt.ending);
  if (doubt.kind === 'learned-format') return t.learnedFormat;
  return doubt.kind === 'needs-chunking' ? t.needsChunking : t.faults[doubt.kind];
}

/** Keeps a stretch of the sound. */
function TrimForm({
  document,
  duration,
  onDone,
}: {
  document: TranscribeDocument;
  duration: number;
  onDone: () => void;
}) {
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

/** Bytes of a second of a part. */
const secondBytes = 48_000;

/** Sends the sound in parts that overlap. */
function SplitForm({
  document,
  duration,
  most,
  onDone,
}: {
  document: TranscribeDocument;
  duration: number;
  /** Largest file that is taken, in bytes. */
  most: number;
  onDone: () => void;
}) {
  const t = useStrings().audio.listen;
  const { sender, blocked } = useSender(document);
  const fitting = Math.max(5, Math.floor((most * 0.8) / secondBytes));
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
        disabledReason={blocked ?? (isRight ? undefined : t.splitNothing)}
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
const usualOverlap = 3;
const shortBelow = 20;

/**
 * Into which parts audio is best split: two of about the same length, more where a part would be too long.
 *
 * @param duration seconds, `fitting` the longest part that a service takes.
 */
export function proposedParts(duration: number, fitting: number): { part: number; overlap: number } {
  const overlap = duration < shortBelow ? 1 : usualOverlap;
  const part = Math.max(overlap * 2 + 1, Math.min(longestPart, fitting, duration / 2 + overlap));
  return { part: Math.round(part), overlap };
}
