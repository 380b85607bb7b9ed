import { BitReader, BitWriter } from '../bits.ts';
import { UnreadableFile } from '../decode.ts';
import { type AudioClip, joined, toInt16 } from './samples.ts';

const rates = [0, 88_200, 176_400, 192_000, 8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000];
const depths = [0, 8, 12, 0, 16, 20, 24, 32];
/** Weights of the fixed predictors, newest sample first. */
const fixed: readonly (readonly number[])[] = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]];

/**
 * Decodes a FLAC file (RFC 9639), mixed down to one channel. Checksums are not verified.
 *
 * @throws UnreadableFile or RangeError for damaged data.
 */
export function readFlac(file: Uint8Array): { samples: Float32Array; sampleRate: number } {
  const bits = new BitReader(file);
  if (bits.read(32) !== 0x664c6143) throw new UnreadableFile('it is not a FLAC file');
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
  const chunks: Float32Array[] = [];
  while (bits.left >= 64 && bits.read(15) === 0x7ffc) chunks.push(readFrame(bits, depth));
  const samples = joined(chunks);
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
  // The number of the frame or sample, coded like UTF-8.
  for (let more = Math.clz32(~(bits.read(8) << 24)) - 1; more > 0; more--) bits.read(8);
  const size = blockSize(bits, sizeCode);
  if (rateCode >= rates.length) bits.read(rateCode === 12 ? 8 : 16);
  bits.read(8);
  const isPair = layout >= 8;
  const channels = Array.from({ length: isPair ? 2 : layout + 1 }, (_, channel) => {
    // The difference of two channels needs one more bit.
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

/** Returns the mean of the channels, however a pair is coded: left and side, side and right, or middle and side. */
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

/** Reads the residual of the prediction, in Rice codes. */
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

const blockSamples = 4096;

/**
 * Returns a FLAC file with one channel and 16 bits. Each block is a fixed predictor of second order with one Rice
 * parameter: about half the size of the samples, and still a simple encoder (RFC 9639).
 */
export function flacFile({ samples, sampleRate }: AudioClip): Buffer {
  const values = Int32Array.from(samples, toInt16);
  const blocks: Buffer[] = [];
  for (let start = 0; start < values.length; start += blockSamples) {
    blocks.push(frame(values.subarray(start, start + blockSamples), blocks.length));
  }
  const info = new BitWriter();
  info.fixed(blockSamples, 16);
  info.fixed(blockSamples, 16);
  // Smallest and largest frame: unknown.
  info.fixed(0, 24);
  info.fixed(0, 24);
  info.fixed(sampleRate, 20);
  info.fixed(0, 3);
  info.fixed(15, 5);
  info.fixed(0, 4);
  info.fixed(values.length, 32);
  for (let word = 0; word < 4; word++) info.fixed(0, 32);
  const body = info.align().bytes;
  const head = Buffer.from([0x80, 0, 0, body.length]);
  return Buffer.concat([Buffer.from('fLaC', 'latin1'), head, body, ...blocks]);
}

function frame(values: Int32Array, number: number): Buffer {
  const bits = new BitWriter();
  bits.fixed(0b11111111111110, 14);
  // Fixed block size: the number of the frame follows, not that of its first sample.
  bits.fixed(0, 2);
  bits.fixed(0b0111, 4);
  bits.fixed(0, 4);
  bits.fixed(0, 4);
  bits.fixed(0b100, 3);
  bits.fixed(0, 1);
  writeNumber(bits, number);
  bits.fixed(values.length - 1, 16);
  bits.fixed(crc(bits.bytes, 0x07, 8), 8);
  writeSubframe(bits, values);
  const content = bits.align().bytes;
  const check = crc(content, 0x8005, 16);
  return Buffer.concat([content, Buffer.from([check >> 8, check & 255])]);
}

/** Writes a number, coded like UTF-8. */
function writeNumber(bits: BitWriter, number: number): void {
  for (const byte of Buffer.from(String.fromCodePoint(number))) bits.fixed(byte, 8);
}

function writeSubframe(bits: BitWriter, values: Int32Array): void {
  const order = Math.min(2, values.length);
  bits.fixed(0, 1);
  bits.fixed(0b001000 + order, 6);
  bits.fixed(0, 1);
  for (let index = 0; index < order; index++) bits.fixed((values[index] as number) & 0xffff, 16);
  const folded: number[] = [];
  for (let index = order; index < values.length; index++) {
    const at = (back: number) => values[index - back] as number;
    const rest = order === 2 ? at(0) - 2 * at(1) + at(2) : at(0) - at(1);
    folded.push(rest >= 0 ? rest * 2 : -rest * 2 - 1);
  }
  const mean = folded.reduce((sum, value) => sum + value, 0) / Math.max(1, folded.length);
  const parameter = Math.max(0, Math.min(14, Math.floor(Math.log2(mean + 1))));
  bits.fixed(0, 2);
  bits.fixed(0, 4);
  bits.fixed(parameter, 4);
  for (const value of folded) {
    for (let zeros = value >> parameter; zeros > 0; zeros -= 24) bits.fixed(0, Math.min(24, zeros));
    bits.fixed(1, 1);
    bits.fixed(value & ((1 << parameter) - 1), parameter);
  }
}

function crc(bytes: Uint8Array, polynomial: number, width: 8 | 16): number {
  const top = 1 << (width - 1);
  const mask = width === 8 ? 0xff : 0xffff;
  let value = 0;
  for (const byte of bytes) {
    value ^= byte << (width - 8);
    for (let bit = 0; bit < 8; bit++) value = value & top ? ((value << 1) ^ polynomial) & mask : (value << 1) & mask;
  }
  return value;
}
