import { BitWriter } from '../bits.ts';

/** A frame of a video: four bytes per pixel, red, green, blue and an unused one. */
export interface VideoFrame {
  width: number;
  height: number;
  pixels: Uint8Array | Uint8ClampedArray;
}

const blockSize = 16;
/** Baseline profile, with the flag that only constrained features are used. */
const profile = [66, 0xc0, 30];
/** Macroblock type 25 (I_PCM) in an intra frame: samples without any compression. */
const uncompressedBlock = new BitWriter().count(25).align().bytes;

const blocks = (size: number): number => Math.ceil(size / blockSize);

/** Returns the sequence parameters: the size of all images. The coded size is a multiple of 16; the rest is cropped. */
export function sequenceUnit(width: number, height: number): Buffer {
  const across = blocks(width);
  const down = blocks(height);
  const writer = new BitWriter();
  for (const byte of profile) writer.fixed(byte, 8);
  writer.count(0).count(0).count(2).count(0).fixed(0, 1);
  writer.count(across - 1).count(down - 1);
  writer.fixed(0b11, 2);
  // Counted in pairs of pixels, because two share their color.
  writer
    .fixed(1, 1)
    .count(0)
    .count((across * blockSize - width) / 2);
  writer.count(0).count((down * blockSize - height) / 2);
  writer.fixed(0, 1).finish();
  return unit(0x67, [writer.bytes]);
}

/** Returns the picture parameters: no arithmetic coding, no prediction, and control over the deblocking filter. */
export function imageUnit(): Buffer {
  const writer = new BitWriter();
  writer.count(0).count(0).fixed(0, 2).count(0).count(0).count(0).fixed(0, 3).count(0).count(0).count(0);
  writer.fixed(0b100, 3).finish();
  return unit(0x68, [writer.bytes]);
}

/** Returns one self-contained frame, every block of it uncompressed. */
export function frameUnit(frame: VideoFrame, number: number): Buffer {
  const head = new BitWriter();
  head.count(0).count(7).count(0).fixed(0, 4);
  // Consecutive frames of this type must differ in this number.
  head
    .count(number % 2)
    .fixed(0, 2)
    .count(0)
    .count(1);
  head.count(25).align();
  const parts: Buffer[] = [head.bytes];
  for (let row = 0; row < blocks(frame.height); row++)
    for (let column = 0; column < blocks(frame.width); column++) {
      if (parts.length > 1) parts.push(uncompressedBlock);
      parts.push(toSamples(frame, column * blockSize, row * blockSize));
    }
  parts.push(Buffer.of(0x80));
  return unit(0x65, parts);
}

/**
 * Returns a unit with its type in front. Three bytes that could be read as the start of another unit are separated by
 * an inserted 3.
 */
function unit(kind: number, parts: readonly Buffer[]): Buffer {
  const plain = Buffer.concat(parts);
  const out = Buffer.alloc(Math.ceil(plain.length * 1.5) + 1);
  out[0] = kind;
  let at = 1;
  let zeros = 0;
  for (const byte of plain) {
    if (zeros >= 2 && byte <= 3) {
      out[at++] = 3;
      zeros = 0;
    }
    out[at++] = byte;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return out.subarray(0, at);
}

const lumaBytes = blockSize * blockSize;
const chromaBytes = lumaBytes / 4;

/**
 * Returns one block of 16 by 16 pixels as stored in a video: 256 luma values, then 64 of each chroma component, in TV
 * range. Beyond the image its edge is repeated.
 */
function toSamples({ width, height, pixels }: VideoFrame, left: number, top: number): Buffer {
  const block = Buffer.alloc(lumaBytes + 2 * chromaBytes);
  const blues = new Float64Array(chromaBytes);
  const reds = new Float64Array(chromaBytes);
  for (let y = 0; y < blockSize; y++)
    for (let x = 0; x < blockSize; x++) {
      const at = (Math.min(top + y, height - 1) * width + Math.min(left + x, width - 1)) * 4;
      const red = pixels[at] ?? 0;
      const green = pixels[at + 1] ?? 0;
      const blue = pixels[at + 2] ?? 0;
      block[y * blockSize + x] = Math.round(16 + 0.257 * red + 0.504 * green + 0.098 * blue);
      const pair = (y >> 1) * (blockSize / 2) + (x >> 1);
      blues[pair] = (blues[pair] ?? 0) + (-0.148 * red - 0.291 * green + 0.439 * blue) / 4;
      reds[pair] = (reds[pair] ?? 0) + (0.439 * red - 0.368 * green - 0.071 * blue) / 4;
    }
  for (let at = 0; at < chromaBytes; at++) {
    block[lumaBytes + at] = Math.round(128 + (blues[at] ?? 0));
    block[lumaBytes + chromaBytes + at] = Math.round(128 + (reds[at] ?? 0));
  }
  return block;
}
