import { Download, Square, Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { FileRef } from '#shared/protocol/part.ts';
import { useCall } from '../../../lib/client/query.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { WarningText } from '../../../lib/failures/failure-text.tsx';
import { dragOut } from '../../../lib/files/drag-out.ts';
import { saveFile } from '../../../lib/files/files.ts';
import { formatBytes, formatMs, formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ViewRequest } from '../../../lib/inspector/view-request.tsx';
import { toast } from '../../../lib/notices/toasts.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { clockOf } from '../clock-of.ts';
import { intents, isSuccessful, type Take } from '../model/audio-document.ts';
import { extensionOf } from '../model/check-source.ts';
import { GrowingWave, PlayButton, PlayClock, Wave } from '../player.tsx';
import { drawing } from '../transcribe/intake.ts';
import { arriving, stopArriving } from './arriving.ts';
import { isRaw } from './raw-samples.ts';
import s from './speak.module.css';
import { measureTake, removeTake, setRawRate } from './speak-text.ts';

interface TakeCardProps {
  documentId: string;
  take: Take;
  /** Position among the takes of its text, from 1. */
  number: number;
  /** Characters of the text: the billing unit. */
  characters: number;
}

/** One take: played while it arrives, then replayed, saved, or shown with the reason it failed. */
export function TakeCard({ documentId, take, number, characters }: TakeCardProps) {
  const t = useStrings().audio;
  const { call, settings } = take;
  const live = useStore(arriving, (state) => (state.callId === call.id ? state : null));
  const { file } = call;
  /** Raw samples are played once they have a header. */
  const played = take.wrapped ?? (call.mediaType !== null && isRaw(call.mediaType) ? null : file);
  const isDone = call.state !== 'running' && call.state !== 'waiting';
  const needsMeasure = isDone && call.file !== null && take.duration === null && take.examined === undefined;
  const isMeasured = useStore(drawing, (files) => call.file !== null && files.has(call.file.id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured once, when it is complete
  useEffect(() => {
    if (needsMeasure) void measureTake(documentId, take);
  }, [needsMeasure]);
  const format = settings.response_format.on ? settings.response_format.value : null;
  return (
    <article className={s.take} aria-label={t.speak.take(number, settings.voice)}>
      <header className={s.line} {...dragOut(file)}>
        <h2>{t.speak.take(number, settings.voice)}</h2>
        <span className="mono-s">{call.model}</span>
        <Badge intent={intents[call.state]} dot={call.state === 'running'}>
          {t.states[call.state]}
        </Badge>
        <span className={s.space} />
        <ViewRequest exchangeId={call.exchangeId} />
        {file && (
          <Button
            size="sm"
            icon={<Icon of={Download} size="s" />}
            onClick={() => void saveFile(file).catch(() => toast({ intent: 'bad', title: t.speak.saveFailed }))}
          >
            {t.speak.save}
          </Button>
        )}
        {isDone && (
          <IconButton
            label={t.speak.remove(number)}
            icon={<Icon of={Trash2} size="s" />}
            size="sm"
            onClick={() => void removeTake(documentId, take.id)}
          />
        )}
      </header>
      {live ? (
        <div className={s.line}>
          <IconButton
            intent="plain"
            label={t.speak.silence}
            icon={<Icon of={Square} size="s" />}
            onClick={stopArriving}
          />
          <GrowingWave
            peaks={live.peaks}
            share={live.seconds > 0 ? live.played / live.seconds : 0}
            label={t.speak.arriving}
          />
          <span className="mono-s" role="status" aria-label={t.speak.arriving}>
            {t.player.of(clockOf(live.played, true), clockOf(live.seconds, true))}
          </span>
        </div>
      ) : played && isDone ? (
        <div className={s.line}>
          <PlayButton fileId={played.id} name={t.speak.take(number, settings.voice)} />
          {take.duration ? <Wave fileId={played.id} peaks={take.peaks} duration={take.duration} low /> : null}
          <PlayClock fileId={played.id} duration={take.duration || null} />
        </div>
      ) : (
        !isDone && (
          <p className={s.quiet} role="status">
            {t.run.stages[call.stage ?? 'preparing']}
          </p>
        )
      )}
      <p className={s.quiet}>
        {[
          call.firstSoundMs === null ? '' : t.speak.firstSound(formatMs(call.firstSoundMs)),
          file ? `${file.type} · ${formatBytes(file.sizeBytes)}` : '',
          t.speak.cost(formatNumber(characters)),
          call.usage?.totalTokens ? t.speak.tokens(formatNumber(call.usage.totalTokens)) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {isDone && take.examined === 'started' && !isMeasured && (
        <p className={s.quiet}>
          {t.listen.notDrawn}{' '}
          <Button size="sm" onClick={() => void measureTake(documentId, take)}>
            {t.listen.draw}
          </Button>
        </p>
      )}
      {(take.examined === 'undecodable' || take.examined === 'stuck') && (
        <Note intent="odd">{t.speak.notDrawn[take.examined]}</Note>
      )}
      {isDone && call.mediaType !== null && isRaw(call.mediaType) && (
        <div className={s.line}>
          <span className={s.quiet}>{t.speak.wrapped}</span>
          <NumberField
            label={t.parameters.rawRate}
            value={take.rawRate}
            min={4000}
            max={192_000}
            step={1000}
            unit="Hz"
            width="120px"
            onValueChange={(rate) => rate !== null && rate !== take.rawRate && void setRawRate(documentId, take, rate)}
          />
        </div>
      )}
      {isSuccessful(call) && file && format && !sameFormat(format, file.name) && (
        <Note intent="odd">{t.speak.otherFormat(format, extensionOf(file.name))}</Note>
      )}
      {isSuccessful(call) && call.file && call.exchangeId && call.mediaType !== null && !isRaw(call.mediaType) && (
        <LabelNote exchangeId={call.exchangeId} file={call.file} />
      )}
      {call.partial && call.state === 'cancelled' && <Note intent="warn">{t.run.cancelled}</Note>}
      {call.warnings.map(({ code, message }) => (
        <Note key={`${code} ${message}`} intent="odd">
          <WarningText code={code} message={message} />
        </Note>
      ))}
      {call.failure && call.state !== 'cancelled' && (
        <FailureCard failure={call.failure} exchangeId={call.exchangeId} sent={call.sent} level={3} />
      )}
    </article>
  );
}

/**
 * Returns true if the extension of the stored file is that of the requested format. The extension follows the bytes,
 * whatever was requested.
 */
const sameFormat = (format: string, name: string): boolean =>
  format === 'opus' ? ['opus', 'ogg', 'oga', 'webm'].includes(extensionOf(name)) : extensionOf(name) === format;

const kinds: readonly [RegExp, string][] = [
  [/mpeg|mp3/i, 'mp3'],
  [/wav|wave/i, 'wav'],
  [/ogg|opus/i, 'ogg'],
  [/aac/i, 'aac'],
  [/flac/i, 'flac'],
  [/mp4|m4a/i, 'mp4'],
];

/** Returns which of the usual audio types a media type is; `null` for others. */
const audioKindOf = (mediaType: string): string | null =>
  kinds.find(([pattern]) => pattern.test(mediaType))?.[1] ?? null;

/** Says that a response was labeled as one type while its bytes are of another. */
function LabelNote({ exchangeId, file }: { exchangeId: string; file: FileRef }) {
  const t = useStrings().audio.speak;
  const { data } = useCall('exchanges', 'get', { id: exchangeId });
  const label = data?.response?.mediaType ?? null;
  const labeled = label === null || isRaw(label) ? null : audioKindOf(label);
  const real = audioKindOf(file.type);
  if (label === null || labeled === null || real === null || labeled === real) return null;
  return <Note intent="odd">{t.otherLabel(label, real)}</Note>;
}
