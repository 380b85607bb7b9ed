import { type AudioClip, comment, pcmBytes } from './samples.ts';

const blockSamples = 4096;

/** Returns a complete FLAC file (RFC 9639) with its samples as they are, so that every field is whole bytes. */
export function flacFile(audio: AudioClip): Buffer {
  const samples = pcmBytes(audio).swap16();
  const count = audio.samples.length;
  const stream = Buffer.alloc(34);
  stream.writeUInt16BE(blockSamples, 0);
  stream.writeUInt16BE(blockSamples, 2);
  // Rate, one channel, 16 bits, and the number of samples share eight bytes.
  stream.writeBigUInt64BE((BigInt(audio.sampleRate) << 44n) | (15n << 36n) | BigInt(count), 10);
  const text = comment(audio);
  const size = littleEndian(text.length + 8);
  const tags = Buffer.concat([littleEndian(0), littleEndian(1), size, Buffer.from('COMMENT='), text]);
  const blocks = text.length === 0 ? [block(0x80, stream)] : [block(0, stream), block(0x84, tags)];
  const frames: Buffer[] = [];
  for (let start = 0; start < count; start += blockSamples) {
    const size = Math.min(blockSamples, count - start);
    const number = Buffer.from(String.fromCodePoint(start / blockSamples));
    const head = Buffer.concat([
      Buffer.from([0xff, 0xf8, 0x70, 0x08]),
      number,
      Buffer.from([(size - 1) >> 8, (size - 1) & 255]),
    ]);
    const body = samples.subarray(start * 2, (start + size) * 2);
    const frame = Buffer.concat([head, Buffer.from([checksum(head, 8, 0x07), 0x02]), body]);
    const end = checksum(frame, 16, 0x8005);
    frames.push(frame, Buffer.from([end >> 8, end & 255]));
  }
  return Buffer.concat([Buffer.from('fLaC'), ...blocks, ...frames]);
}

function block(type: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(content.length);
  head[0] = type;
  return Buffer.concat([head, content]);
}

function littleEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Computes a CRC of 8 or 16 bits that starts at 0. */
function checksum(bytes: Buffer, width: 8 | 16, polynomial: number): number {
  const top = 1 << (width - 1);
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << (width - 8);
    for (let bit = 0; bit < 8; bit += 1) sum = sum & top ? (sum << 1) ^ polynomial : sum << 1;
    sum &= 2 * top - 1;
  }
  return sum;
}
