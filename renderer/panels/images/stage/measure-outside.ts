import type { FileRef } from '#shared/protocol/part.ts';
import { canvasOf, decodeImage, headOf } from '../image-files/read-image.ts';
import type { UsedMask } from '../model/image-order.ts';
import { changedOutside, type OutsideChange } from './changed-outside.ts';

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
