import { AudioLines, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { LimitHint } from '../../../lib/gateway/parameters/parameter-row.tsx';
import { defaultSpeakSettings, knownVoices } from '../../../lib/generation/speak-settings.ts';
import { strings, useStrings } from '../../../lib/i18n/strings.ts';
import { ViewRequest } from '../../../lib/inspector/view-request.tsx';
import { pauseAudio, playAudio, usePlayed } from '../../../lib/media/audio-player.ts';
import { audioBlob } from '../../../lib/media/stored-audio.ts';
import { isRaw, wrapRaw } from '../../../lib/media/wav.ts';
import { persistedStore } from '../../../lib/preferences/persisted-store.ts';
import { followExchange } from '../../../lib/runs/follow-exchange.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../form.ts';
import { type Sender, speakDraft } from '../model/drafts.ts';
import { askForVoices, useOwnVoices } from './own-voices.ts';
import s from './speak.module.css';

/** Samples that were requested before, by connection, model and voice, newest last: each is paid for once. */
const useSamples = persistedStore<{ files: Record<string, FileRef> }>(
  'audio.samples',
  { files: {} },
  { shared: 'parts' },
);
const maxSamples = 60;

/** The requests of this page: those under way, and the newest that failed. */
interface SampleRequests {
  waiting: readonly string[];
  failed: { voice: string; failure: Failure; exchangeId: string | null } | null;
}

const requests = createStore<SampleRequests>(() => ({ waiting: [], failed: null }));

const keyOf = (sender: Sender, model: string, voice: string) => [sender.connectionId, model, voice].join(' ');

/** Returns the file of a voice's sample, and whether it is being requested. */
function useSample(sender: Sender | null, model: string, voice: string) {
  const key = sender ? keyOf(sender, model, voice) : '';
  return {
    fileId: useSamples(({ files }) => files[key]?.id ?? null),
    isWaiting: useStore(requests, ({ waiting }) => waiting.includes(key)),
  };
}

const dismissFailedSample = (voice: string): void =>
  requests.setState(({ failed }) => (failed?.voice === voice ? { failed: null } : {}));

/** Plays a short sample of a voice; requests it where there is none yet. */
async function playSample(sender: Sender, model: string, voice: string): Promise<void> {
  const key = keyOf(sender, model, voice);
  const known = useSamples.getState().files[key];
  // The user may have deleted it together with its record.
  const isThere = known !== undefined && (await audioBlob(known).then(Boolean, () => false));
  if (known && isThere) return playAudio(known.id);
  if (requests.getState().waiting.includes(key)) return;
  requests.setState(({ waiting }) => ({ waiting: [...waiting, key], failed: null }));
  try {
    const file = await requestSample(sender, model, voice);
    if (!file) return;
    useSamples.setState(({ files: { [key]: _old, ...files } }) => ({
      files: Object.fromEntries([...Object.entries(files), [key, file] as const].slice(-maxSamples)),
    }));
    await playAudio(file.id);
  } finally {
    requests.setState(({ waiting }) => ({ waiting: waiting.filter((other) => other !== key) }));
  }
}

async function requestSample(sender: Sender, model: string, voice: string): Promise<FileRef | null> {
  const { speak, rawRate } = useForm.getState();
  const settings = { ...defaultSpeakSettings, response_format: speak.response_format, voice };
  const draft = speakDraft(sender, model, strings().audio.speak.sample, settings);
  let [file, mediaType, exchangeId]: [FileRef | null, string, string | null] = [null, '', null];
  const fail = (failure: Failure) => requests.setState({ failed: { voice, failure, exchangeId } });
  try {
    for await (const part of followExchange(draft)) {
      if (part.type === 'run-start') ({ exchangeId } = part);
      if (part.type === 'audio') ({ mediaType } = part);
      if (part.type === 'file') file = part.ref;
      if (part.type === 'run-end' && part.error) fail(part.error);
    }
    if (!file || requests.getState().failed?.voice === voice) return null;
    return isRaw(mediaType) ? (await wrapRaw(await audioBlob(file), rawRate, file.name)).ref : file;
  } catch (thrown) {
    fail(AppError.from(thrown));
    return null;
  }
}

interface VoiceChoiceProps {
  label: string;
  sender: Sender | null;
  selected: readonly string[];
  onSelectedChange: (voices: string[]) => void;
}

/**
 * The voices: those that the gateway lists, once the user asks for its list, those listed in a refusal, which take
 * precedence over the public ones, and any typed name. Each can be heard before it is used.
 */
export function VoiceChoice({ label, sender, selected, onSelectedChange }: VoiceChoiceProps) {
  const { connection } = useActive();
  const { speakModel, typedVoices } = useForm();
  const limits = useLimits(connection?.id, 'audio.speech', speakModel || null).filter(({ field }) => field === 'voice');
  const offered: readonly string[] = limits.find(({ allowed }) => allowed.length > 0)?.allowed ?? knownVoices;
  const t = useStrings().audio.speak;
  const gateway = useOwnVoices(sender, speakModel);
  const common = offered.filter((voice) => !gateway.voices.includes(voice));
  const listed = [...gateway.voices, ...common];
  const own = [...new Set([...typedVoices, ...selected])].filter((voice) => !listed.includes(voice));
  const toggle = (voice: string, on: boolean) =>
    onSelectedChange(on ? [...selected, voice] : selected.filter((other) => other !== voice));
  const [limit] = limits;
  const chipOf = (voice: string) => (
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
  );
  return (
    <>
      <fieldset className={s.voices} aria-label={label} data-place="voices" tabIndex={-1}>
        {gateway.voices.length > 0 && <span className={s.voiceGroup}>{t.gatewayVoices}</span>}
        {gateway.voices.map(chipOf)}
        {gateway.voices.length > 0 && <span className={s.voiceGroup}>{t.commonVoices}</span>}
        {[...common, ...own].map(chipOf)}
        {sender && !gateway.isAsked && (
          <Button size="sm" intent="quiet" busy={gateway.isWaiting} onClick={() => void askForVoices(sender)}>
            {t.listVoices}
          </Button>
        )}
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
  const { failed } = useStore(requests);
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
