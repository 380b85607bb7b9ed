import { asNumber, asText, type JsonObject } from '../intake/json-value.ts';
import { bodyPlaceOf } from '../intake/payload-cutter.ts';
import { decodedText } from './binary-text.ts';
import { fromDataAddress } from './media.ts';

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
