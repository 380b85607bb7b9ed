import type { Ticked } from './transcribe-settings.ts';

export const speakFormats = ['mp3', 'wav', 'opus', 'aac', 'flac', 'pcm'] as const;
export type SpeakFormat = (typeof speakFormats)[number];

/** Voices that the public services name. Others are typed. */
export const knownVoices = [
  'alloy',
  'ash',
  'ballad',
  'cedar',
  'coral',
  'echo',
  'fable',
  'marin',
  'nova',
  'onyx',
  'sage',
  'shimmer',
  'verse',
] as const;

/** Parameters of a speech, by their names on the wire. */
export interface SpeakSettings {
  voice: string;
  response_format: Ticked<SpeakFormat>;
  speed: Ticked<number>;
  instructions: Ticked<string>;
  stream_format: Ticked<'audio' | 'sse'>;
}

export const usualSpeakSettings: SpeakSettings = {
  voice: 'alloy',
  response_format: { on: true, value: 'wav' },
  speed: { on: false, value: 1 },
  instructions: { on: false, value: '' },
  stream_format: { on: false, value: 'sse' },
};

/** Characters that public services take, of the text and of the instructions alike. */
export const mostCharacters = 4096;

/** Rate of raw samples in Hz, where nobody says it: that of the public services. */
export const usualRawRate = 24_000;

/** The body of a request, with only what is ticked. */
export function speakBody(model: string, input: string, settings: SpeakSettings): string {
  const { voice, response_format, speed, instructions, stream_format } = settings;
  return JSON.stringify(
    {
      model,
      input,
      ...(voice.trim() ? { voice: voice.trim() } : {}),
      ...(response_format.on ? { response_format: response_format.value } : {}),
      ...(speed.on ? { speed: speed.value } : {}),
      ...(instructions.on ? { instructions: instructions.value } : {}),
      ...(stream_format.on ? { stream_format: stream_format.value } : {}),
    },
    null,
    2,
  );
}

/** True for the older models, which have neither instructions nor events. */
export const isPlainVoice = (model: string): boolean => /(?:^|\/)tts-1/i.test(model);
