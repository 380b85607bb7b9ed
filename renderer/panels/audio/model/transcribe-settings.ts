import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { LearnedLimit } from '#shared/contract/limits.ts';
import type { Failure } from '#shared/protocol/failure.ts';
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

/** A change of one parameter with which a refused transcription is likely to be accepted. */
interface TranscribeRemedy {
  field: TranscribeField;
  /** The value that is sent instead; `null` where the parameter is left out. */
  value: string | null;
  settings: TranscribeSettings;
}

/** Statuses with which gateways refuse a request for what is in it. */
const statuses = new Set([400, 415, 422, 500]);
/** Formats by how much of a transcript they contain. */
const bestFirst = ['verbose_json', 'json', 'diarized_json', 'text', 'srt', 'vtt'] as const;

/** Returns the change that a refusal and the learned limits of the route suggest; `null` for none. */
export function transcribeRemedy(
  settings: TranscribeSettings,
  failure: Failure | null,
  limits: readonly LearnedLimit[],
): TranscribeRemedy | null {
  if (failure === null || !statuses.has(failure.status ?? 0)) return null;
  const words = `${failure.gatewayMessage ?? ''} ${failure.message}`;
  const field = refusedField(settings, failure, words);
  if (field === null) return null;
  const without = { ...settings, [field]: { ...settings[field], on: false } };
  if (field !== 'response_format') return { field, value: null, settings: without };
  const refused = settings.response_format.value;
  const allowed = limits.flatMap((limit) => (limit.field === field ? limit.allowed : []));
  const isAllowed = (format: string) => allowed.includes(format) || new RegExp(`\\b${format}\\b`, 'i').test(words);
  const format =
    bestFirst.find((one) => one !== refused && isAllowed(one)) ?? (refused === 'json' ? null : ('json' as const));
  const changed = format === null ? without : { ...settings, response_format: { on: true, value: format } };
  // Timestamps exist in one format only.
  const { timestamp_granularities: times } = settings;
  const settled =
    format === 'verbose_json' ? changed : { ...changed, timestamp_granularities: { ...times, on: false } };
  return { field, value: format, settings: settled };
}

/** Returns the parameter that the refusal names, if it was sent. */
function refusedField(settings: TranscribeSettings, { param }: Failure, words: string): TranscribeField | null {
  const named = param?.replace(/\[\d*\]$/, '') ?? null;
  const fields = (Object.keys(settings) as TranscribeField[]).filter((field) => settings[field].on);
  const found = fields.find((field) => field === named) ?? fields.find((field) => words.includes(field));
  if (found) return found;
  const format = settings.response_format;
  const isNamed = format.on && transcribeFormats.includes(format.value) && words.includes(format.value);
  return isNamed ? 'response_format' : null;
}
