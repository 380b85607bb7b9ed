import { BitReader } from '../bit-reader.ts';
import { UnreadableFile } from '../decode-job.ts';
import { joined } from './samples.ts';

const rates = [0, 88_200, 176_400, 192_000, 8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000];
const depths = [0, 8, 12, 0, 16, 20, 24, 32];
/** Weights of the fixed predictors, newest sample first. */
const fixed: readonly (readonly number[])[] = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]];

/**
 * Decodes a FLAC file (RFC 9639), mixed down to one channel. Checksums are not compared.
 *
 * @throws UnreadableFile or RangeError for damaged data.
 */
export function readFlac(file: Uint8Array): { samples: Float32Array; sampleRate: number } {
  const bits = new BitReader(file);
  if (bits.read(32) !== 0x664c6143) throw new UnreadableFile('it is no FLAC file');
  let sampleRate = 0;
  let depth = 0;
  for (let isLast = false; !isLast; ) {
    isLast = bits.read(1) === 1;
    const type = bits.read(7);
    const next = bits.read(24) * 8;
    const from = bits.place;
    if (type === 0) {
      bits.place += 80;
      sampleRate = bits.read(20);
      bits.place += 3;
      depth = bits.read(5) + 1;
    }
    bits.place = from + next;
  }
  const pieces: Float32Array[] = [];
  while (bits.left >= 64 && bits.read(15) === 0x7ffc) pieces.push(readFrame(bits, depth));
  const samples = joined(pieces);
  if (sampleRate === 0 || samples.length === 0) throw new UnreadableFile('its data is damaged');
  return { samples, sampleRate };
}

function readFrame(bits: BitReader, fileDepth: number): Float32Array {
  bits.read(1);
  const sizeCode = bits.read(4);
  const rateCode = bits.read(4);
  const layout = bits.read(4);
  const depth = depths[bits.read(3)] || fileDepth;
  bits.read(1);
  // The number of the frame or sample, in the way of UTF-8.
  for (let more = Math.clz32(~(bits.read(8) << 24)) - 1; more > 0; more--) bits.read(8);
  const size = blockSize(bits, sizeCode);
  if (rateCode >= rates.length) bits.read(rateCode === 12 ? 8 : 16);
  bits.read(8);
  const isPair = layout >= 8;
  const channels = Array.from({ length: isPair ? 2 : layout + 1 }, (_, channel) => {
    // The difference of two channels needs a bit more.
    const isSide = (layout === 9 && channel === 0) || (isPair && layout !== 9 && channel === 1);
    return readSubframe(bits, size, depth + (isSide ? 1 : 0));
  });
  bits.align();
  bits.place += 16;
  return mixedDown(channels, layout, depth);
}

function blockSize(bits: BitReader, code: number): number {
  if (code === 0) throw new UnreadableFile('its data is damaged');
  if (code === 1) return 192;
  if (code <= 5) return 576 << (code - 2);
  if (code <= 7) return bits.read(code === 6 ? 8 : 16) + 1;
  return 256 << (code - 8);
}

/** What the mean of a pair is, whichever way it is written: left and side, side and right, or middle and side. */
function mixedDown(channels: readonly Float64Array[], layout: number, depth: number): Float32Array {
  const full = 2 ** (depth - 1);
  const [first, second] = channels as [Float64Array, Float64Array];
  return Float32Array.from(first, (value, index) => {
    if (layout === 8) return (value - (second[index] as number) / 2) / full;
    if (layout === 9) return ((second[index] as number) + value / 2) / full;
    if (layout === 10) return (value + ((second[index] as number) & 1) / 2) / full;
    return channels.reduce((sum, channel) => sum + (channel[index] as number), 0) / channels.length / full;
  });
}

function readSubframe(bits: BitReader, size: number, wholeDepth: number): Float64Array {
  bits.read(1);
  const kind = bits.read(6);
  const wasted = bits.read(1) === 1 ? bits.unary() + 1 : 0;
  const depth = wholeDepth - wasted;
  const values = new Float64Array(size);
  if (kind === 0) values.fill(bits.signed(depth));
  else if (kind === 1) for (let index = 0; index < size; index++) values[index] = bits.signed(depth);
  else if (kind >= 8 && kind <= 12) predicted(bits, values, depth, kind - 8, null);
  else if (kind >= 32) predicted(bits, values, depth, kind - 31, 'own');
  else throw new UnreadableFile('its data is damaged');
  return wasted === 0 ? values : values.map((value) => value * 2 ** wasted);
}

function predicted(bits: BitReader, values: Float64Array, depth: number, order: number, weights: 'own' | null): void {
  for (let index = 0; index < order; index++) values[index] = bits.signed(depth);
  const precision = weights ? bits.read(4) + 1 : 0;
  const scale = weights ? 2 ** bits.signed(5) : 1;
  const factors = weights ? Array.from({ length: order }, () => bits.signed(precision)) : (fixed[order] ?? []);
  readRest(bits, values, order);
  for (let index = order; index < values.length; index++) {
    let sum = 0;
    for (let back = 0; back < order; back++) sum += (factors[back] as number) * (values[index - back - 1] as number);
    values[index] = (values[index] as number) + Math.floor(sum / scale);
  }
}

/** What the prediction leaves over, in Rice codes. */
function readRest(bits: BitReader, values: Float64Array, order: number): void {
  const width = bits.read(2) === 0 ? 4 : 5;
  const parts = 1 << bits.read(4);
  for (let part = 0, index = order; part < parts; part++) {
    const end = ((part + 1) * values.length) / parts;
    const parameter = bits.read(width);
    const isPlain = parameter === 2 ** width - 1;
    const plainWidth = isPlain ? bits.read(5) : 0;
    for (; index < end; index++) {
      if (isPlain) {
        values[index] = plainWidth === 0 ? 0 : bits.signed(plainWidth);
        continue;
      }
      const folded = bits.unary() * 2 ** parameter + bits.read(parameter);
      values[index] = folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
    }
  }
}
