import { Buffer } from 'node:buffer';
import type { Part } from '#shared/protocol/part.ts';
import { orNull } from '../../or-null.ts';
import { asObject, asText } from '../intake/json-value.ts';

/** First bytes of common formats, in hex. */
const signatures: readonly (readonly [start: string, mediaType: string])[] = [
  ['89504e47', 'image/png'],
  ['ffd8ff', 'image/jpeg'],
  ['47494638', 'image/gif'],
  ['494433', 'audio/mpeg'],
  ['664c6143', 'audio/flac'],
  ['4f676753', 'audio/ogg'],
];
/** Sync words of only two bytes: raw audio samples may look the same. */
const weakSignatures: readonly (readonly [start: string, mediaType: string])[] = [
  ['fffb', 'audio/mpeg'],
  ['fffa', 'audio/mpeg'],
  ['fff3', 'audio/mpeg'],
  ['fff2', 'audio/mpeg'],
  ['fff1', 'audio/aac'],
  ['fff9', 'audio/aac'],
];

/** The start of an SVG image, after an optional XML prologue. */
const svg = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*|<!doctype svg[^>]*>\s*){0,4}<svg[\s>]/i;
/** Base64 characters within which the first tag of an SVG is found. */
const svgHead = 1200;

/**
 * Returns the media type by the first bytes, `null` when they are inconclusive. `weak` also accepts two-byte
 * signatures.
 */
export function mediaTypeOf(base64: string, weak = false): string | null {
  const bytes = Buffer.from(base64.slice(0, 20), 'base64');
  const start = bytes.toString('hex');
  // RIFF contains both WAV and WebP.
  if (start.startsWith('52494646')) return bytes.includes('WEBP') ? 'image/webp' : 'audio/wav';
  const known = weak ? [...signatures, ...weakSignatures] : signatures;
  return known.find(([signature]) => start.startsWith(signature))?.[1] ?? null;
}

/** Tells whether a text is an SVG. */
export const isDrawing = (text: string): boolean =>
  svg.test(text.slice(0, svgHead)) && /<\/svg>\s*$/i.test(text.slice(-200));

/** Like `mediaTypeOf`, where an image is expected: text that begins like an SVG is one. */
export function imageTypeOf(base64: string): string | null {
  const isSvg = () => svg.test(Buffer.from(base64.slice(0, svgHead), 'base64').toString('latin1'));
  return mediaTypeOf(base64) ?? (isSvg() ? 'image/svg+xml' : null);
}

const dataAddress = /^data:([^;,]{0,100})((?:;[^;,]{0,100}){0,5}),/i;

/** Splits a data URL. `null` when it is neither base64 nor the text of an SVG. */
export function fromDataAddress(address: string): { mediaType: string | null; base64: string } | null {
  const match = dataAddress.exec(address);
  if (match === null) return null;
  const mediaType = asText(match[1]);
  const content = address.slice(match[0].length);
  if (/;base64$/i.test(match[2] ?? '')) return { mediaType, base64: content };
  if (mediaType?.toLowerCase() !== 'image/svg+xml') return null;
  const drawing = orNull(() => decodeURIComponent(content)) ?? content;
  return { mediaType, base64: Buffer.from(drawing).toString('base64') };
}

/** Reads an image as a URL, a data URL, base64, `{url}`, `{image_url: {url}}` or `{b64_json}`; else `null`. */
export function imagePart(value: unknown): Part | null {
  const record = asObject(value);
  const inner = record ? (record.image_url ?? record.imageUrl ?? record.url ?? record.b64_json ?? record.image) : value;
  const text = asText(inner) ?? asText(asObject(inner)?.url) ?? asText(asObject(inner)?.b64_json);
  if (text === null) return null;
  const data = fromDataAddress(text);
  if (data)
    return { type: 'image', mediaType: data.mediaType ?? imageTypeOf(data.base64) ?? 'image/png', base64: data.base64 };
  if (/^https?:/i.test(text)) return { type: 'image', mediaType: 'image/*', url: text };
  const mediaType = imageTypeOf(text);
  return mediaType === null && inner !== record?.b64_json
    ? null
    : { type: 'image', mediaType: mediaType ?? 'image/png', base64: text };
}

/** Streamed audio of the compatible surface is 16-bit PCM at 24 kHz, mono. */
const streamedAudio = 'audio/pcm;rate=24000';

/** Reads `{data, transcript}` of a message or of a delta (`streamed`). `null` when it has neither. */
export function audioPart(value: unknown, streamed: boolean): Part | null {
  const record = asObject(value);
  const base64 = asText(record?.data);
  const transcript = asText(record?.transcript);
  if (base64 === null && transcript === null) return null;
  return {
    type: 'audio',
    mediaType: (base64 && mediaTypeOf(base64, !streamed)) ?? streamedAudio,
    ...(base64 === null ? {} : { base64 }),
    ...(transcript === null ? {} : { transcript }),
  };
}

const base64Pattern = /^[A-Za-z0-9+/_-]*={0,2}$/;
const hexPattern = /^(?:[0-9a-f]+|[0-9A-F]+)$/;
/** Shorter base64 may have the letters of hex by chance. */
const shortestHex = 32;
/** Silence in base64 is one letter; no other bytes are. */
const silence = /^([A-F])\1*$/;

/**
 * Tells whether the start of a text that encodes bytes is hex, as MiniMax writes audio, rather than base64.
 *
 * @param start of at least 32 characters, if there are as many.
 */
export const isHex = (start: string): boolean =>
  start.length >= shortestHex && hexPattern.test(start) && !silence.test(start);

/** Returns base64 without line breaks. Most has none, and copying megabytes is expensive. */
export const withoutBreaks = (text: string): string => (/\s/.test(text) ? text.replace(/\s+/g, '') : text);

/** Decodes hex or base64 of either alphabet, with or without line breaks; `null` when it is neither. */
export function decodedText(text: string): Buffer | null {
  const letters = withoutBreaks(text);
  if (!base64Pattern.test(letters)) return null;
  return Buffer.from(letters, letters.length % 2 === 0 && isHex(letters) ? 'hex' : 'base64');
}
