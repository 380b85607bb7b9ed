import type { TranscriptSegment, TranscriptToken, TranscriptWord } from '#shared/protocol/part.ts';
import { asArray, asObject, asObjects, asText, firstIn, type JsonObject } from '../intake/json-value.ts';

/** What one document says of a recording. Times as received. */
export interface TranscriptRecord {
  /** `null` where only segments have text. */
  text: string | null;
  segments: ReadSegment[];
  words: TranscriptWord[];
  /** Seconds. */
  duration: number | null;
  language: string | null;
  tokens: TranscriptToken[];
  usage: unknown;
}

/** A segment with what identifies it among those of other events. */
export type ReadSegment = TranscriptSegment & { key: string | null };

const textNames = ['text', 'transcript', 'transcription', 'full_transcript', 'DisplayText', 'display_text', 'Display'];
const segmentNames = ['segments', 'utterances', 'chunks', 'phrases', 'sentences', 'sentence_info', 'transcription'];
const envelopes = ['data', 'result', 'output', 'results', 'transcript', 'transcription', 'sentence', 'response'];

/** Lists in lists; no service nests more than two. */
const mostLists = 4;

/**
 * Returns what a document says of a recording, wherever a service puts it: `{text, segments}`, in envelopes, as
 * `results.channels[].alternatives[]` (Deepgram), `results[].alternatives[]` (Google), `utterances` (AssemblyAI),
 * `DisplayText` and `combinedPhrases` (Azure), `chunks` (Hugging Face). `null` when it is no transcript.
 */
export function transcriptIn(value: unknown, depth = 0): TranscriptRecord | null {
  if (depth > mostLists) return null;
  if (Array.isArray(value)) return ofList(value, depth + 1);
  const document = asObject(value);
  const layers = [document, ...envelopes.map((name) => asObject(document?.[name]))];
  for (const layer of layers) {
    const found = layer && ofRecord(layer);
    if (found && document) return { ...found, ...factsOf(document, layer, found) };
  }
  const listed = asArray(document?.results ?? document?.data ?? document?.transcripts ?? document?.transcriptions);
  const found = document && listed.length > 0 ? ofList(listed, depth + 1) : null;
  return found && document && { ...found, ...factsOf(document, document, found) };
}

/** Reads a list of documents, or of segments; `null` when not all of them are. */
function ofList(list: readonly unknown[], depth: number): TranscriptRecord | null {
  const records = list.map((entry) => {
    const record = asObject(entry);
    const segment = record && segmentOf(record);
    return segment && segment.start !== null
      ? recordOf({ text: null, segments: [segment] })
      : transcriptIn(entry, depth);
  });
  const known = records.filter((record) => record !== null);
  if (known.length === 0 || known.length < list.length) return null;
  if (known.length === 1) return known[0] ?? null;
  const segments = known.flatMap((record) => record.segments);
  const texts = known.flatMap(({ text }) => text ?? []);
  return recordOf({
    text: texts.length === known.length ? joinedText(texts) : null,
    segments,
    words: known.flatMap(({ words }) => words),
    language: known.map(({ language }) => language).find((language) => language !== null) ?? null,
  });
}

/** Returns what is known of a recording, and nothing of the rest. */
export const recordOf = (given: Partial<TranscriptRecord>): TranscriptRecord => ({
  ...{ text: null, segments: [], words: [], duration: null, language: null, tokens: [], usage: null },
  ...given,
});

function ofRecord(record: JsonObject): TranscriptRecord | null {
  const alternatives = alternativesIn(record);
  const combined = asObjects(record.combinedPhrases ?? record.combinedRecognizedPhrases).flatMap(textOf);
  const spoken = textNames.map((name) => record[name]).find((text) => typeof text === 'string');
  const lists = segmentNames.map((name) => asObjects(record[name]));
  const list = lists.find((entries) => entries.some((entry) => segmentOf(entry) !== null)) ?? [];
  const segments = list.map(segmentOf).filter((segment) => segment !== null);
  if (typeof spoken !== 'string' && combined.length + segments.length + alternatives.length === 0)
    return segmentNames.some((name) => Array.isArray(record[name])) ? recordOf({}) : null;
  const words = [record, ...alternatives, ...list].map(({ words }) => transcriptWords(words));
  const text = typeof spoken === 'string' ? spoken : null;
  return recordOf({
    text: text ?? (combined.length > 0 ? joinedText(combined) : null) ?? joinedOrNull(alternatives.flatMap(textOf)),
    segments,
    // Words at the top and inside the segments are the same ones.
    words: words[0]?.length ? words[0] : words.slice(1).flat(),
    tokens: tokensOf(record.logprobs),
  });
}

const joinedOrNull = (texts: string[]): string | null => (texts.length > 0 ? joinedText(texts) : null);

const textOf = (record: JsonObject): string[] =>
  [...textNames, 'display']
    .map((name) => asText(record[name]))
    .filter((text) => text !== null)
    .slice(0, 1);

/** Returns the best alternative of each channel or result. */
function alternativesIn(record: JsonObject): JsonObject[] {
  const holders = [...asObjects(record.channels), ...asObjects(record.results), record];
  return holders.flatMap((holder) => asObjects(holder.alternatives ?? holder.NBest).slice(0, 1));
}

function factsOf(document: JsonObject, layer: JsonObject, found: TranscriptRecord): Partial<TranscriptRecord> {
  const facts = [layer, document, asObject(document.metadata) ?? {}];
  const first = <T>(read: (record: JsonObject) => T | null) => facts.map(read).find((value) => value !== null) ?? null;
  const milliseconds = first(({ durationMilliseconds, duration_ms }) => secondsOf(durationMilliseconds ?? duration_ms));
  return {
    duration:
      (milliseconds === null ? null : milliseconds / 1000) ??
      first((record) => secondsOf(record.duration ?? record.audio_duration)),
    language: found.language ?? first((record) => asText(record.language ?? record.language_code ?? record.locale)),
    usage: first((record) => asObject(record.usage)),
  };
}

/**
 * Reads seconds as a number, or as text with or without its unit: some services write `"8.47"`. `null` when it is
 * neither.
 */
export function secondsOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : null;
  const match = typeof value === 'string' ? /^(\d{1,19}(?:\.\d{1,20})?)(?:\s*s)?$/.exec(value.trim()) : null;
  return match ? Number(match[1]) : clockOf(value);
}

/** Reads `00:01:02,500`. */
function clockOf(value: unknown): number | null {
  const match =
    typeof value === 'string' ? /^(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2}(?:[.,]\d{1,9})?)$/.exec(value.trim()) : null;
  if (!match) return null;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));
}

const startNames = ['start', 'start_time', 'startTime', 'begin', 'begin_time', 'from', 'offset', 'Offset'];
const endNames = ['end', 'end_time', 'endTime', 'stop', 'to'];
const durationNames = ['duration', 'Duration'];

/** Returns when a stretch of the recording begins and ends, under any of the names that services use. */
function stretchOf(record: JsonObject): { start: number | null; end: number | null } {
  const inner = asObject(record.timestamps) ?? asObject(record.offsets) ?? record;
  const pair = asArray(record.timestamp ?? record.timestamps);
  const read = (names: readonly string[]) => firstIn(inner, names, secondsOf);
  const milliseconds = secondsOf(record.offsetMilliseconds);
  if (milliseconds !== null) return stretch(milliseconds / 1000, (secondsOf(record.durationMilliseconds) ?? 0) / 1000);
  const start = read(startNames) ?? secondsOf(pair[0]);
  const length = read(durationNames);
  return {
    start,
    end: read(endNames) ?? secondsOf(pair[1]) ?? (start === null || length === null ? null : start + length),
  };
}

const stretch = (start: number, length: number) => ({ start, end: start + length });

/** Reads one segment of a transcript; `null` when it has no text. */
export function segmentOf(record: JsonObject): ReadSegment | null {
  const [best = {}] = alternativesIn(record);
  const text = [record, best]
    .flatMap((one) => textNames.map((name) => one[name]))
    .find((one) => typeof one === 'string');
  if (typeof text !== 'string') return null;
  const { id } = record;
  return {
    ...stretchOf(record),
    ...{ text, speaker: speakerOf(record) },
    ...confidenceOf(record),
    key: typeof id === 'number' || typeof id === 'string' ? String(id) : null,
  };
}

function speakerOf(record: JsonObject): string | null {
  const named = [record.speaker, record.speaker_id, record.speakerId, record.speaker_label, record.spk].find(
    (speaker) => (typeof speaker === 'string' && speaker !== '') || typeof speaker === 'number',
  );
  return named === undefined ? null : String(named);
}

/** A log probability is never above 0: anything else is something else. */
const probabilityOf = (logprob: unknown): number | null =>
  typeof logprob === 'number' && logprob <= 0 ? Math.exp(logprob) : null;

/** Returns the confidence of a segment: the mean probability of its tokens, or what the gateway calls so. */
function confidenceOf(record: JsonObject): { confidence?: number } {
  const { confidence } = record;
  const isShare = typeof confidence === 'number' && confidence >= 0 && confidence <= 1;
  const value = probabilityOf(record.avg_logprob) ?? (isShare ? confidence : null);
  return value === null ? {} : { confidence: value };
}

/** Reads the tokens of the text with their probabilities; a list that has something else is not that. */
export function tokensOf(value: unknown): TranscriptToken[] {
  const records = asObjects(value);
  const tokens = records.flatMap(({ token, logprob }) => {
    const confidence = probabilityOf(logprob);
    return typeof token === 'string' && confidence !== null ? [{ text: token, confidence }] : [];
  });
  return tokens.length === records.length ? tokens : [];
}

function transcriptWords(value: unknown): TranscriptWord[] {
  return asObjects(value).flatMap((record) => {
    const word = asText(record.punctuated_word) ?? asText(record.word) ?? asText(record.text);
    // One vendor lists the spaces between words, too.
    return word === null || record.type === 'spacing' ? [] : [{ word, ...stretchOf(record) }];
  });
}

const spaceless = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}，。！？、]$/u;

/** Joins the texts of segments, with a space between them where neither has one and the script uses them. */
export function joinedText(texts: readonly string[]): string {
  let joined = '';
  for (const text of texts) {
    const needsSpace = joined !== '' && !/\s$/.test(joined) && !/^\s/.test(text) && !spaceless.test(joined);
    joined += (needsSpace ? ' ' : '') + text;
  }
  return joined.trim();
}
