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
