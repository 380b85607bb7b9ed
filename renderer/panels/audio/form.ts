import type { RouteId } from '#shared/protocol/route.ts';
import { persistedStore } from '../../lib/preferences/persisted-store.ts';
import { type SpeakSettings, usualRawRate, usualSpeakSettings } from './model/speak-settings.ts';
import { type TranscribeSettings, usualTranscribeSettings } from './model/transcribe-settings.ts';

export type Mode = 'hear' | 'speak' | 'trip';

/** What the person is doing: the mode, the models, the parameters, the texts that were not spoken yet. */
export interface Form {
  mode: Mode;
  translate: boolean;
  hearModel: string;
  speakModel: string;
  hear: TranscribeSettings;
  speak: SpeakSettings;
  /** Rate that raw samples are taken to have, in Hz. */
  rawRate: number;
  /** Begin to play as soon as the first sound is here. */
  playAtOnce: boolean;
  text: string;
  tripText: string;
  /** Voices that a round trip takes. */
  tripVoices: string[];
  /** The microphone; empty for the standard one. */
  deviceId: string;
  /** The open document of each mode. */
  shown: { hear: string | null; speak: string | null; trip: string | null };
}

export const useForm = persistedStore<Form>('audio.desk', {
  mode: 'hear',
  translate: false,
  hearModel: '',
  speakModel: '',
  hear: usualTranscribeSettings,
  speak: usualSpeakSettings,
  rawRate: usualRawRate,
  playAtOnce: true,
  text: '',
  tripText: '',
  tripVoices: ['alloy', 'coral'],
  deviceId: '',
  shown: { hear: null, speak: null, trip: null },
});

export const show = (mode: Mode, id: string | null): void =>
  useForm.setState(({ shown }) => ({ mode, shown: { ...shown, [mode]: id } }));

export const putTranscribe = (by: Partial<TranscribeSettings>): void =>
  useForm.setState(({ hear }) => ({ hear: { ...hear, ...by } }));

export const putSpeak = (by: Partial<SpeakSettings>): void =>
  useForm.setState(({ speak }) => ({ speak: { ...speak, ...by } }));

/** The route that the mode is on. */
export const routeOf = ({ mode, translate }: Pick<Form, 'mode' | 'translate'>): RouteId =>
  mode !== 'hear' ? 'audio.speech' : translate ? 'audio.translations' : 'audio.transcriptions';
