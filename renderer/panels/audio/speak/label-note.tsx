import type { FileRef } from '#shared/protocol/part.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Note } from '../../../ui/feedback/note.tsx';
import { isRaw } from './raw-samples.ts';

const kinds: readonly [RegExp, string][] = [
  [/mpeg|mp3/i, 'mp3'],
  [/wav|wave/i, 'wav'],
  [/ogg|opus/i, 'ogg'],
  [/aac/i, 'aac'],
  [/flac/i, 'flac'],
  [/mp4|m4a/i, 'mp4'],
];

/** Which of the usual sound types a media type is; `null` for another one. */
export const audioKindOf = (mediaType: string): string | null =>
  kinds.find(([pattern]) => pattern.test(mediaType))?.[1] ?? null;

/** Says that an answer was labelled as one type and its bytes are of another. */
export function LabelNote({ exchangeId, file }: { exchangeId: string; file: FileRef }) {
  const t = useStrings().audio.speak;
  const { data } = useCall('exchanges', 'get', { id: exchangeId });
  const label = data?.response?.mediaType ?? null;
  const said = label === null || isRaw(label) ? null : audioKindOf(label);
  const real = audioKindOf(file.type);
  if (label === null || said === null || real === null || said === real) return null;
  return <Note intent="odd">{t.otherLabel(label, real)}</Note>;
}
