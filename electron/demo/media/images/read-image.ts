import { decodeApart } from '../decode.ts';
import { mostPixels, UnreadableFile } from '../decode-job.ts';
import { readImageSize } from '../image-size.ts';
import type { Image } from './canvas.ts';
import { readPng } from './read-png.ts';

/**
 * Reads a PNG, JPEG or WebP. A JPEG is turned as its camera says.
 *
 * @throws UnreadableFile for every other file, for a damaged one, and for one of more than 16 million pixels.
 */
export async function readImage(bytes: Buffer): Promise<Image> {
  const head = readImageSize(bytes);
  if (head === null || head.format === 'GIF') throw new UnreadableFile('it is not a PNG, JPEG or WebP');
  const { format, width, height } = head;
  if (width * height > mostPixels)
    throw new UnreadableFile(`it has ${width} x ${height} pixels, more than ${mostPixels} in all`);
  return format === 'PNG' ? readPng(bytes) : decodeApart<'image'>({ kind: 'image', format, bytes });
}
