import { pcmBytes, toInt16 } from '../media/audio/samples.ts';

/** How audio is encoded in the events of a session. */
export type AudioFormat = 'pcm16' | 'g711_ulaw' | 'g711_alaw';

/** Returns the samples between -1 and 1 at 24 kHz from the bytes of an event. */
export function decodeAudio(bytes: Buffer, format: AudioFormat): Float32Array {
  if (format === 'pcm16')
    return Float32Array.from({ length: bytes.length >> 1 }, (_, index) => bytes.readInt16LE(index * 2) / 32_768);
  const expand = format === 'g711_ulaw' ? fromUlaw : fromAlaw;
  // Each sample three times: telephone audio has no more detail.
  return Float32Array.from(
    { length: bytes.length * 3 },
    (_, index) => expand(bytes[Math.floor(index / 3)] as number) / 32_768,
  );
}

export function encodeAudio(samples: Float32Array, format: AudioFormat): Buffer {
  if (format === 'pcm16') return pcmBytes({ samples });
  const compress = format === 'g711_ulaw' ? toUlaw : toAlaw;
  const bytes = Buffer.alloc(Math.floor(samples.length / 3));
  for (let index = 0; index < bytes.length; index++) {
    const sum = [0, 1, 2].reduce((total, step) => total + (samples[index * 3 + step] as number), 0);
    bytes[index] = compress(toInt16(sum / 3));
  }
  return bytes;
}

/** Returns the bytes per millisecond. */
export const bytesPerMs = (format: AudioFormat): number => (format === 'pcm16' ? 48 : 8);

function toUlaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const size = Math.min(Math.abs(sample), 32_635) + 132;
  const segment = Math.floor(Math.log2(size)) - 7;
  const step = (size >> (segment + 3)) & 15;
  return 255 - (sign + segment * 16 + step);
}

function fromUlaw(code: number): number {
  const value = 255 - code;
  const size = (((value & 15) * 8 + 132) << ((value >> 4) & 7)) - 132;
  return value >= 128 ? -size : size;
}

function toAlaw(sample: number): number {
  const size = Math.min(sample < 0 ? -sample - 1 : sample, 32_767);
  const segment = size < 256 ? 0 : Math.floor(Math.log2(size)) - 7;
  const step = segment === 0 ? size >> 4 : (size >> (segment + 3)) & 15;
  return (segment * 16 + step + (sample < 0 ? 0 : 128)) ^ 0x55;
}

function fromAlaw(code: number): number {
  const value = code ^ 0x55;
  const segment = (value >> 4) & 7;
  const step = (value & 15) * 16;
  const size = segment === 0 ? step + 8 : (step + 264) << (segment - 1);
  return value >= 128 ? size : -size;
}
