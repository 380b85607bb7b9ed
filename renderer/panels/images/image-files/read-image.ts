import { headBytes, type ImageHead, readImageHead } from '#shared/media/image-head.ts';
import { AppError } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { failureText } from '../../../lib/failures/failures.ts';
import { addressOf } from '../../../lib/files/file-address.ts';
import { admitFile } from '../../../lib/files/files.ts';
import type { PixelSize } from '../../../lib/generation/image-settings.ts';
import { strings } from '../../../lib/i18n/strings.ts';
import type { InputImage } from '../model/image-spec.ts';

/** Decoding takes four bytes per pixel; larger images are not decoded in the page. */
export const maxDecodedPixels = 50_000_000;
export const maxDecodedBytes = 100_000_000;

/** Returns type and size of a stored image, from its first bytes; `null` when it is not an image or cannot be read. */
export async function headOf(fileId: string): Promise<ImageHead | null> {
  try {
    const response = await fetch(await addressOf(fileId), { headers: { range: `bytes=0-${headBytes - 1}` } });
    const head = response.ok ? readImageHead(new Uint8Array(await response.arrayBuffer())) : null;
    return head && { ...head, ...(head.width === null ? await measured(fileId) : {}) };
  } catch {
    return null;
  }
}

/** Measures an image with the browser where its first bytes do not show the size. */
async function measured(fileId: string): Promise<Partial<ImageHead>> {
  const image = new Image();
  image.src = await addressOf(fileId);
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}

/** Returns the size of an image scaled down until its longer side has at most `longest` pixels. */
export function fitInto({ width, height }: PixelSize, longest = Number.POSITIVE_INFINITY): PixelSize {
  const shrink = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * shrink)), height: Math.max(1, Math.round(height * shrink)) };
}

/** Returns a file name without its extension. */
export const nameStem = (name: string): string => name.replace(/\.[\w-]+$/, '');

/** An image is too large to be decoded here, or is not an image. */
class Undecodable extends Error {}

/**
 * Decodes a stored image, scaled down so that its longer side has at most `longest` pixels; in full size without it.
 *
 * @throws Undecodable
 */
export async function decodeImage(fileId: string, longest?: number): Promise<ImageBitmap> {
  const head = await headOf(fileId);
  const { width, height } = head ?? {};
  if (!width || !height || width * height > maxDecodedPixels) throw new Undecodable();
  const fitted = fitInto({ width, height }, longest);
  const resized = { resizeWidth: fitted.width, resizeHeight: fitted.height, resizeQuality: 'high' as const };
  try {
    const blob = await (await fetch(await addressOf(fileId))).blob();
    return await createImageBitmap(blob, {
      ...(fitted.width < width || fitted.height < height ? resized : {}),
      premultiplyAlpha: 'none',
      colorSpaceConversion: 'none',
    });
  } catch {
    throw new Undecodable();
  }
}

/** Draws a decoded image into a canvas of its own size, or of the given size. */
export function canvasOf(bitmap: ImageBitmap, { width, height }: PixelSize = bitmap): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  pen?.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}

/** Stores an image that the page produced. Rejects with an `AppError`. */
export async function storeCanvas(
  canvas: OffscreenCanvas,
  name: string,
  type: 'image/png' | 'image/webp',
): Promise<FileRef> {
  const blob = await canvas.convertToBlob(type === 'image/webp' ? { type, quality: 0.82 } : { type });
  return admitFile(new File([blob], name, { type }));
}

/** Longer side of a thumbnail; twice what a card shows, for high-density screens. */
const thumbPixels = 440;

/** Creates and stores a thumbnail; `null` where that is not possible. */
export async function makeThumb(file: FileRef): Promise<FileRef | null> {
  try {
    const bitmap = await decodeImage(file.id, thumbPixels);
    const canvas = canvasOf(bitmap);
    bitmap.close();
    return await storeCanvas(canvas, `small-${nameStem(file.name)}.webp`, 'image/webp');
  } catch {
    return null;
  }
}

/** Longest side of a copy, px; the most that current models take. */
const longestSide = 3840;

interface ConvertedInput {
  file: File;
  width: number;
  height: number;
}

/**
 * Converts an image to PNG, or to JPEG where the PNG is too large; never larger than models take.
 *
 * @throws AppError when the browser cannot decode it.
 */
export async function convertInput(file: File, largestBytes: number): Promise<ConvertedInput> {
  const canvas = await drawToCanvas(file, longestSide);
  const png = await encode(canvas, file, 'png');
  return png.file.size <= largestBytes ? png : encode(canvas, file, 'jpeg');
}

/**
 * Converts a stored image in its own size, and stores the result. A PNG gets 8 bits per channel.
 *
 * @throws AppError when the browser cannot decode it, or it cannot be stored.
 */
export async function convertStored({ id, name, type }: FileRef, format: 'png' | 'jpeg'): Promise<InputImage> {
  const blob = await (await fetch(await addressOf(id))).blob();
  const source = new File([blob], name, { type });
  const { file, width, height } = await encode(await drawToCanvas(source), source, format);
  return { file: await admitFile(file), width, height };
}

/** @param longest maximum pixels of the longer side; in full size without it. */
async function drawToCanvas(file: File, longest?: number): Promise<OffscreenCanvas> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new AppError(failureText('bad-input', strings().images.inputs.undecodable(file.name)));
  });
  const canvas = canvasOf(bitmap, fitInto(bitmap, longest));
  bitmap.close();
  return canvas;
}

async function encode(canvas: OffscreenCanvas, { name }: File, format: 'png' | 'jpeg'): Promise<ConvertedInput> {
  const type = `image/${format}`;
  const blob = await canvas.convertToBlob({ type, quality: 0.9 });
  const file = new File([blob], `${nameStem(name) || 'picture'}.${format === 'png' ? 'png' : 'jpg'}`, { type });
  return { file, width: canvas.width, height: canvas.height };
}
