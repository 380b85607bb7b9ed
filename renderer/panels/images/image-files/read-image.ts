import type { FileRef } from '#shared/protocol/part.ts';
import { addressOf } from '../../../lib/files/file-address.ts';
import { admitFile } from '../../../lib/files/files.ts';
import { mostDecodedPixels } from '../composer/input-faults.ts';
import { headBytes, type ImageHead, readImageHead } from '../model/image-head.ts';

/** Kind and size of a stored picture, from its first bytes; `null` when they are not a picture's or can not be read. */
export async function headOf(fileId: string): Promise<ImageHead | null> {
  try {
    const response = await fetch(await addressOf(fileId), { headers: { range: `bytes=0-${headBytes - 1}` } });
    const head = response.ok ? readImageHead(new Uint8Array(await response.arrayBuffer())) : null;
    return head && { ...head, ...(head.width === null ? await measured(fileId) : {}) };
  } catch {
    return null;
  }
}

/** Where the first bytes hide the size, the browser tells it. */
async function measured(fileId: string): Promise<Partial<ImageHead>> {
  const image = new Image();
  image.src = await addressOf(fileId);
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}

/** A picture is too large to be decoded here, or is none. */
export class Undecodable extends Error {}

/**
 * Decodes a stored picture, at most so large that its longer side has `longest` pixels; whole without it.
 *
 * @throws Undecodable
 */
export async function decodeImage(fileId: string, longest?: number): Promise<ImageBitmap> {
  const head = await headOf(fileId);
  const { width, height } = head ?? {};
  if (!width || !height || width * height > mostDecodedPixels) throw new Undecodable();
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

/** Draws a decoded picture into a canvas of its own, or of the given size. */
export function canvasOf(
  bitmap: ImageBitmap,
  { width, height }: { width: number; height: number } = bitmap,
): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  pen?.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}

/** Puts a picture that the page made into the file store. Rejects with an `AppError`. */
export async function keepCanvas(
  canvas: OffscreenCanvas,
  name: string,
  type: 'image/png' | 'image/webp',
): Promise<FileRef> {
  const blob = await canvas.convertToBlob(type === 'image/webp' ? { type, quality: 0.82 } : { type });
  return admitFile(new File([blob], name, { type }));
}

/** The longer side of a picture in the gallery; twice what a card shows, for dense screens. */
const thumbPixels = 440;

/** Makes the small picture of the gallery and keeps it on the disk; `null` where that can not be done. */
export async function makeThumb(file: FileRef): Promise<FileRef | null> {
  try {
    const bitmap = await decodeImage(file.id, thumbPixels);
    const canvas = canvasOf(bitmap);
    bitmap.close();
    return await keepCanvas(canvas, `small-${file.name.replace(/\.[\w-]+$/, '')}.webp`, 'image/webp');
  } catch {
    return null;
  }
}
