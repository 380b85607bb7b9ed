import type { PlainControl, Setting } from '../gateway/parameters/request-parameters.ts';

export const speakFormats = ['mp3', 'wav', 'opus', 'aac', 'flac', 'pcm'] as const;
type SpeakFormat = (typeof speakFormats)[number];

/** Voices named by the public services. Others can be typed. */
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

/** Parameters of a speech request, by their names on the wire. */
export interface SpeakSettings {
  voice: string;
  response_format: Setting<SpeakFormat>;
  speed: Setting<number>;
  instructions: Setting<string>;
  stream_format: Setting<'audio' | 'sse'>;
}

export const defaultSpeakSettings: SpeakSettings = {
  voice: 'alloy',
  response_format: { on: true, value: 'wav' },
  speed: { on: false, value: 1 },
  instructions: { on: false, value: '' },
  stream_format: { on: false, value: 'sse' },
};

/** The optional parameters of a speech request, as they are edited. */
export const speakControls = {
  response_format: { kind: 'choice', options: speakFormats },
  speed: { kind: 'slider', min: 0.25, max: 4, step: 0.05 },
  instructions: { kind: 'prose' },
  stream_format: { kind: 'choice', options: ['audio', 'sse'] },
} as const satisfies Record<string, PlainControl>;

/** Maximum characters that public services take, for the text and for the instructions alike. */
export const maxCharacters = 4096;

/** Sample rate in Hz assumed for raw samples when none is given: that of the public services. */
export const defaultRawRate = 24_000;

/** Returns the fields of a request besides model and text: the voice, and what is selected. */
export function speakFields(settings: SpeakSettings): Record<string, unknown> {
  const { voice, response_format, speed, instructions, stream_format } = settings;
  return {
    ...(voice.trim() ? { voice: voice.trim() } : {}),
    ...(response_format.on ? { response_format: response_format.value } : {}),
    ...(speed.on ? { speed: speed.value } : {}),
    ...(instructions.on ? { instructions: instructions.value } : {}),
    ...(stream_format.on ? { stream_format: stream_format.value } : {}),
  };
}

/** Returns the body of a request, with only the selected fields. */
export const speakBody = (model: string, input: string, settings: SpeakSettings): string =>
  JSON.stringify({ model, input, ...speakFields(settings) }, null, 2);

/** Returns true for the older models, which have neither instructions nor events. */
export const isPlainVoice = (model: string): boolean => /(?:^|\/)tts-1/i.test(model);
