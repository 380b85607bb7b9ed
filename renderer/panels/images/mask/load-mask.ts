import type { FileRef } from '#shared/protocol/part.ts';
import { admitFile } from '../../../lib/files/files.ts';
import { mostDecodedBytes, mostDecodedPixels } from '../composer/input-faults.ts';
import { keepCanvas } from '../image-files/read-image.ts';
import { headBytes, readImageHead } from '../model/image-head.ts';
import type { PixelSize } from '../model/image-settings.ts';
import { newLayer } from './mask-canvas.ts';

/** Why a file is no mask as it is, and what can be made of it. */
export type MaskLook =
  | { kind: 'fine'; file: FileRef }
  | { kind: 'refused'; reason: 'not-picture' | 'too-large' }
  | { kind: 'other-size'; width: number; height: number; isOpaque: boolean }
  /** Nothing in it is transparent: a black and white mask, as other tools write them. */
  | { kind: 'opaque' };

/** Looks at a file that shall be the mask of a picture of the given size. */
export async function lookAtMask(file: File, size: PixelSize): Promise<MaskLook> {
  const head = readImageHead(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
  if (!head?.width || !head.height) return { kind: 'refused', reason: 'not-picture' };
  const { width, height } = head;
  if (file.size > mostDecodedBytes || width * height > mostDecodedPixels)
    return { kind: 'refused', reason: 'too-large' };
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return { kind: 'refused', reason: 'not-picture' };
  const isOpaque = !hasTransparency(bitmap);
  bitmap.close();
  if (width !== size.width || height !== size.height) return { kind: 'other-size', width, height, isOpaque };
  return isOpaque ? { kind: 'opaque' } : { kind: 'fine', file: await admitFile(file) };
}

/** The file as a mask of the given size: stretched to it, and white read as what may change where nothing is transparent. */
export async function remadeMask(file: File, size: PixelSize): Promise<FileRef> {
  const bitmap = await createImageBitmap(file);
  const isOpaque = !hasTransparency(bitmap);
  const layer = newLayer(size);
  layer.pen.drawImage(bitmap, 0, 0, size.width, size.height);
  bitmap.close();
  if (isOpaque) {
    const pixels = layer.pen.getImageData(0, 0, size.width, size.height);
    for (let at = 0; at < pixels.data.length; at += 4) {
      const light =
        0.299 * (pixels.data[at] as number) +
        0.587 * (pixels.data[at + 1] as number) +
        0.114 * (pixels.data[at + 2] as number);
      pixels.data[at + 3] = 255 - light;
    }
    layer.pen.putImageData(pixels, 0, 0);
  }
  return keepCanvas(layer.canvas, `mask-${file.name.replace(/\.[\w-]+$/, '')}.png`, 'image/png');
}

const lookedPixels = 512;

function hasTransparency(bitmap: ImageBitmap): boolean {
  const shrink = Math.min(1, lookedPixels / Math.max(bitmap.width, bitmap.height));
  const small = newLayer({
    width: Math.max(1, Math.round(bitmap.width * shrink)),
    height: Math.max(1, Math.round(bitmap.height * shrink)),
  });
  small.pen.drawImage(bitmap, 0, 0, small.width, small.height);
  const { data } = small.pen.getImageData(0, 0, small.width, small.height);
  for (let at = 3; at < data.length; at += 4) if ((data[at] as number) < 250) return true;
  return false;
}
