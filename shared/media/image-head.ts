/** What the first bytes of an image reveal: its type and its size in pixels. */
export interface ImageHead {
  type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' | 'image/bmp' | 'image/avif';
  /** `null` when the type is known and the size is further into the file. */
  width: number | null;
  height: number | null;
}

/** Enough bytes for the size of nearly every image; only a long embedded JPEG preview can push it further back. */
export const headBytes = 262_144;

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));

/** Reads type and size from the first bytes of a file, without decoding it. Returns `null` if it is not an image. */
export function readImageHead(bytes: Uint8Array): ImageHead | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 8 && view.getUint32(0) === 0x89504e47)
    return bytes.length >= 24
      ? { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
      : { type: 'image/png', width: null, height: null };
  if (bytes.length >= 3 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff)
    return { type: 'image/jpeg', ...(jpegSize(view) ?? unknown) };
  if (bytes.length >= 10 && text(bytes, 0, 4) === 'GIF8')
    return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (bytes.length >= 16 && text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP')
    return { type: 'image/webp', ...(webpSize(bytes, view) ?? unknown) };
  if (bytes.length >= 26 && text(bytes, 0, 2) === 'BM')
    return { type: 'image/bmp', width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
  if (bytes.length >= 12 && /^ftypavi[fs]$/.test(text(bytes, 4, 12))) return { type: 'image/avif', ...unknown };
  return null;
}

const tiff = new Set(['49492a00', '49492b00', '4d4d002a', '4d4d002b']);
const heic = /^ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/;
const svg = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i;

/**
 * Returns the name of an image format that neither the edit routes nor this page accept; `null` for everything else.
 * Reads the first bytes of a file.
 */
export function foreignFormat(bytes: Uint8Array): string | null {
  const hex = [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (tiff.has(hex)) return 'TIFF';
  if (heic.test(text(bytes, 4, 12))) return 'HEIC';
  return svg.test(text(bytes, 0, 1024)) ? 'SVG' : null;
}

const unknown = { width: null, height: null };

/** Walks the segments of a JPEG to its frame header. */
function jpegSize(view: DataView): { width: number; height: number } | null {
  let at = 2;
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** Reads the size of a WebP; its three variants store it in different places. */
function webpSize(bytes: Uint8Array, view: DataView): { width: number; height: number } | null {
  if (bytes.length < 30) return null;
  const form = text(bytes, 12, 16);
  if (form === 'VP8X') {
    const of = (at: number) => 1 + (view.getUint16(at, true) | (view.getUint8(at + 2) << 16));
    return { width: of(24), height: of(27) };
  }
  if (form === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return form === 'VP8 '
    ? { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    : null;
}

/**
 * Returns true when the file reaches the end marker of its format: a truncated file renders as far as it goes, and
 * gateways refuse it. Formats without an end marker count as whole.
 */
export function isWholeImage(bytes: Uint8Array, { type }: Pick<ImageHead, 'type'>): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type === 'image/png') return hasPngEnd(view);
  if (type === 'image/jpeg') return hasJpegEnd(bytes, view);
  // The size after RIFF counts the bytes that follow it.
  if (type === 'image/webp') return view.byteLength >= 8 + view.getUint32(4, true);
  return true;
}

const pngEnd = 0x49454e44;

/** Walks the chunks of a PNG to IEND. */
function hasPngEnd(view: DataView): boolean {
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at))
    if (view.getUint32(at + 4) === pngEnd) return true;
  return false;
}

/** Walks the segments of a JPEG, and the coded data after each SOS, to EOI. */
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
