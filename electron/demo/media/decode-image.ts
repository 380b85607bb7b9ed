/// <reference path="./decoders.d.ts" />

import { type DecodeJob, mostPixels } from './decode.ts';
import { blankImage, type Image } from './images/canvas.ts';

/** @throws Error for damaged data. */
export async function decodeImage({ format, bytes }: Extract<DecodeJob, { kind: 'image' }>): Promise<Image> {
  return format === 'JPEG' ? decodeJpeg(bytes) : decodeWebp(bytes);
}

async function decodeJpeg(bytes: Uint8Array): Promise<Image> {
  const { default: jpeg } = await import('jpeg-js');
  const limits = { maxResolutionInMP: mostPixels / 1e6, maxMemoryUsageInMB: 768 } as const;
  const { width, height, data } = jpeg.decode(bytes, { useTArray: true, ...limits });
  const image = { width, height, pixels: new Uint8ClampedArray(data) };
  return upright(image, orientationOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
}

async function decodeWebp(bytes: Uint8Array): Promise<Image> {
  const [{ default: decode, init }, { webpCode }] = await Promise.all([
    import('@jsquash/webp/decode.js'),
    import('./webp-code.ts'),
  ]);
  await init(await WebAssembly.compile(webpCode()));
  const { width, height, data } = await decode(new Uint8Array(bytes).buffer);
  return { width, height, pixels: data };
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
