import { readImageHead } from '#shared/media/image-head.ts';
import { percentDecoded } from '#shared/percent.ts';
import type { Media } from '../language/turn.ts';
import { readWave } from './audio/samples.ts';

/** Why a file cannot be read, as the second half of a sentence. */
export class UnreadableFile extends Error {}

/** Reads a file; one that cannot be read is refused with the reason. */
export const readOrRefuse = <T>(read: Promise<T>, refuse: (reason: string) => Error): Promise<T> =>
  read.catch((error: unknown) => {
    throw error instanceof UnreadableFile ? refuse(error.message) : error;
  });

const kindOf = (type: string): Media['kind'] => {
  const family = type.split('/')[0];
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'file';
};

export const linkedMedia = (kind: Media['kind'], link: string, name: string | null = null): Media => ({
  kind,
  name,
  declaredType: null,
  bytes: null,
  link,
});

/** Returns a media part from a data URL or a link. Links are never fetched: the demo opens no connections. */
export function mediaFromUrl(url: string, name: string | null, fallback: Media['kind']): Media {
  const inline = /^data:([^;,]*)((?:;[^;,]*)*),/i.exec(url);
  if (!inline) return linkedMedia(fallback, url, name);
  const payload = url.slice(inline[0].length);
  const isBase64 = /;base64/i.test(inline[2] ?? '');
  const bytes = isBase64 ? Buffer.from(payload, 'base64') : Buffer.from(percentDecoded(payload), 'utf8');
  const declaredType = inline[1] || null;
  return { kind: declaredType ? kindOf(declaredType) : fallback, name, declaredType, bytes, link: null };
}

export function mediaFromBase64(text: string, declaredType: string | null, name: string | null = null): Media {
  const kind = declaredType ? kindOf(declaredType) : 'file';
  return { kind, name, declaredType, bytes: Buffer.from(text, 'base64'), link: null };
}

/**
 * Returns the tokens that a media part costs: 258 for an image and 32 per second of audio, as in the native protocol.
 */
export function countMediaTokens(media: Media): number {
  if (media.kind === 'image') return 258;
  const wave = media.bytes ? readWave(media.bytes) : null;
  if (wave) return Math.ceil(wave.seconds * 32);
  return media.bytes ? Math.ceil(media.bytes.length / 512) : 0;
}

/** Describes in one line what really arrived: kind, type, size, and what its header says. */
export function describeMedia(media: Media): string {
  const title = media.name ? `**${media.kind}** “${media.name}”` : `**${media.kind}**`;
  if (media.bytes === null) {
    return `${title}: a link to \`${media.link}\`. The demo gateway downloads nothing from other hosts, so it has not seen it.`;
  }
  const facts = [
    media.declaredType ? `declared as \`${media.declaredType}\`` : 'no declared type',
    `${media.bytes.length} bytes`,
  ];
  const image = readImageHead(media.bytes);
  const wave = readWave(media.bytes);
  const container = containerOf(media.bytes);
  if (image?.width) {
    facts.push(`${image.type.slice('image/'.length).toUpperCase()} of ${image.width} × ${image.height} pixels`);
  } else if (wave) {
    facts.push(
      `WAV of ${wave.seconds.toFixed(2)} s, ${wave.sampleRate} Hz, ${wave.channels} channel${wave.channels === 1 ? '' : 's'}, ${wave.bits} bits`,
    );
  } else if (container) facts.push(`${container} by its first bytes`);
  else if (media.bytes.subarray(0, 5).toString('latin1') === '%PDF-') facts.push('a PDF by its first bytes');
  else facts.push('no known header');
  return `${title}: ${facts.join(', ')}.`;
}

/** Detects the type of an audio file by its first bytes. */
export function containerOf(bytes: Buffer): string | null {
  const at = (start: number, end: number) => bytes.toString('latin1', start, end);
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WAVE') return 'WAV';
  if (at(0, 4) === 'fLaC') return 'FLAC';
  if (at(0, 4) === 'OggS') return 'Ogg';
  // The sync word of ADTS, whose layer is always 0.
  if (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xf6) === 0xf0) return 'AAC';
  if (at(0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0)) return 'MP3';
  if (at(4, 8) === 'ftyp') return 'MP4';
  return at(0, 4) === '\x1aE\xdf\xa3' ? 'WebM' : null;
}
