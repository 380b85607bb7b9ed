import type { Buffer } from 'node:buffer';

/** Bytes that must be there before `imageType` can tell. */
export const telltaleBytes = 16;

/**
 * The type of a picture by its first bytes, whatever it was labelled as; `null` when they are no picture that is shown.
 * Drawings in SVG are none: they are programs as much as pictures.
 */
export function imageType(bytes: Buffer): string | null {
  const start = bytes.toString('latin1', 0, telltaleBytes);
  if (start.startsWith('\x89PNG')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('GIF8')) return 'image/gif';
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'image/webp';
  if (/^ftyp(?:avif|avis)/.test(start.slice(4))) return 'image/avif';
  return start.startsWith('BM') && start.slice(6, 10) === '\0\0\0\0' ? 'image/bmp' : null;
}
