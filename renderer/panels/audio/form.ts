import type { RouteId } from '#shared/protocol/route.ts';
import { defaultRawRate, defaultSpeakSettings, type SpeakSettings } from '../../lib/generation/speak-settings.ts';
import { persistedStore, sameTypes } from '../../lib/preferences/persisted-store.ts';
import { defaultTranscribeSettings, type TranscribeSettings } from './model/transcribe-settings.ts';
import type { Normalization } from './model/words.ts';

export type Mode = 'hear' | 'speak';

/** The state of the form: mode, models, parameters and the texts that have not been spoken yet. */
export interface Form {
  mode: Mode;
  translate: boolean;
  hearModel: string;
  speakModel: string;
  /** Further models that transcribe the same audio, of one connection. */
  moreHearModels: { connectionId: string; models: string[] };
  /** What is no error when a transcript is compared with its reference. */
  normalization: Normalization;
  hear: TranscribeSettings;
  speak: SpeakSettings;
  /** Assumed sample rate of raw samples, in Hz. */
  rawRate: number;
  /** Start playback as soon as the first audio arrives. */
  playAtOnce: boolean;
  /** Speed of every player; 1 is normal. */
  playbackRate: number;
  text: string;
  /** Voices that speak the text, each in a take of its own. */
  voices: string[];
  /** Voices that were typed by name. */
  typedVoices: string[];
  /** The microphone; empty for the default one. */
  deviceId: string;
  /** A recording is sent as soon as it is stopped. */
  transcribeOnStop: boolean;
  /** The open document of each mode. */
  shown: { hear: string | null; speak: string | null };
}

const initial: Form = {
  mode: 'hear',
  translate: false,
  hearModel: '',
  speakModel: '',
  moreHearModels: { connectionId: '', models: [] },
  normalization: { ignoreCase: true, ignorePunctuation: true },
  hear: defaultTranscribeSettings,
  speak: defaultSpeakSettings,
  rawRate: defaultRawRate,
  playAtOnce: true,
  playbackRate: 1,
  text: '',
  voices: ['alloy'],
  typedVoices: [],
  deviceId: '',
  transcribeOnStop: false,
  shown: { hear: null, speak: null },
};

/** Reads a stored form, perhaps of an earlier version: with a mode for round trips, or with one voice. */
export function readForm(stored: Record<string, unknown>, fallback: Form): Partial<Form> {
  const { mode, text, ...form } = sameTypes(stored, fallback);
  const voice = form.speak?.voice;
  const unsent = text || (typeof stored.tripText === 'string' ? stored.tripText : '');
  return {
    ...form,
    ...(mode && { mode: mode === 'hear' ? 'hear' : 'speak' }),
    ...(unsent && { text: unsent }),
    ...(!form.voices && voice && { voices: [voice] }),
  };
}

export const useForm = persistedStore<Form>('audio.desk', initial, { read: readForm });

export const show = (mode: Mode, id: string | null): void =>
  useForm.setState(({ shown }) => ({ mode, shown: { ...shown, [mode]: id } }));

export const updateTranscribe = (by: Partial<TranscribeSettings>): void =>
  useForm.setState(({ hear }) => ({ hear: { ...hear, ...by } }));

export const updateSpeak = (by: Partial<SpeakSettings>): void =>
  useForm.setState(({ speak }) => ({ speak: { ...speak, ...by } }));

/** Returns the models that transcribe audio on a connection: that of the patch line, then those added to compare it with. */
export const hearModelsOf = (
  { hearModel, moreHearModels: more }: Pick<Form, 'hearModel' | 'moreHearModels'>,
  connectionId: string | undefined,
): string[] => [...new Set([hearModel, ...(more.connectionId === connectionId ? more.models : [])])];

/** Returns the route of the current mode. */
export const routeOf = ({ mode, translate }: Pick<Form, 'mode' | 'translate'>): RouteId =>
  mode !== 'hear' ? 'audio.speech' : translate ? 'audio.translations' : 'audio.transcriptions';
