interface ImageSize {
  format: 'PNG' | 'JPEG' | 'GIF' | 'WEBP';
  width: number;
  height: number;
}

/** Format and size in pixels, read from the header of an image; `null` for any other bytes. */
export function readImageSize(bytes: Buffer): ImageSize | null {
  if (bytes.length >= 24 && bytes.readUInt32BE(0) === 0x89504e47) {
    return { format: 'PNG', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  if (bytes.length >= 10 && /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) {
    return { format: 'GIF', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  }
  if (bytes.length >= 30 && bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') {
    return webpSize(bytes);
  }
  if (bytes.length >= 4 && bytes.readUInt16BE(0) === 0xffd8) return jpegSize(bytes);
  return null;
}

function webpSize(bytes: Buffer): ImageSize | null {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') {
    return { format: 'WEBP', width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  }
  if (kind === 'VP8L') {
    const packed = bytes.readUInt32LE(21);
    return { format: 'WEBP', width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
  }
  if (kind === 'VP8 ') {
    return { format: 'WEBP', width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
  return null;
}

/** Walks the segments of a JPEG up to the frame header, which is any of C0 to CF except the three tables. */
function jpegSize(bytes: Buffer): ImageSize | null {
  let position = 2;
  while (position + 9 <= bytes.length && bytes[position] === 0xff) {
    const marker = bytes[position + 1] ?? 0;
    if (marker === 0xff) {
      position++;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { format: 'JPEG', width: bytes.readUInt16BE(position + 7), height: bytes.readUInt16BE(position + 5) };
    }
    position += 2 + bytes.readUInt16BE(position + 2);
  }
  return null;
}
