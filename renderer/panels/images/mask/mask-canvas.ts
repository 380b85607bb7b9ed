import { headBytes, readImageHead } from '#shared/media/image-head.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { admitFile } from '../../../lib/files/files.ts';
import { decodeImage, maxDecodedBytes, maxDecodedPixels, storeCanvas } from '../image-files/read-image.ts';
import type { PixelSize } from '../model/image-settings.ts';
import type { UsedMask } from '../model/image-spec.ts';
import { type MaskStep, visibleSteps } from './mask-strokes.ts';

type Pen = OffscreenCanvasRenderingContext2D;

/** The layer on which a mask is painted: opaque where the image may change. */
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

/** Decodes the masks that steps load; needed before the steps can be drawn. */
export async function decodeMasks(steps: readonly MaskStep[]): Promise<Map<string, ImageBitmap>> {
  const files = visibleSteps(steps).flatMap((step) => (step.do === 'load' ? [step.file.id] : []));
  const masks = new Map<string, ImageBitmap>();
  for (const id of files) masks.set(id, await decodeImage(id));
  return masks;
}

/** Redraws a whole mask. */
export function drawSteps(
  layer: PaintLayer,
  steps: readonly MaskStep[],
  masks: ReadonlyMap<string, ImageBitmap>,
): void {
  layer.pen.clearRect(0, 0, layer.width, layer.height);
  for (const step of visibleSteps(steps)) drawStep(layer, step, masks);
}

/** Draws one step over the existing ones. */
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
      fillInverted(layer, canvas);
      break;
    case 'load': {
      const mask = masks.get(step.file.id);
      if (!mask) return;
      pen.clearRect(0, 0, width, height);
      fillInverted(layer, mask, true);
    }
  }
}

/** Inverts: fills what the given image leaves transparent, and nothing else. */
function fillInverted(layer: PaintLayer, image: OffscreenCanvas | ImageBitmap, isFresh = false): void {
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
    // A line of length zero draws nothing.
    pen.arc(first[0], first[1], size / 2, 0, Math.PI * 2);
    pen.fill();
  } else {
    for (const [x, y] of points) pen.lineTo(x, y);
    pen.stroke();
  }
  pen.globalCompositeOperation = 'source-over';
}

/** Longer side of the copy on which the painted share is counted, px. */
const sampledPixels = 256;

/** Returns the painted share of the image, 0 to 1. */
export function paintedShare({ canvas, width, height }: PaintLayer): number {
  const shrink = Math.min(1, sampledPixels / Math.max(width, height));
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

/** Stores the mask as services expect it: a PNG in the size of the image, transparent where it may change. */
export async function storeMask(layer: PaintLayer, imageName: string): Promise<FileRef> {
  const mask = newLayer(layer);
  fillInverted(mask, layer.canvas, true);
  return storeCanvas(mask.canvas, `mask-${imageName.replace(/\.[\w-]+$/, '')}.png`, 'image/png');
}

/**
 * Draws a mask from its steps and stores it; `null` when nothing is painted. Rejects when a file it needs is missing.
 */
export async function maskFile(steps: readonly MaskStep[], size: PixelSize, name: string): Promise<UsedMask | null> {
  const layer = newLayer(size);
  drawSteps(layer, steps, await decodeMasks(steps));
  const share = paintedShare(layer);
  if (share === 0) return null;
  return { file: await storeMask(layer, name), ...size, share };
}

/** Whether a file can be used as a mask, or needs a conversion first. */
export type MaskInspection =
  | { kind: 'fine'; file: FileRef }
  | { kind: 'refused'; reason: 'not-picture' | 'too-large' }
  | { kind: 'other-size'; width: number; height: number; isOpaque: boolean }
  /** Nothing in it is transparent: a black and white mask, as other tools write them. */
  | { kind: 'opaque' };

/** Inspects a file that is to be the mask of an image of the given size. */
export async function inspectMask(file: File, size: PixelSize): Promise<MaskInspection> {
  const head = readImageHead(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
  if (!head?.width || !head.height) return { kind: 'refused', reason: 'not-picture' };
  const { width, height } = head;
  if (file.size > maxDecodedBytes || width * height > maxDecodedPixels) return { kind: 'refused', reason: 'too-large' };
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return { kind: 'refused', reason: 'not-picture' };
  const isOpaque = !hasTransparency(bitmap);
  bitmap.close();
  if (width !== size.width || height !== size.height) return { kind: 'other-size', width, height, isOpaque };
  return isOpaque ? { kind: 'opaque' } : { kind: 'fine', file: await admitFile(file) };
}

/**
 * Converts a file to a mask of the given size: scaled to it, and white read as what may change where nothing is
 * transparent.
 */
export async function convertMask(file: File, size: PixelSize): Promise<FileRef> {
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
  return storeCanvas(layer.canvas, `mask-${file.name.replace(/\.[\w-]+$/, '')}.png`, 'image/png');
}

const inspectedPixels = 512;

function hasTransparency(bitmap: ImageBitmap): boolean {
  const shrink = Math.min(1, inspectedPixels / Math.max(bitmap.width, bitmap.height));
  const small = newLayer({
    width: Math.max(1, Math.round(bitmap.width * shrink)),
    height: Math.max(1, Math.round(bitmap.height * shrink)),
  });
  small.pen.drawImage(bitmap, 0, 0, small.width, small.height);
  const { data } = small.pen.getImageData(0, 0, small.width, small.height);
  for (let at = 3; at < data.length; at += 4) if ((data[at] as number) < 250) return true;
  return false;
}
