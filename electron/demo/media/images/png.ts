import { promisify } from 'node:util';
import { crc32, deflate, inflate } from 'node:zlib';
import { UnreadableFile } from '../attachment.ts';
import { blankImage, type Image, isOpaque } from './canvas.ts';

const deflateAsync = promisify(deflate);
const inflateAsync = promisify(inflate);
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** An image with more pixels is refused before it is decoded. */
const mostPixels = 4096 * 4096;

/** Writes an image as a PNG with 8 bits per channel: with an alpha channel only if something is transparent. */
export async function pngFile(image: Image): Promise<Buffer> {
  const { width, height, pixels } = image;
  const channels = isOpaque(image) ? 3 : 4;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, channels === 3 ? 2 : 6], 8);
  // One byte before each row: no filter.
  const stride = width * channels + 1;
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++)
    for (let x = 0, to = y * stride + 1, from = y * width * 4; x < width; x++, from += 4)
      for (let channel = 0; channel < channels; channel++) rows[to++] = pixels[from + channel] as number;
  const packed = await deflateAsync(rows, { level: 6 });
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(content.length + 12);
  bytes.writeUInt32BE(content.length, 0);
  bytes.write(type, 4, 'latin1');
  content.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, content.length + 8)), content.length + 8);
  return bytes;
}

/** Chunks that say what the pixels are. Others may unpack to any size, and are never given to the decoder. */
const needed = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];
/** Values per pixel by the color type: gray, RGB, palette, gray with alpha, RGB with alpha. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Reads a PNG; of 16 bits per channel the upper 8.
 *
 * @throws UnreadableFile for every other file, for a damaged one, and for one of more than 16 million pixels.
 */
export async function readPng(bytes: Buffer): Promise<Image> {
  if (!bytes.subarray(0, 8).equals(signature)) throw new UnreadableFile('it is not a PNG');
  const chunks = [...chunksOf(bytes)].filter(({ type }) => needed.includes(type));
  const header = chunks.find(({ type }) => type === 'IHDR')?.content;
  if (!header || header.length < 13) throw new UnreadableFile('it has no header');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  refuseTooLarge(width, height);
  const bits = header[8] ?? 0;
  if (bits < 8 && header[9] !== 3)
    throw new UnreadableFile(`it is a PNG of ${bits} bits per channel, and only 8 and 16 are supported`);
  await refuseWrongSize(chunks, (width * height * (channelsOf[header[9] ?? 0] ?? 1) * bits) / 8, height);
  const { decode, convertIndexedToRgb } = await import('fast-png');
  try {
    const plain = decode(Buffer.concat([signature, ...chunks.map(({ type, content }) => chunk(type, content))]));
    if (!plain.palette) return inFourChannels(width, height, plain.data, plain.channels, plain.depth);
    const data = convertIndexedToRgb(plain);
    return inFourChannels(width, height, data, data.length / (width * height), 8);
  } catch {
    throw new UnreadableFile('its data is damaged');
  }
}

/** @throws UnreadableFile for more pixels than the demo decodes, and for none. */
export function refuseTooLarge(width: number, height: number): void {
  if (width === 0 || height === 0) throw new UnreadableFile('it has no pixels');
  if (width * height > mostPixels)
    throw new UnreadableFile(`it has ${width} x ${height} pixels, more than ${mostPixels} in all`);
}

interface Chunk {
  type: string;
  content: Buffer;
}

function* chunksOf(bytes: Buffer): Generator<Chunk> {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (at + 12 + length > bytes.length) throw new UnreadableFile('it is cut off');
    yield { type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

/** Unpacks the pixels with a limit, since the decoder has none: one megabyte can unpack to one gigabyte. */
async function refuseWrongSize(chunks: readonly Chunk[], leastBytes: number, height: number): Promise<void> {
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ content }) => content));
  // Each row has a byte for its filter, in an interlaced image each row of seven passes.
  const rows = await inflateAsync(packed, { maxOutputLength: Math.ceil(leastBytes) + 16 * height + 64 }).catch(() => {
    throw new UnreadableFile('its data is damaged');
  });
  if (rows.length < leastBytes + height) throw new UnreadableFile('its data ends early');
}

function inFourChannels(
  width: number,
  height: number,
  data: ArrayLike<number>,
  channels: number,
  depth: number,
): Image {
  const image = blankImage(width, height);
  const isGray = channels <= 2;
  const scale = depth === 16 ? 1 / 256 : 1;
  const hasAlpha = channels % 2 === 0;
  for (let from = 0, to = 0; to < image.pixels.length; from += channels, to += 4) {
    for (let channel = 0; channel < 3; channel++)
      image.pixels[to + channel] = Math.floor((data[isGray ? from : from + channel] as number) * scale);
    image.pixels[to + 3] = hasAlpha ? Math.floor((data[from + channels - 1] as number) * scale) : 255;
  }
  return image;
}
