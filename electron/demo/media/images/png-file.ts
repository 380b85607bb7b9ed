import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { type Image, isOpaque } from './canvas.ts';

const deflateAside = promisify(deflate);
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const UP = 2;

/** Writes an image as a PNG of 8 bits a channel: with an alpha channel only where something is transparent. */
export async function pngFile(image: Image): Promise<Buffer> {
  const { width, height } = image;
  const channels = isOpaque(image) ? 3 : 4;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = channels === 3 ? 2 : 6;
  const packed = await deflateAside(filteredRows(image, channels), { level: 6 });
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))]);
}

/** Each row as its difference from the row above, which suits skies. */
function filteredRows({ width, height, pixels }: Image, channels: number): Buffer {
  const stride = width * channels + 1;
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    let to = y * stride;
    rows[to++] = UP;
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4;
      const above = from - width * 4;
      for (let channel = 0; channel < channels; channel++)
        rows[to++] = (pixels[from + channel] as number) - (y === 0 ? 0 : (pixels[above + channel] as number));
    }
  }
  return rows;
}

function chunk(type: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(content.length + 12);
  bytes.writeUInt32BE(content.length, 0);
  bytes.write(type, 4, 'latin1');
  content.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, content.length + 8)), content.length + 8);
  return bytes;
}
