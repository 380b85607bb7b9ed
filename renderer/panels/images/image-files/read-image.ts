import { headBytes, type ImageHead, readImageHead } from '#shared/media/image-head.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { addressOf } from '../../../lib/files/file-address.ts';
import { admitFile } from '../../../lib/files/files.ts';

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
  const shrink = longest === undefined ? 1 : Math.min(1, longest / Math.max(width, height));
  const size =
    shrink < 1
      ? {
          resizeWidth: Math.max(1, Math.round(width * shrink)),
          resizeHeight: Math.max(1, Math.round(height * shrink)),
          resizeQuality: 'high' as const,
        }
      : {};
  try {
    const blob = await (await fetch(await addressOf(fileId))).blob();
    return await createImageBitmap(blob, { ...size, premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
  } catch {
    throw new Undecodable();
  }
}

/** Draws a decoded image into a canvas of its own size, or of the given size. */
export function canvasOf(
  bitmap: ImageBitmap,
  { width, height }: { width: number; height: number } = bitmap,
): OffscreenCanvas {
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
    return await storeCanvas(canvas, `small-${file.name.replace(/\.[\w-]+$/, '')}.webp`, 'image/webp');
  } catch {
    return null;
  }
}
