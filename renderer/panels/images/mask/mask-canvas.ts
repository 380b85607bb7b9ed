import type { FileRef } from '#shared/protocol/part.ts';
import { admitFile } from '../../../lib/files/files.ts';
import { mostDecodedBytes, mostDecodedPixels } from '../composer/input-faults.ts';
import { decodeImage, keepCanvas } from '../image-files/read-image.ts';
import { headBytes, readImageHead } from '../model/image-head.ts';
import type { UsedMask } from '../model/image-order.ts';
import type { PixelSize } from '../model/image-settings.ts';
import { type MaskStep, visibleSteps } from './mask-strokes.ts';

type Pen = OffscreenCanvasRenderingContext2D;

/** The layer on which a mask is painted: opaque where the picture may change. */
export interface PaintLayer extends PixelSize {
  canvas: OffscreenCanvas;
  pen: Pen;
}

export function newLayer({ width, height }: PixelSize): PaintLayer {
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d', { willReadFrequently: false });
  if (!pen) throw new Error('this browser draws no pictures');
  return { canvas, pen, width, height };
}

/** Masks that steps take over, decoded; they are needed before the steps can be drawn. */
export async function masksIn(steps: readonly MaskStep[]): Promise<Map<string, ImageBitmap>> {
  const files = visibleSteps(steps).flatMap((step) => (step.do === 'load' ? [step.file.id] : []));
  const masks = new Map<string, ImageBitmap>();
  for (const id of files) masks.set(id, await decodeImage(id));
  return masks;
}

/** Draws a whole mask anew. */
export function drawSteps(
  layer: PaintLayer,
  steps: readonly MaskStep[],
  masks: ReadonlyMap<string, ImageBitmap>,
): void {
  layer.pen.clearRect(0, 0, layer.width, layer.height);
  for (const step of visibleSteps(steps)) drawStep(layer, step, masks);
}

/** Draws one step on what is there. */
export function drawStep(layer: PaintLayer, step: MaskStep, masks: ReadonlyMap<string, ImageBitmap>): void {
  const { pen, canvas, width, height } = layer;
  switch (step.do) {
    case 'paint':
    case 'erase':
      drawStroke(pen, step.do, step.size, step.points);
      break;
    case 'clear':
      pen.clearRect(0, 0, width, height);
      break;
    case 'invert':
      turnOver(layer, canvas);
      break;
    case 'load': {
      const mask = masks.get(step.file.id);
      if (!mask) return;
      pen.clearRect(0, 0, width, height);
      turnOver(layer, mask, true);
    }
  }
}

/** Fills what the given picture leaves transparent, and nothing else. */
function turnOver(layer: PaintLayer, image: OffscreenCanvas | ImageBitmap, isFresh = false): void {
  const copy = isFresh ? image : newLayer(layer).canvas;
  if (copy !== image) (copy as OffscreenCanvas).getContext('2d')?.drawImage(image, 0, 0);
  const { pen, width, height } = layer;
  pen.globalCompositeOperation = 'source-over';
  pen.fillStyle = '#000';
  pen.fillRect(0, 0, width, height);
  pen.globalCompositeOperation = 'destination-out';
  pen.drawImage(copy, 0, 0, width, height);
  pen.globalCompositeOperation = 'source-over';
}

export function drawStroke(
  pen: Pen,
  tool: 'paint' | 'erase',
  size: number,
  points: readonly (readonly [number, number])[],
): void {
  const [first] = points;
  if (!first) return;
  pen.globalCompositeOperation = tool === 'paint' ? 'source-over' : 'destination-out';
  pen.fillStyle = '#000';
  pen.strokeStyle = '#000';
  pen.lineWidth = size;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.beginPath();
  if (points.length === 1) {
    // A line without length leaves nothing.
    pen.arc(first[0], first[1], size / 2, 0, Math.PI * 2);
    pen.fill();
  } else {
    for (const [x, y] of points) pen.lineTo(x, y);
    pen.stroke();
  }
  pen.globalCompositeOperation = 'source-over';
}

/** Pixels across in the copy on which the painted share is counted. */
const countedPixels = 256;

/** How much of the picture is painted, 0 to 1. */
export function paintedShare({ canvas, width, height }: PaintLayer): number {
  const shrink = Math.min(1, countedPixels / Math.max(width, height));
  const small = newLayer({
    width: Math.max(1, Math.round(width * shrink)),
    height: Math.max(1, Math.round(height * shrink)),
  });
  small.pen.drawImage(canvas, 0, 0, small.width, small.height);
  const { data } = small.pen.getImageData(0, 0, small.width, small.height);
  let sum = 0;
  for (let at = 3; at < data.length; at += 4) sum += data[at] as number;
  return sum / 255 / (data.length / 4);
}

/** The mask as services want it: a PNG of the picture's own size, transparent where it may change. */
export async function keepMask(layer: PaintLayer, imageName: string): Promise<FileRef> {
  const mask = newLayer(layer);
  turnOver(mask, layer.canvas, true);
  return keepCanvas(mask.canvas, `mask-${imageName.replace(/\.[\w-]+$/, '')}.png`, 'image/png');
}

/** Draws a mask from its steps and keeps it; `null` when nothing of it is painted. Rejects when a part of it is gone. */
export async function maskFile(steps: readonly MaskStep[], size: PixelSize, name: string): Promise<UsedMask | null> {
  const layer = newLayer(size);
  drawSteps(layer, steps, await masksIn(steps));
  const share = paintedShare(layer);
  if (share === 0) return null;
  return { file: await keepMask(layer, name), ...size, share };
}

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
