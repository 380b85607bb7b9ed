import type { FilmFrame } from './plain-h264.ts';

const size = 16;
const lumaBytes = size * size;
const chromaBytes = lumaBytes / 4;

/**
 * One block of 16 by 16 pixels as a film stores it: 256 values of brightness, then 64 of each colour difference, in the
 * range of television. Beyond the picture its edge goes on.
 */
export function toSamples({ width, height, pixels }: FilmFrame, left: number, top: number): Buffer {
  const block = Buffer.alloc(lumaBytes + 2 * chromaBytes);
  const blues = new Float64Array(chromaBytes);
  const reds = new Float64Array(chromaBytes);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const at = (Math.min(top + y, height - 1) * width + Math.min(left + x, width - 1)) * 4;
      const red = pixels[at] ?? 0;
      const green = pixels[at + 1] ?? 0;
      const blue = pixels[at + 2] ?? 0;
      block[y * size + x] = Math.round(16 + 0.257 * red + 0.504 * green + 0.098 * blue);
      const pair = (y >> 1) * (size / 2) + (x >> 1);
      blues[pair] = (blues[pair] ?? 0) + (-0.148 * red - 0.291 * green + 0.439 * blue) / 4;
      reds[pair] = (reds[pair] ?? 0) + (0.439 * red - 0.368 * green - 0.071 * blue) / 4;
    }
  for (let at = 0; at < chromaBytes; at++) {
    block[lumaBytes + at] = Math.round(128 + (blues[at] ?? 0));
    block[lumaBytes + chromaBytes + at] = Math.round(128 + (reds[at] ?? 0));
  }
  return block;
}
