import { useStore } from 'zustand';
import type { FileRef } from '#shared/protocol/part.ts';
import { useCall } from '../../../lib/client/query.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { WarningText } from '../../../lib/failures/failure-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { isRaw } from '../../../lib/media/stored-audio.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { isSuccessful, type Take } from '../model/audio-document.ts';
import { extensionOf } from '../model/check-source.ts';
import { drawing } from '../transcribe/inspect-audio.ts';
import s from './speak.module.css';
import { measureTake, setRawRate } from './speak-text.ts';

interface TakeNotesProps {
  documentId: string;
  take: Take;
  isDone: boolean;
}

/** What is unusual about a take; nothing for most. */
export function TakeNotes({ documentId, take, isDone }: TakeNotesProps) {
  const t = useStrings().audio;
  const { call, settings } = take;
  const { file } = call;
  const isMeasured = useStore(drawing, (files) => file !== null && files.has(file.id));
  const format = settings.response_format.on ? settings.response_format.value : null;
  return (
    <>
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
      {isSuccessful(call) && file && call.exchangeId && call.mediaType !== null && !isRaw(call.mediaType) && (
        <LabelNote exchangeId={call.exchangeId} file={file} />
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
    </>
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
