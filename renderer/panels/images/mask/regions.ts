import type { PixelSize } from '../../../lib/generation/image-settings.ts';

/** A place or a corner, image pixels. */
export type Point = [x: number, y: number];

/** Returns the corners of the rectangle between two opposite ones. */
export const rectangleCorners = ([x0, y0]: Point, [x1, y1]: Point): Point[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];

/** An outline encloses nothing with fewer corners. */
export const minCorners = 3;

/**
 * Returns the connected region around a pixel whose color differs from it by at most the tolerance in every channel,
 * one byte per pixel: 1 inside. Empty for a pixel outside the image.
 *
 * @param pixels RGBA.
 * @param tolerance 0 to 255.
 */
export function floodRegion(
  pixels: Uint8ClampedArray,
  { width, height }: PixelSize,
  [x, y]: Point,
  tolerance: number,
): Uint8Array {
  const region = new Uint8Array(width * height);
  if (x < 0 || y < 0 || x >= width || y >= height) return region;
  const seed = (y * width + x) * 4;
  const fits = (at: number): boolean => {
    if (region[at]) return false;
    for (let channel = 0; channel < 4; channel += 1)
      if (Math.abs((pixels[at * 4 + channel] as number) - (pixels[seed + channel] as number)) > tolerance) return false;
    return true;
  };
  const rows: Point[] = [[x, y]];
  for (let next = rows.pop(); next; next = rows.pop()) {
    const row = next[1] * width;
    let left = next[0];
    if (!fits(row + left)) continue;
    while (left > 0 && fits(row + left - 1)) left -= 1;
    let above = false;
    let below = false;
    for (let at = left; at < width && fits(row + at); at += 1) {
      region[row + at] = 1;
      const up = next[1] > 0 && fits(row - width + at);
      const down = next[1] < height - 1 && fits(row + width + at);
      // One entry per run is enough: it is widened when it is taken.
      if (up && !above) rows.push([at, next[1] - 1]);
      if (down && !below) rows.push([at, next[1] + 1]);
      above = up;
      below = down;
    }
  }
  return region;
}

/** Box blurs in a row that together are close to a Gaussian blur. */
const blurs = 3;

/**
 * Softens the edge of a mask: its alpha, one byte per pixel, fades over about twice the radius. Beyond the image the mask
 * goes on as at its edge, so that one that reaches the edge stays solid there.
 *
 * @param radius pixels.
 */
export function feathered(alpha: Uint8ClampedArray, { width, height }: PixelSize, radius: number): Uint8ClampedArray {
  const reach = Math.max(1, Math.round(radius / Math.sqrt(blurs)));
  const now = Float32Array.from(alpha);
  const wide = new Float32Array(now.length);
  for (let turn = 0; turn < blurs; turn += 1) {
    blurLines(now, wide, { count: height, length: width, step: 1, stride: width }, reach);
    blurLines(wide, now, { count: width, length: height, step: width, stride: 1 }, reach);
  }
  return Uint8ClampedArray.from(now);
}

interface Lines {
  count: number;
  length: number;
  /** Distance of two neighbors on a line, and of two lines. */
  step: number;
  stride: number;
}

/** Averages each line over a sliding window, whose cost does not depend on its size. */
function blurLines(from: Float32Array, to: Float32Array, { count, length, step, stride }: Lines, reach: number): void {
  const span = 2 * reach + 1;
  for (let line = 0; line < count; line += 1) {
    const start = line * stride;
    const at = (index: number) => from[start + Math.min(length - 1, Math.max(0, index)) * step] as number;
    let sum = 0;
    for (let index = -reach; index <= reach; index += 1) sum += at(index);
    for (let index = 0; index < length; index += 1) {
      to[start + index * step] = sum / span;
      sum += at(index + reach + 1) - at(index - reach);
    }
  }
}
