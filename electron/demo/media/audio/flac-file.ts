import { BitWriter } from '../bit-writer.ts';
import { type AudioClip, toInt16 } from './wave-file.ts';

const blockSamples = 4096;

/**
 * A FLAC file of one channel and 16 bits. Each block is a fixed predictor of second order with one Rice parameter: about
 * half the size of the samples, and small enough to be read at a glance (RFC 9639).
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

/** The number in the way of UTF-8. */
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
