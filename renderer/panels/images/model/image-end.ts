import type { ImageHead } from './image-head.ts';

/**
 * True when the bytes go on to the end that the format marks: a file that was cut off shows as a picture for as far as it
 * goes, and gateways refuse it. Kinds whose end is not marked count as whole.
 */
export function isWholeImage(bytes: Uint8Array, { type }: Pick<ImageHead, 'type'>): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type === 'image/png') return hasPngEnd(view);
  if (type === 'image/jpeg') return hasJpegEnd(bytes, view);
  // The size stands behind RIFF and counts what follows it.
  if (type === 'image/webp') return view.byteLength >= 8 + view.getUint32(4, true);
  return true;
}

const pngEnd = 0x49454e44;

/** Walks over the chunks of a PNG to IEND. */
function hasPngEnd(view: DataView): boolean {
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at))
    if (view.getUint32(at + 4) === pngEnd) return true;
  return false;
}

/** Walks over the segments of a JPEG, and through the coded data behind each SOS, to EOI. */
function hasJpegEnd(bytes: Uint8Array, view: DataView): boolean {
  let at = 2;
  while (at + 1 < bytes.length) {
    const marker = bytes[at + 1] as number;
    if (bytes[at] !== 0xff) at += 1;
    else if (marker === 0xd9) return true;
    else if (marker === 0xff) at += 1;
    else if (marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else if (at + 3 < bytes.length) at += 2 + view.getUint16(at + 2);
    else return false;
  }
  return false;
}
