import { useState } from 'react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import type { TranscribeDocument } from '../model/audio-document.ts';
import { proposedParts } from '../model/proposed-parts.ts';
import s from './listen.module.css';
import { shrinkAudio, splitAndSend } from './send-audio.ts';
import { useSender } from './use-sender.ts';

/** Keeps a stretch of the sound. */
export function TrimForm({
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
export function SplitForm({
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
