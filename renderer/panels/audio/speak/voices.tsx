import { AudioLines, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { LimitHint } from '../../../lib/gateway/parameters/parameter-row.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ViewRequest } from '../../../lib/inspector/view-request.tsx';
import { pauseAudio, usePlayed } from '../../../lib/media/audio-player.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../form.ts';
import type { Sender } from '../model/drafts.ts';
import { knownVoices } from '../model/speak-settings.ts';
import s from './speak.module.css';
import { dismissFailedSample, playSample, useFailedSample, useSample } from './voice-samples.ts';

interface VoiceChoiceProps {
  label: string;
  sender: Sender | null;
  selected: readonly string[];
  onSelectedChange: (voices: string[]) => void;
}

/**
 * The voices: those listed in a refusal, which take precedence over the public ones, and any typed name. Each can be
 * heard before it is used.
 */
export function VoiceChoice({ label, sender, selected, onSelectedChange }: VoiceChoiceProps) {
  const { connection } = useActive();
  const { speakModel, typedVoices } = useForm();
  const limits = useLimits(connection?.id, 'audio.speech', speakModel || null).filter(({ field }) => field === 'voice');
  const offered: readonly string[] = limits.find(({ allowed }) => allowed.length > 0)?.allowed ?? knownVoices;
  const own = [...new Set([...typedVoices, ...selected])].filter((voice) => !offered.includes(voice));
  const toggle = (voice: string, on: boolean) =>
    onSelectedChange(on ? [...selected, voice] : selected.filter((other) => other !== voice));
  const [limit] = limits;
  return (
    <>
      <fieldset className={s.voices} aria-label={label} data-place="voices" tabIndex={-1}>
        {[...offered, ...own].map((voice) => (
          <VoiceChip
            key={voice}
            voice={voice}
            sender={sender}
            isSelected={selected.includes(voice)}
            onSelectedChange={(on) => toggle(voice, on)}
            onRemove={
              own.includes(voice)
                ? () => {
                    toggle(voice, false);
                    useForm.setState({ typedVoices: typedVoices.filter((other) => other !== voice) });
                    dismissFailedSample(voice);
                  }
                : undefined
            }
          />
        ))}
        <OtherVoice onAdd={(voice) => !selected.includes(voice) && toggle(voice, true)} />
        {limit && <LimitHint limit={limit} />}
      </fieldset>
      <FailedSample />
    </>
  );
}

interface VoiceChipProps {
  voice: string;
  sender: Sender | null;
  isSelected: boolean;
  onSelectedChange: (on: boolean) => void;
  onRemove: (() => void) | undefined;
}

function VoiceChip({ voice, sender, isSelected, onSelectedChange, onRemove }: VoiceChipProps) {
  const t = useStrings().audio.speak;
  const model = useForm((form) => form.speakModel);
  const { fileId, isWaiting } = useSample(sender, model, voice);
  const isPlaying = usePlayed(fileId, ({ state }) => state === 'playing');
  const play = () => {
    if (isPlaying) pauseAudio();
    else if (sender) void playSample(sender, model, voice);
  };
  return (
    <Chip
      pressed={isSelected}
      onPressedChange={onSelectedChange}
      lead={
        sender && model !== ''
          ? {
              label: isPlaying ? t.stopSample(voice) : fileId ? t.playSample(voice) : t.requestSample(voice),
              icon: <Icon of={isPlaying ? Pause : isWaiting ? AudioLines : Play} size="xs" />,
              busy: isWaiting,
              onClick: play,
            }
          : undefined
      }
      onRemove={onRemove}
      removeLabel={t.removeVoice(voice)}
    >
      {voice}
    </Chip>
  );
}

/** Adds a voice by its name. */
function OtherVoice({ onAdd }: { onAdd: (voice: string) => void }) {
  const t = useStrings().audio.speak;
  const [name, setName] = useState('');
  const add = () => {
    const voice = name.trim();
    if (voice === '') return;
    useForm.setState(({ typedVoices }) => ({ typedVoices: [...new Set([...typedVoices, voice])] }));
    onAdd(voice);
    setName('');
  };
  return (
    <TextField
      aria-label={t.otherVoice}
      mono
      size="sm"
      width="170px"
      value={name}
      placeholder={t.addVoice}
      onValueChange={setName}
      onBlur={add}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // With Ctrl it also sends.
        if (!event.ctrlKey && !event.metaKey) event.preventDefault();
        add();
      }}
    />
  );
}

function FailedSample() {
  const t = useStrings().audio;
  const failed = useFailedSample();
  if (!failed) return null;
  return (
    <Note
      intent="warn"
      action={
        <>
          <ViewRequest exchangeId={failed.exchangeId} />
          <Button size="sm" intent="quiet" onClick={() => dismissFailedSample(failed.voice)}>
            {t.listen.dismiss}
          </Button>
        </>
      }
    >
      {t.speak.noSample(failed.voice)} <FailureText failure={failed.failure} alone brief />
    </Note>
  );
}
