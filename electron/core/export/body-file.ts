import type { Buffer } from 'node:buffer';
import { mediaTypeOf } from '../readers/parts/media.ts';
import type { BodySide, RecordedExchange } from '../store/records/exchange-recording.ts';

/** Endings by media type. */
const endings: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/x-ndjson': 'jsonl',
  'application/xml': 'xml',
  'application/x-subrip': 'srt',
  'audio/aac': 'aac',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/opus': 'opus',
  'audio/pcm': 'pcm',
  'audio/wav': 'wav',
  'audio/wave': 'wav',
  'audio/webm': 'webm',
  'audio/x-wav': 'wav',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'multipart/form-data': 'txt',
  'text/csv': 'csv',
  'text/event-stream': 'sse',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/vtt': 'vtt',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
};

/** Types that say nothing about the bytes. */
const vague = new Set(['', 'application/octet-stream', 'application/binary', 'binary/octet-stream', 'text/plain']);

/**
 * Name and type under which a recorded body becomes a file: after its route, its side and its time, with the ending of
 * its media type. Bytes that show what they are win over the label, since gateways call every sound MP3 and errors of
 * streams event streams.
 *
 * @param first the first bytes of the body, 64 are enough.
 * @param stamp the time, fit for a name.
 */
export function bodyFile(
  { routeId, request, response }: RecordedExchange,
  side: BodySide,
  first: Buffer,
  stamp: string,
): { name: string; type: string } {
  const label = (side === 'request' ? request.mediaType : response?.mediaType) ?? '';
  const said = label.split(';')[0]?.trim().toLowerCase() ?? '';
  const type = typeByBytes(first, said) ?? (vague.has(said) && said === '' ? 'application/octet-stream' : said);
  const ending = endings[type] ?? (type.endsWith('+json') ? 'json' : type.startsWith('text/') ? 'txt' : 'bin');
  return { name: `${routeId.replaceAll('.', '-')}-${side}-${stamp}.${ending}`, type };
}

function typeByBytes(first: Buffer, said: string): string | null {
  const media = mediaTypeOf(first.toString('base64'));
  if (media !== null) return media;
  if (first.toString('latin1', 4, 8) === 'ftyp') return said.startsWith('audio/') ? null : 'video/mp4';
  if (!vague.has(said) && said !== 'text/event-stream') return null;
  const start = first.toString('utf8').trimStart();
  if (/^(?:data|event|id|retry)?:/.test(start)) return 'text/event-stream';
  if (/^[{[]/.test(start)) return 'application/json';
  return /^<!doctype html|^<html/i.test(start) ? 'text/html' : null;
}
