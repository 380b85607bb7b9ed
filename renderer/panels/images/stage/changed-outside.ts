import type { FileRef } from '#shared/protocol/part.ts';
import { canvasOf, decodeImage, headOf } from '../image-files/read-image.ts';
import type { UsedMask } from '../model/image-order.ts';

/** A channel may differ by so much, of 255, and still count as the same: compression alone does that. */
export const changeThreshold = 8;

interface OutsideChange {
  /** Pixels that had to stay as they were. */
  protectedPixels: number;
  /** Those of them that did not. */
  changedPixels: number;
  /** `changedPixels` of `protectedPixels`; 0 where nothing was protected. */
  share: number;
}

/**
 * Counts the pixels that changed though the mask protects them. All three are RGBA of the same size; the mask protects
 * where it is wholly opaque, so its soft edge counts for neither side.
 *
 * @param marks when given, one byte a pixel: 1 for each that changed.
 */
export function changedOutside(
  before: Uint8ClampedArray,
  after: Uint8ClampedArray,
  mask: Uint8ClampedArray | null,
  marks?: Uint8Array,
): OutsideChange {
  let protectedPixels = 0;
  let changedPixels = 0;
  for (let at = 0; at < before.length; at += 4) {
    if (mask && (mask[at + 3] as number) < 255) continue;
    protectedPixels += 1;
    if (!differs(before, after, at)) continue;
    changedPixels += 1;
    if (marks) marks[at >> 2] = 1;
  }
  return { protectedPixels, changedPixels, share: protectedPixels === 0 ? 0 : changedPixels / protectedPixels };
}

function differs(before: Uint8ClampedArray, after: Uint8ClampedArray, at: number): boolean {
  for (let channel = 0; channel < 4; channel += 1)
    if (Math.abs((before[at + channel] as number) - (after[at + channel] as number)) > changeThreshold) return true;
  return false;
}

export interface MeasuredChange extends OutsideChange {
  /** The size at which the pixels were compared. */
  width: number;
  height: number;
  /** The three did not have one size, or were too large, so they were brought to one before. */
  isScaled: boolean;
  /** The pixels that changed, drawn over the picture. */
  marks: OffscreenCanvas;
}

/** Pixels are compared at most at this length of the longer side. */
const longest = 4096;

/** Compares a result with its input, in all the places that its mask protects. Rejects when one can not be decoded. */
export async function measureOutside(source: FileRef, result: FileRef, mask: UsedMask | null): Promise<MeasuredChange> {
  const [sourceHead, resultHead] = await Promise.all([headOf(source.id), headOf(result.id)]);
  const after = await decodeImage(result.id, longest);
  const size = { width: after.width, height: after.height };
  const pixels = (bitmap: ImageBitmap) => {
    const data = canvasOf(bitmap, size).getContext('2d')?.getImageData(0, 0, size.width, size.height).data;
    bitmap.close();
    if (!data) throw new Error('this browser reads no pixels');
    return data;
  };
  const afterPixels = pixels(after);
  const beforePixels = pixels(await decodeImage(source.id, longest));
  const maskPixels = mask ? pixels(await decodeImage(mask.file.id, longest)) : null;
  const marked = new Uint8Array(size.width * size.height);
  const change = changedOutside(beforePixels, afterPixels, maskPixels, marked);
  return {
    ...change,
    ...size,
    isScaled:
      sourceHead?.width !== resultHead?.width ||
      sourceHead?.height !== resultHead?.height ||
      resultHead?.width !== size.width,
    marks: drawMarks(marked, size),
  };
}

function drawMarks(marked: Uint8Array, { width, height }: { width: number; height: number }): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const image = new ImageData(width, height);
  for (let at = 0; at < marked.length; at += 1) if (marked[at]) image.data.set([226, 60, 160, 210], at * 4);
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return canvas;
}
