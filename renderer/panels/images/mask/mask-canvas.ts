import { headBytes, readImageHead } from '#shared/media/image-head.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { admitFile } from '../../../lib/files/files.ts';
import type { PixelSize } from '../../../lib/generation/image-settings.ts';
import {
  canvasOf,
  decodeImage,
  fitInto,
  maxDecodedBytes,
  maxDecodedPixels,
  nameStem,
  storeCanvas,
} from '../image-files/read-image.ts';
import type { UsedMask } from '../model/image-spec.ts';
import { type MaskStep, visibleSteps } from './mask-strokes.ts';
import { floodRegion, minCorners, type Point } from './regions.ts';

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

/** What steps need from files before they can be drawn. */
export interface StepSources {
  masks: ReadonlyMap<string, ImageBitmap>;
  /** The painted image, scaled down where it is large; `null` where no step looks at its colors. */
  pixels: ImageData | null;
}

export const noSources: StepSources = { masks: new Map(), pixels: null };

/** Longer side of the copy on which regions of one color are found, px. */
const filledPixels = 2048;

/** Decodes what steps need: the masks that they load, and the image that they fill by color. */
export async function loadSources(steps: readonly MaskStep[], imageId: string): Promise<StepSources> {
  const visible = visibleSteps(steps);
  const masks = new Map<string, ImageBitmap>();
  for (const step of visible) if (step.do === 'load') masks.set(step.file.id, await decodeImage(step.file.id));
  return { masks, pixels: visible.some((step) => step.do === 'fill') ? await pixelsOf(imageId) : null };
}

let last: { imageId: string; pixels: Promise<ImageData> } | undefined;

/** The pixels of the newest image are kept: every undo needs them again. */
function pixelsOf(imageId: string): Promise<ImageData> {
  if (last?.imageId !== imageId)
    last = {
      imageId,
      pixels: decodeImage(imageId, filledPixels).then((bitmap) => {
        const { width, height } = bitmap;
        const pixels = canvasOf(bitmap).getContext('2d')?.getImageData(0, 0, width, height);
        bitmap.close();
        if (!pixels) throw new Error('this browser reads no pixels');
        return pixels;
      }),
    };
  const { pixels } = last;
  pixels.catch(() => {
    last = undefined;
  });
  return pixels;
}

/** Redraws a whole mask. */
export function drawSteps(layer: PaintLayer, steps: readonly MaskStep[], sources: StepSources): void {
  layer.pen.clearRect(0, 0, layer.width, layer.height);
  for (const step of visibleSteps(steps)) drawStep(layer, step, sources);
}

/** Draws one step over the existing ones. */
export function drawStep(layer: PaintLayer, step: MaskStep, { masks, pixels }: StepSources): void {
  const { pen, canvas, width, height } = layer;
  switch (step.do) {
    case 'paint':
    case 'erase':
      drawStroke(pen, step.do, step.size, step.points);
      break;
    case 'area':
      fillOutline(pen, step.points, step.erase);
      break;
    case 'fill':
      if (pixels) fillRegion(layer, pixels, step);
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

/** Adds to the mask, or erases from it. */
function drawAs(pen: Pen, erase: boolean, draw: () => void): void {
  pen.globalCompositeOperation = erase ? 'destination-out' : 'source-over';
  pen.fillStyle = '#000';
  pen.strokeStyle = '#000';
  draw();
  pen.globalCompositeOperation = 'source-over';
}

function fillOutline(pen: Pen, points: readonly Point[], erase: boolean): void {
  if (points.length < minCorners) return;
  drawAs(pen, erase, () => {
    pen.beginPath();
    for (const [x, y] of points) pen.lineTo(x, y);
    pen.closePath();
    pen.fill();
  });
}

function fillRegion(
  { pen, width, height }: PaintLayer,
  pixels: ImageData,
  { at: [x, y], tolerance, erase }: Extract<MaskStep, { do: 'fill' }>,
): void {
  const scale = pixels.width / width;
  const region = floodRegion(pixels.data, pixels, [Math.floor(x * scale), Math.floor(y * scale)], tolerance);
  const found = newLayer(pixels);
  const drawn = found.pen.createImageData(pixels.width, pixels.height);
  for (let index = 0; index < region.length; index += 1) if (region[index]) drawn.data[index * 4 + 3] = 255;
  found.pen.putImageData(drawn, 0, 0);
  drawAs(pen, erase, () => pen.drawImage(found.canvas, 0, 0, width, height));
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

export function drawStroke(pen: Pen, tool: 'paint' | 'erase', size: number, points: readonly Point[]): void {
  const [first] = points;
  if (!first) return;
  drawAs(pen, tool === 'erase', () => {
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
  });
}

/** Returns the pixels of a small copy, RGBA. */
function sampled(image: OffscreenCanvas | ImageBitmap, size: PixelSize, longest: number): Uint8ClampedArray {
  const { pen, width, height } = newLayer(fitInto(size, longest));
  pen.drawImage(image, 0, 0, width, height);
  return pen.getImageData(0, 0, width, height).data;
}

/** Longer side of the copy on which the painted share is counted, px. */
const sampledPixels = 256;

/** Returns the painted share of the image, 0 to 1. */
export function paintedShare({ canvas, width, height }: PaintLayer): number {
  const data = sampled(canvas, { width, height }, sampledPixels);
  let sum = 0;
  for (let at = 3; at < data.length; at += 4) sum += data[at] as number;
  return sum / 255 / (data.length / 4);
}

/** Stores the mask as services expect it: a PNG in the size of the image, transparent where it may change. */
export async function storeMask(layer: PaintLayer, imageName: string): Promise<FileRef> {
  const mask = newLayer(layer);
  fillInverted(mask, layer.canvas, true);
  return storeCanvas(mask.canvas, `mask-${nameStem(imageName)}.png`, 'image/png');
}

/**
 * Draws a mask from its steps and stores it; `null` when nothing is painted. Rejects when a file it needs is missing.
 */
export async function maskFile(
  steps: readonly MaskStep[],
  size: PixelSize,
  { id, name }: Pick<FileRef, 'id' | 'name'>,
): Promise<UsedMask | null> {
  const layer = newLayer(size);
  drawSteps(layer, steps, await loadSources(steps, id));
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
  return storeCanvas(layer.canvas, `mask-${nameStem(file.name)}.png`, 'image/png');
}

const inspectedPixels = 512;

function hasTransparency(bitmap: ImageBitmap): boolean {
  const data = sampled(bitmap, bitmap, inspectedPixels);
  for (let at = 3; at < data.length; at += 4) if ((data[at] as number) < 250) return true;
  return false;
}
