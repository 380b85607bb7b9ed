import { type ImageHead, readImageHead } from '#shared/media/image-head.ts';
import { decodeInWorker, mostPixels, UnreadableFile } from '../decode.ts';
import type { Image } from './canvas.ts';
import { readPng } from './png.ts';

const formats: Partial<Record<ImageHead['type'], 'PNG' | 'JPEG' | 'WEBP'>> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WEBP',
};

/**
 * Reads a PNG, JPEG or WebP. A JPEG is rotated by its camera orientation.
 *
 * @throws UnreadableFile for every other file, for a damaged one, and for one of more than 16 million pixels.
 */
export async function readImage(bytes: Buffer): Promise<Image> {
  const { type, width, height } = readImageHead(bytes) ?? { type: null, width: null, height: null };
  const format = type === null ? undefined : formats[type];
  if (format === undefined || width === null || height === null)
    throw new UnreadableFile('it is not a PNG, JPEG or WebP');
  if (width * height > mostPixels)
    throw new UnreadableFile(`it has ${width} x ${height} pixels, more than ${mostPixels} in all`);
  return format === 'PNG' ? readPng(bytes) : decodeInWorker<'image'>({ kind: 'image', format, bytes });
}
