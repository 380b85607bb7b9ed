import type { RouteId } from '#shared/protocol/route.ts';
import { persistedStore } from '../../lib/preferences/persisted-store.ts';
import { defaultRawRate, defaultSpeakSettings, type SpeakSettings } from './model/speak-settings.ts';
import { defaultTranscribeSettings, type TranscribeSettings } from './model/transcribe-settings.ts';

export type Mode = 'hear' | 'speak' | 'trip';

/** The state of the form: mode, models, parameters and the texts that have not been spoken yet. */
export interface Form {
  mode: Mode;
  translate: boolean;
  hearModel: string;
  speakModel: string;
  hear: TranscribeSettings;
  speak: SpeakSettings;
  /** Assumed sample rate of raw samples, in Hz. */
  rawRate: number;
  /** Start playback as soon as the first audio arrives. */
  playAtOnce: boolean;
  text: string;
  tripText: string;
  /** Voices that a round trip compares. */
  tripVoices: string[];
  /** The microphone; empty for the default one. */
  deviceId: string;
  /** The open document of each mode. */
  shown: { hear: string | null; speak: string | null; trip: string | null };
}

export const useForm = persistedStore<Form>('audio.desk', {
  mode: 'hear',
  translate: false,
  hearModel: '',
  speakModel: '',
  hear: defaultTranscribeSettings,
  speak: defaultSpeakSettings,
  rawRate: defaultRawRate,
  playAtOnce: true,
  text: '',
  tripText: '',
  tripVoices: ['alloy', 'coral'],
  deviceId: '',
  shown: { hear: null, speak: null, trip: null },
});

export const show = (mode: Mode, id: string | null): void =>
  useForm.setState(({ shown }) => ({ mode, shown: { ...shown, [mode]: id } }));

export const updateTranscribe = (by: Partial<TranscribeSettings>): void =>
  useForm.setState(({ hear }) => ({ hear: { ...hear, ...by } }));

export const updateSpeak = (by: Partial<SpeakSettings>): void =>
  useForm.setState(({ speak }) => ({ speak: { ...speak, ...by } }));

/** Returns the route of the current mode. */
export const routeOf = ({ mode, translate }: Pick<Form, 'mode' | 'translate'>): RouteId =>
  mode !== 'hear' ? 'audio.speech' : translate ? 'audio.translations' : 'audio.transcriptions';
