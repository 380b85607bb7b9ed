import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useForm } from '../form.ts';
import { useHome } from '../home-line.tsx';
import type { AudioDocument } from '../model/audio-document.ts';
import { mismatchOf, transcribeFamilyOf, transcribeFieldsOf } from '../model/transcribe-settings.ts';
import type { Sender } from './send-audio.ts';

/** With what a sound is sent now, and what is missing for it, in words. */
export function useSender(document: AudioDocument): { sender: Sender | null; blocked: string | undefined } {
  const t = useStrings().audio.needs;
  const { needsChoice } = useStrings().pieces.origin;
  const { mustChoose } = useHome(document);
  const { connection, key } = useActive();
  const { hearModel, hear, translate } = useForm();
  const sender = connection && { connectionId: connection.id, keyId: key?.id ?? null };
  const family = transcribeFamilyOf(hearModel);
  const empty = transcribeFieldsOf(translate).find((field) => mismatchOf(field, hear, family) === 'value-missing');
  return {
    sender,
    blocked: !sender
      ? t.connection
      : mustChoose
        ? needsChoice
        : hearModel === ''
          ? t.model
          : empty
            ? t.value(empty)
            : undefined,
  };
}
