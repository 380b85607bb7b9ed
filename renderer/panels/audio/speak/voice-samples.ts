import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { strings } from '../../../lib/i18n/strings.ts';
import { playAudio } from '../../../lib/media/audio-player.ts';
import { audioBlob } from '../../../lib/media/stored-audio.ts';
import { persistedStore } from '../../../lib/preferences/persisted-store.ts';
import { followExchange } from '../../../lib/runs/follow-exchange.ts';
import { useForm } from '../form.ts';
import { type Sender, speakDraft } from '../model/drafts.ts';
import { defaultSpeakSettings } from '../model/speak-settings.ts';
import { isRaw, wrapRaw } from './raw-samples.ts';

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

/** Returns the file of a voice's sample, whether it is being requested, and what failed last. */
export function useSample(sender: Sender | null, model: string, voice: string) {
  const key = sender ? keyOf(sender, model, voice) : '';
  return {
    fileId: useSamples(({ files }) => files[key]?.id ?? null),
    isWaiting: useStore(requests, ({ waiting }) => waiting.includes(key)),
  };
}

export const useFailedSample = () => useStore(requests, ({ failed }) => failed);
export const dismissFailedSample = (voice: string): void =>
  requests.setState(({ failed }) => (failed?.voice === voice ? { failed: null } : {}));

/** Plays a short sample of a voice; requests it where there is none yet. */
export async function playSample(sender: Sender, model: string, voice: string): Promise<void> {
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
