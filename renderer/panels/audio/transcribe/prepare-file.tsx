import { useState } from 'react';
import { createStore } from 'zustand/vanilla';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import { admitFile } from '../../../lib/files/files.ts';
import { formatBytes, formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { audioBlob } from '../../../lib/media/stored-audio.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { audioStore } from '../audio.ts';
import type { TranscribeDocument } from '../model/audio-document.ts';
import type { Sender } from '../model/drafts.ts';
import { convertAudio, cutAudio, type PartPlan, planParts } from './convert-audio.ts';
import { draw } from './import-audio.ts';
import { inspectAudio } from './inspect-audio.ts';
import { sendAudio, type TranscribeSpec, useSender } from './send-audio.ts';
import s from './transcribe.module.css';

/** The conversion that is running; there is only one at a time. */
interface Conversion {
  documentId: string | null;
  share: number;
  stop: () => void;
  failure: Failure | null;
}

const noConversion: Conversion = { documentId: null, share: 0, stop: () => undefined, failure: null };
export const conversion = createStore<Conversion>(() => noConversion);

interface Stretch {
  /** Seconds. */
  from: number;
  to: number;
}

/**
 * Converts a stretch of the audio of a document. One file replaces the audio, and the original is kept; parts are sent
 * one after the other.
 */
async function prepareAudio(
  document: TranscribeDocument,
  sender: Sender | null,
  { from, to }: Stretch,
  plan: PartPlan,
): Promise<void> {
  const { source, id } = document;
  if (!source || conversion.getState().documentId !== null) return;
  const stopping = new AbortController();
  const { signal } = stopping;
  conversion.setState({ ...noConversion, documentId: id, stop: () => stopping.abort() });
  try {
    const onProgress = (done: number) => conversion.setState({ share: Math.min(1, done / Math.max(0.1, to - from)) });
    const pcm = await convertAudio(await audioBlob(source.file), { from, to, rate: plan.rate, onProgress, signal });
    const specs: TranscribeSpec[] = [];
    for (const { file, offset, seconds } of cutAudio(pcm, source.file.name, plan)) {
      const ref = await admitFile(file, { signal });
      specs.push({ kind: 'hear', file: ref, offset: from + offset, seconds });
      if (plan.count > 1) continue;
      const made = { ...(await inspectAudio(file)), file: ref };
      await audioStore().change(id, 'hear', (before) => ({
        ...before,
        source: made,
        original: before.original ?? source,
      }));
      await draw(id, made, file);
    }
    conversion.setState(noConversion);
    const now = audioStore().read(id);
    if (plan.count > 1 && sender && now?.kind === 'hear')
      sendAudio(now, sender, { parts: specs, overlap: plan.overlap });
  } catch (thrown) {
    conversion.setState({ ...noConversion, failure: signal.aborted ? null : AppError.from(thrown) });
  }
}

interface PrepareFileProps {
  document: TranscribeDocument;
  /** Seconds. */
  duration: number;
  /** Size of a file from which it is refused, in bytes. */
  maxBytes: number;
  onClose: () => void;
}

/** Makes a file that is too large fit: a stretch of it, as a small WAV, in parts where that is still too large. */
export function PrepareFile({ document, duration, maxBytes, onClose }: PrepareFileProps) {
  const t = useStrings().audio.prepare;
  const { sender, blocker } = useSender(document);
  const [from, setFrom] = useState(0);
  const [to, setTo] = useState(Math.ceil(duration * 10) / 10);
  const stretch = { from, to: Math.min(to, duration) };
  const isRight = stretch.to > from;
  const plan = planParts(Math.max(0, stretch.to - from), maxBytes);
  const isWhole = plan.count === 1;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t.title}
      description={t.body(formatBytes(maxBytes))}
      size="sm"
      closeLabel={t.close}
      footer={
        <Button
          intent="primary"
          disabledReason={isRight ? (isWhole ? undefined : blocker?.reason) : t.nothing}
          onClick={() => {
            onClose();
            void prepareAudio(document, sender, stretch, plan);
          }}
        >
          {isWhole ? t.convert : t.sendParts(plan.count)}
        </Button>
      }
    >
      <div className={s.form}>
        <Seconds label={t.from} value={from} most={duration} onValueChange={(value) => setFrom(value ?? 0)} />
        <Seconds label={t.to} value={to} most={duration} onValueChange={(value) => setTo(value ?? duration)} />
      </div>
      <p className={s.facts} role="status">
        {!isRight
          ? t.nothing
          : isWhole
            ? t.whole(formatBytes(plan.bytes))
            : t.parts(plan.count, formatMs(plan.seconds * 1000), formatBytes(plan.bytes))}
      </p>
    </Dialog>
  );
}

interface SecondsProps {
  label: string;
  value: number;
  most: number;
  onValueChange: (seconds: number | null) => void;
}

const Seconds = ({ label, value, most, onValueChange }: SecondsProps) => (
  <Field label={label}>
    <NumberField
      value={value}
      min={0}
      max={Math.ceil(most * 10) / 10}
      step={0.5}
      unit="s"
      width="92px"
      onValueChange={onValueChange}
    />
  </Field>
);
