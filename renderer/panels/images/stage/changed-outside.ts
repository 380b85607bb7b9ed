/** A channel may differ by so much, of 255, and still count as the same: compression alone does that. */
export const changeThreshold = 8;

export interface OutsideChange {
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
