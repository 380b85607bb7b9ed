import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { LimitHint } from '../../../lib/gateway/parameters/parameter-row.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Chip } from '../../../ui/controls/chip.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { updateSpeak, useForm } from '../form.ts';
import { knownVoices } from '../model/speak-settings.ts';
import s from './speak.module.css';

/**
 * Returns the voices that this route is known to take: those listed in a refusal take precedence over the public ones.
 */
export function useVoices(): { voices: readonly string[]; refused: ReadonlySet<string> } {
  const { connection } = useActive();
  const model = useForm((state) => state.speakModel);
  const limits = useLimits(connection?.id, 'audio.speech', model || null).filter(({ field }) => field === 'voice');
  const listed = limits.find(({ allowed }) => allowed.length > 0)?.allowed;
  return {
    voices: listed ?? knownVoices,
    refused: new Set(limits.flatMap(({ refused }) => (refused === null ? [] : [refused]))),
  };
}

/** The voice: a known one, or any typed name. */
export function VoiceChoice() {
  const t = useStrings().audio.speak;
  const { connection } = useActive();
  const voice = useForm((state) => state.speak.voice);
  const model = useForm((state) => state.speakModel);
  const { voices } = useVoices();
  const limit = useLimits(connection?.id, 'audio.speech', model || null).find(({ field }) => field === 'voice');
  return (
    <fieldset className={s.voices} aria-label={t.voice}>
      {voices.map((name) => (
        <Chip key={name} pressed={name === voice} onPressedChange={() => updateSpeak({ voice: name })}>
          {name}
        </Chip>
      ))}
      <TextField
        aria-label={t.otherVoice}
        mono
        size="sm"
        width="150px"
        value={voice}
        placeholder={t.otherVoice}
        onValueChange={(next) => updateSpeak({ voice: next })}
      />
      {limit && <LimitHint limit={limit} />}
    </fieldset>
  );
}
