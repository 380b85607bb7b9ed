import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { Setting } from '../../../lib/gateway/parameters/request-parameters.ts';

type FormField = Extract<DraftInput['body'], { kind: 'form' }>['fields'][number];

export const transcribeFormats = ['json', 'text', 'srt', 'vtt', 'verbose_json', 'diarized_json'] as const;
type TranscribeFormat = (typeof transcribeFormats)[number];
export type Granularity = 'segment' | 'word';

/** Parameters of a transcription or translation, by their names on the wire. */
export interface TranscribeSettings {
  language: Setting<string>;
  prompt: Setting<string>;
  response_format: Setting<TranscribeFormat>;
  timestamp_granularities: Setting<Granularity[]>;
  temperature: Setting<number>;
  stream: Setting<boolean>;
  include: Setting<string>;
  chunking_strategy: Setting<string>;
}

export type TranscribeField = keyof TranscribeSettings;

export const defaultTranscribeSettings: TranscribeSettings = {
  language: { on: false, value: 'en' },
  prompt: { on: false, value: '' },
  response_format: { on: true, value: 'verbose_json' },
  timestamp_granularities: { on: true, value: ['segment', 'word'] },
  temperature: { on: false, value: 0 },
  stream: { on: false, value: true },
  include: { on: false, value: 'logprobs' },
  chunking_strategy: { on: false, value: 'auto' },
};

/** Models known to take only some parameters; `other` may take any. */
export type TranscribeFamily = 'whisper' | 'gpt' | 'diarize' | 'other';

export function transcribeFamilyOf(model: string): TranscribeFamily {
  if (/diarize/i.test(model)) return 'diarize';
  if (/transcribe/i.test(model.replace(/^[\s\S]*?(?=gpt-|$)/i, ''))) return 'gpt';
  return /^(?:.*\/)?whisper/i.test(model) ? 'whisper' : 'other';
}

const formatsOf: Record<TranscribeFamily, readonly TranscribeFormat[]> = {
  whisper: ['json', 'text', 'srt', 'vtt', 'verbose_json'],
  gpt: ['json'],
  diarize: ['json', 'text', 'diarized_json'],
  other: transcribeFormats,
};

/**
 * Returns the settings for a model that is compared with others: one that is known not to take the selected format gets
 * plain JSON, without what needs that format.
 */
export function settingsFor(model: string, settings: TranscribeSettings): TranscribeSettings {
  const format = settings.response_format;
  if (!format.on || formatsOf[transcribeFamilyOf(model)].includes(format.value)) return settings;
  return {
    ...settings,
    response_format: { on: true, value: 'json' },
    timestamp_granularities: { ...settings.timestamp_granularities, on: false },
  };
}

/** Fields that do not exist on translations. */
const notTranslated: ReadonlySet<TranscribeField> = new Set([
  'language',
  'timestamp_granularities',
  'stream',
  'include',
  'chunking_strategy',
]);

export const transcribeFieldsOf = (translate: boolean): TranscribeField[] =>
  (Object.keys(defaultTranscribeSettings) as TranscribeField[]).filter(
    (field) => !(translate && notTranslated.has(field)),
  );

type Mismatch =
  | 'format-not-taken'
  | 'needs-verbose'
  | 'not-diarized'
  | 'no-stream'
  | 'needs-json'
  | 'only-diarize'
  | 'value-missing';

/** Returns why a model is likely to refuse or ignore a selected field; `null` if no reason is known. */
export function mismatchOf(
  field: TranscribeField,
  settings: TranscribeSettings,
  family: TranscribeFamily,
): Mismatch | null {
  if (!settings[field].on) return null;
  const format = settings.response_format.on ? settings.response_format.value : 'json';
  switch (field) {
    case 'response_format':
      return formatsOf[family].includes(format) ? null : 'format-not-taken';
    case 'timestamp_granularities':
      return format === 'verbose_json' ? null : 'needs-verbose';
    case 'prompt':
      if (family === 'diarize') return 'not-diarized';
      return settings.prompt.value.trim() === '' ? 'value-missing' : null;
    case 'language':
      return settings.language.value.trim() === '' ? 'value-missing' : null;
    case 'stream':
      return family === 'whisper' && settings.stream.value ? 'no-stream' : null;
    case 'include':
      return format === 'json' && (family === 'gpt' || family === 'other') ? null : 'needs-json';
    case 'chunking_strategy':
      return family === 'whisper' || family === 'gpt' ? 'only-diarize' : null;
    default:
      return null;
  }
}

/** Returns the form of a request. `model` and the parameters precede the file: some proxies read only the beginning. */
export function transcribeFields(
  model: string,
  file: FileRef,
  settings: TranscribeSettings,
  translate: boolean,
): FormField[] {
  const text = (name: string, value: string): FormField => ({ kind: 'text', name, value });
  const fields: FormField[] = [text('model', model)];
  for (const field of transcribeFieldsOf(translate)) {
    const setting = settings[field];
    if (!setting.on) continue;
    if (field === 'timestamp_granularities')
      fields.push(...settings[field].value.map((value) => text('timestamp_granularities[]', value)));
    else if (field === 'include') fields.push(text('include[]', settings.include.value));
    else fields.push(text(field, String(setting.value)));
  }
  return [...fields, { kind: 'file', name: 'file', fileId: file.id }];
}
