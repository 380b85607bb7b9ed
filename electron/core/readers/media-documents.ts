import type { Part } from '#shared/protocol/part.ts';
import type { Dialect } from './dialect.ts';
import { asNumber, asObject, asText, type JsonObject } from './intake/json-value.ts';
import { frameForm, mediaForm } from './intake/media-signature.ts';
import { bodyPlaceOf } from './intake/payload-cutter.ts';
import { decodedText, fromDataAddress } from './parts/media.ts';
import { createUsageTotals, readAudioUsage } from './parts/response-facts.ts';

/** Fields that mark the last event where no event type does. */
const endFields = ['done', 'final', 'is_final', 'isFinal', 'finished', 'is_end', 'end'];
/** Characters of base64 or hex that are enough to detect a format; a multiple of 4. */
const telltale = 96;
/** MiniMax numbers the state of each event: 1 for more to come, 2 for the last one. */
const lastStatus = 2;

/**
 * Reads the documents and events of `/v1/audio/speech`. Audio bytes never get here: documents contain audio as base64,
 * as hex or by its URL.
 */
export function openSpeech(): Dialect {
  const usage = createUsageTotals(readAudioUsage);
  let holds = false;
  let ended = false;
  /** Its events have types, and the last one has its own. */
  let isTyped = false;

  const audioParts = (found: readonly FoundAudio[]): Part[] => {
    holds ||= found.length > 0;
    return found.map(({ text, url, mediaType }): Part => {
      const type = { type: 'audio', mediaType: mediaType ?? 'audio/*' } as const;
      if (text === undefined) return { ...type, url: url ?? '' };
      return bodyPlaceOf(text) ? { ...type, base64: text } : { ...type, base64: text, streamed: true };
    });
  };

  return {
    name: 'speech',
    nothing: 'no audio',
    expects: 'audio',
    event(document) {
      const type = asText(document.type) ?? '';
      const isDelta = type.endsWith('audio.delta');
      const isLast = /\baudio\.done$/.test(type);
      isTyped ||= isDelta || isLast;
      const typed = asText(document.audio) ?? (isDelta ? asText(document.delta) : null);
      const found = typed !== null && isDelta ? [{ text: typed, mediaType: null }] : audioIn(document);
      ended ||= isLast || isEnd(document) || isEnd(asObject(document.data));
      usage.note(document.usage);
      // The chunks of a chat completion say in a field of their own that they end.
      if (!isLast && found.length === 0) return ended || Array.isArray(document.choices) ? [] : null;
      return [...audioParts(found), ...(isLast ? usage.report() : [])];
    },
    whole(value) {
      const found = audioIn(value);
      if (found.length === 0) return null;
      ended = true;
      return [...audioParts(found), ...usage.take(asObject(value)?.usage)];
    },
    bytes(body) {
      const text = body.toString('latin1').trim();
      const base64 =
        fromDataAddress(/^"[^"\\]*"$/.test(text) ? text.slice(1, -1) : text)?.base64 ?? text.replaceAll('"', '');
      const start = decodedText(base64.slice(0, telltale));
      const isAudio = start !== null && (mediaForm(start, false) ?? frameForm(start)) !== null;
      if (!isAudio || decodedText(base64) === null) return null;
      ended = true;
      return audioParts([{ text: base64, mediaType: null }]);
    },
    end: (endMark) => ({
      parts: usage.report(),
      ended: ended || endMark || (holds && !isTyped),
      holds,
      usage: usage.usage(),
    }),
  };
}

const isEnd = (record: JsonObject | null): boolean =>
  record !== null && (record.status === lastStatus || endFields.some((name) => record[name] === true));

/**
 * Reads video responses that are documents: video arrives as bytes, which no dialect sees, so no document is a video.
 */
export function openVideo(): Dialect {
  return {
    name: 'a video',
    nothing: 'no video',
    expects: 'a video',
    event: () => null,
    whole: () => null,
    end: () => ({ ended: true, holds: false }),
  };
}

/** Audio in a JSON document: its bytes as base64 or hex, or the URL of its file. */
export interface FoundAudio {
  text?: string;
  url?: string;
  /** As labeled in the document; `null` without a label. */
  mediaType: string | null;
}

const mostLevels = 12;
const mostEntries = 256;
/** Shorter text in a field of any kind is a word. */
const shortest = 64;

/** Names of fields in lower case, without separators. */
const audioNames = /^(?:audio|sound|speech|wav|mp3)(?:content|base64|b64|data|hex|bytes|file|chunk)?$/;
const byteNames = /^(?:data|b64json|base64|b64|content|delta|chunk|bytes|bytesbase64encoded|output|result)$/;
const addressNames =
  /^(?:audio|file|result|output|download|signed)?(?:url|uri|link|href)$|^(?:audio|output|file|result)$/;
const typeNames = ['mimeType', 'mime_type', 'contentType', 'content_type', 'media_type'];
const rateNames = ['sample_rate', 'sampleRate', 'audio_sample_rate', 'sample_rate_hz', 'sampleRateHertz'];

interface Place {
  name: string;
  /** In a field of audio, at any level. */
  isAudio: boolean;
  mediaType: string | null;
}

/**
 * Returns the audio of a document by the meaning of its fields, in any envelope: `{audio}`, `{audio: {data}}`,
 * `{data: {audio}}` (MiniMax), `{audioContent}` (Google), `choices[].delta.audio.data`, `{data: [{b64_json}]}`,
 * `output.audio.url` (DashScope). URLs count only where there are no bytes.
 */
export function audioIn(document: unknown): FoundAudio[] {
  const found: FoundAudio[] = [];
  const rate = rateIn(document);
  const raw = rate === null ? null : `audio/pcm;rate=${rate}`;
  visit(document, { name: '', isAudio: false, mediaType: raw }, 0, found);
  const bytes = found.filter(({ text }) => text !== undefined);
  return bytes.length > 0 ? bytes : found;
}

function visit(value: unknown, place: Place, level: number, found: FoundAudio[]): void {
  if (found.length >= mostEntries || level > mostLevels) return;
  if (typeof value === 'string') {
    const audio = audioOf(value, place);
    if (audio) found.push(audio);
    return;
  }
  if (Array.isArray(value)) {
    for (const entry of value.slice(0, mostEntries)) visit(entry, place, level + 1, found);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const record = value as JsonObject;
  const mediaType = typeNames.map((name) => asText(record[name])).find((type) => type?.startsWith('audio/'));
  for (const [field, inner] of Object.entries(record)) {
    const name = field.toLowerCase().replace(/[_-]/g, '');
    const isAudio = place.isAudio || audioNames.test(name) || mediaType !== undefined;
    visit(inner, { name, isAudio, mediaType: mediaType ?? place.mediaType }, level + 1, found);
  }
}

function audioOf(text: string, { name, isAudio, mediaType }: Place): FoundAudio | null {
  const data = fromDataAddress(text);
  if (data)
    return data.mediaType?.startsWith('audio/') || isAudio ? { text: data.base64, mediaType: data.mediaType } : null;
  if (/^https?:\/\//i.test(text)) return addressNames.test(name) ? { url: text.trim(), mediaType } : null;
  const isNamed = audioNames.test(name) || (isAudio && byteNames.test(name));
  if (!isNamed && !(byteNames.test(name) && text.length >= shortest)) return null;
  // What was cut out of the document is base64 or hex.
  if (text === '' || (bodyPlaceOf(text) === null && decodedText(text) === null)) return null;
  return { text, mediaType };
}

/** Returns the sample rate that a document names near its top. */
function rateIn(document: unknown, level = 0): number | null {
  if (typeof document !== 'object' || document === null || Array.isArray(document) || level > 2) return null;
  const record = document as JsonObject;
  const own = rateNames.map((name) => asNumber(record[name])).find((rate) => rate !== null && rate >= 4000);
  if (own !== undefined) return own;
  for (const inner of Object.values(record)) {
    const rate = rateIn(inner, level + 1);
    if (rate !== null) return rate;
  }
  return null;
}
