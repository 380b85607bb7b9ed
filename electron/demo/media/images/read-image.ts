/// <reference path="../decoders.d.ts" />

import { readImageHead } from '#shared/media/image-head.ts';
import { UnreadableFile } from '../attachment.ts';
import { blankImage, type Image } from './canvas.ts';
import { readPng, refuseTooLarge } from './png.ts';

/**
 * Reads a PNG or JPEG. A JPEG is rotated by its camera orientation.
 *
 * @throws UnreadableFile for every other file, for a damaged one, and for one of more than 16 million pixels.
 */
export async function readImage(bytes: Buffer): Promise<Image> {
  const { type, width, height } = readImageHead(bytes) ?? { type: null, width: null, height: null };
  if (type === 'image/png') return readPng(bytes);
  if (type !== 'image/jpeg' || width === null || height === null) throw new UnreadableFile('it is not a PNG or JPEG');
  refuseTooLarge(width, height);
  const { default: jpeg } = await import('jpeg-js');
  try {
    const decoded = jpeg.decode(bytes, { useTArray: true, maxResolutionInMP: 17, maxMemoryUsageInMB: 768 });
    const image = { width: decoded.width, height: decoded.height, pixels: new Uint8ClampedArray(decoded.data) };
    return upright(image, orientationOf(bytes));
  } catch {
    throw new UnreadableFile('its data is damaged');
  }
}

/** Reads the camera orientation, 1 to 8, from the Exif segment of a JPEG; 1 if it is missing. */
function orientationOf(bytes: Buffer): number {
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (bytes[at + 1] === 0xda) return 1;
    if (bytes[at + 1] !== 0xe1 || bytes.toString('latin1', at + 4, at + 8) !== 'Exif') continue;
    const tiff = bytes.subarray(at + 10, at + 2 + bytes.readUInt16BE(at + 2));
    if (tiff.length < 10) return 1;
    const isLittle = tiff.toString('latin1', 0, 2) === 'II';
    const short = (place: number) => (isLittle ? tiff.readUInt16LE(place) : tiff.readUInt16BE(place));
    const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    for (let entry = first + 2; entry + 12 <= tiff.length; entry += 12)
      if (short(entry) === 0x0112) return short(entry + 8);
    return 1;
  }
  return 1;
}

/** Returns the image as a viewer shows it: mirrored and rotated by its orientation. */
function upright(image: Image, orientation: number): Image {
  if (orientation < 2 || orientation > 8) return image;
  const isTurned = orientation >= 5;
  const { width, height } = image;
  const result = isTurned ? blankImage(height, width) : blankImage(width, height);
  const from = new Uint32Array(image.pixels.buffer);
  const to = new Uint32Array(result.pixels.buffer);
  const flipsX = [2, 3, 7, 8].includes(orientation);
  const flipsY = [3, 4, 6, 7].includes(orientation);
  for (let y = 0; y < result.height; y++)
    for (let x = 0; x < result.width; x++) {
      const [column, row] = isTurned ? [y, x] : [x, y];
      const fromX = flipsX ? width - 1 - column : column;
      const fromY = flipsY ? height - 1 - row : row;
      to[y * result.width + x] = from[fromY * width + fromX] as number;
    }
  return result;
}
