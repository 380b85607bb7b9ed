import type { LearnedLimit } from '#shared/contract/limits.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { type TranscribeField, type TranscribeSettings, transcribeFormats } from './transcribe-settings.ts';

/** A change of one parameter with which a refused transcription is likely to be accepted. */
export interface TranscribeRemedy {
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
