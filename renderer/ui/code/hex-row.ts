export const bytesPerRow = 16;

/** `00001a40`: the offset of a row, as wide as the last offset needs (eight digits at least). */
export function formatOffset(offset: number, sizeBytes: number): string {
  const digits = Math.max(8, Math.max(0, sizeBytes - 1).toString(16).length);
  return offset.toString(16).padStart(digits, '0');
}

/** `48 65 6c 6c 6f 20 77 6f  72 6c 64`: two groups of eight, padded so that what stands after stays in line. */
export function formatBytes(bytes: Uint8Array): string {
  let out = '';
  for (let at = 0; at < bytesPerRow; at += 1) {
    const byte = bytes[at];
    out += byte === undefined ? '  ' : byte.toString(16).padStart(2, '0');
    out += at === 7 ? '  ' : at === bytesPerRow - 1 ? '' : ' ';
  }
  return out;
}

/** The printable ASCII of a row; everything else is a point. */
export function formatAscii(bytes: Uint8Array): string {
  let out = '';
  for (const byte of bytes) out += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.';
  return out;
}
