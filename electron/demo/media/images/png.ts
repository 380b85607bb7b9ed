import { promisify } from 'node:util';
import { crc32, deflate, inflate } from 'node:zlib';
import { mostPixels, UnreadableFile } from '../decode.ts';
import { blankImage, type Image, isOpaque } from './canvas.ts';

const deflateAsync = promisify(deflate);
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const UP = 2;

/** Writes an image as a PNG with 8 bits per channel: with an alpha channel only if something is transparent. */
export async function pngFile(image: Image): Promise<Buffer> {
  const { width, height } = image;
  const channels = isOpaque(image) ? 3 : 4;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = channels === 3 ? 2 : 6;
  const packed = await deflateAsync(filteredRows(image, channels), { level: 6 });
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))]);
}

/** Encodes each row as its difference from the row above, which suits skies. */
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

const inflateAsync = promisify(inflate);
/** Values per pixel by the color type: gray, RGB, palette, gray with alpha, RGB with alpha. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Header {
  width: number;
  height: number;
  bits: number;
  colorType: number;
  isInterlaced: boolean;
}

/**
 * Reads a non-interlaced PNG with 8 or 16 bits per channel; of 16 bits the upper 8.
 *
 * @throws UnreadableFile for every other file, for a damaged one, and for one of more than 16 million pixels.
 */
export async function readPng(bytes: Buffer): Promise<Image> {
  if (!bytes.subarray(0, 8).equals(signature)) throw new UnreadableFile('it is not a PNG');
  const chunks = [...chunksOf(bytes)];
  const header = readHeader(chunks.find(({ type }) => type === 'IHDR')?.content);
  const channels = channelsOf[header.colorType] as number;
  const pixelBytes = (channels * header.bits) / 8;
  const stride = header.width * pixelBytes + 1;
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ content }) => content));
  const rows = await inflateAsync(packed, { maxOutputLength: stride * header.height }).catch(() => {
    throw new UnreadableFile('its data is damaged');
  });
  if (rows.length < stride * header.height) throw new UnreadableFile('its data ends early');
  undoFilters(rows, stride, header.height, pixelBytes);
  return paint(header, header.bits === 16 ? upperBytes(rows, stride) : rows, channels, paletteOf(chunks));
}

function* chunksOf(bytes: Buffer): Generator<{ type: string; content: Buffer }> {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (at + 12 + length > bytes.length) throw new UnreadableFile('it is cut off');
    yield { type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

function readHeader(content: Buffer | undefined): Header {
  if (!content || content.length < 13) throw new UnreadableFile('it has no header');
  const header: Header = {
    width: content.readUInt32BE(0),
    height: content.readUInt32BE(4),
    bits: content[8] as number,
    colorType: content[9] as number,
    isInterlaced: content[12] !== 0,
  };
  if (header.width === 0 || header.height === 0) throw new UnreadableFile('it has no pixels');
  if (header.width * header.height > mostPixels)
    throw new UnreadableFile(`it has ${header.width} x ${header.height} pixels, more than ${mostPixels} in all`);
  const isDeep = header.bits === 16 && header.colorType !== 3;
  if ((header.bits !== 8 && !isDeep) || !(header.colorType in channelsOf))
    throw new UnreadableFile(`it is a PNG of ${header.bits} bits per channel, and only 8 and 16 are supported`);
  if (header.isInterlaced) throw new UnreadableFile('it is an interlaced PNG');
  return header;
}

/** Converts the differences of each row back into values, in place. */
function undoFilters(rows: Buffer, stride: number, height: number, pixelBytes: number): void {
  for (let y = 0; y < height; y++) {
    const start = y * stride + 1;
    const filter = rows[start - 1] as number;
    if (filter > 4) throw new UnreadableFile('its data is damaged');
    for (let at = start; filter !== 0 && at < start + stride - 1; at++) {
      const left = at - pixelBytes >= start ? (rows[at - pixelBytes] as number) : 0;
      const above = y > 0 ? (rows[at - stride] as number) : 0;
      const corner = y > 0 && at - pixelBytes >= start ? (rows[at - stride - pixelBytes] as number) : 0;
      rows[at] = (rows[at] as number) + prediction(filter, left, above, corner);
    }
  }
}

/** Converts rows with 16 bits per value to rows with 8, each with its filter byte. */
function upperBytes(rows: Buffer, stride: number): Buffer {
  const result = Buffer.alloc((rows.length / stride) * ((stride + 1) / 2));
  let to = 0;
  for (let start = 0; start < rows.length; start += stride) {
    to += 1;
    for (let at = start + 1; at < start + stride; at += 2) result[to++] = rows[at] as number;
  }
  return result;
}

function prediction(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

interface Palette {
  colors: Buffer;
  alphas: Buffer;
}

function paletteOf(chunks: { type: string; content: Buffer }[]): Palette {
  const of = (wanted: string) => chunks.find(({ type }) => type === wanted)?.content ?? Buffer.alloc(0);
  return { colors: of('PLTE'), alphas: of('tRNS') };
}

function paint(
  { width, height, colorType }: Header,
  rows: Buffer,
  channels: number,
  { colors, alphas }: Palette,
): Image {
  const image = blankImage(width, height);
  const { pixels } = image;
  let to = 0;
  for (let y = 0; y < height; y++) {
    let from = y * (width * channels + 1) + 1;
    for (let x = 0; x < width; x++, from += channels, to += 4) {
      const first = rows[from] as number;
      if (colorType === 3) {
        pixels.set(colors.subarray(first * 3, first * 3 + 3), to);
        pixels[to + 3] = alphas[first] ?? 255;
      } else if (channels <= 2) {
        pixels.fill(first, to, to + 3);
        pixels[to + 3] = channels === 2 ? (rows[from + 1] as number) : 255;
      } else {
        pixels.set(rows.subarray(from, from + channels), to);
        if (channels === 3) pixels[to + 3] = 255;
      }
    }
  }
  return image;
}
