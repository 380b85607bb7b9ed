import { Buffer } from 'node:buffer';

/** Telephone audio: 8 kHz, one byte per sample. Patchbay's own audio is 16-bit little-endian PCM, 24 kHz, mono. */
export type G711 = 'g711_ulaw' | 'g711_alaw';

const tables: Readonly<Record<G711, Int16Array>> = {
  g711_ulaw: Int16Array.from({ length: 256 }, (_, code) => {
    const value = ~code & 0xff;
    const magnitude = (((value & 0x0f) << 3) + 0x84) << ((value & 0x70) >> 4);
    return value & 0x80 ? 0x84 - magnitude : magnitude - 0x84;
  }),
  g711_alaw: Int16Array.from({ length: 256 }, (_, code) => {
    const value = code ^ 0x55;
    const exponent = (value & 0x70) >> 4;
    const mantissa = (value & 0x0f) << 4;
    const magnitude = exponent === 0 ? mantissa + 8 : (mantissa + 0x108) << (exponent - 1);
    return value & 0x80 ? magnitude : -magnitude;
  }),
};

function ulaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(32_635, Math.abs(sample)) + 0x84;
  const exponent = Math.max(0, 24 - Math.clz32(magnitude));
  return ~(sign | (exponent << 4) | ((magnitude >> (exponent + 3)) & 0x0f)) & 0xff;
}

function alaw(sample: number): number {
  const sign = sample < 0 ? 0 : 0x80;
  const magnitude = Math.min(32_767, Math.abs(sample < 0 ? sample + 1 : sample));
  const exponent = Math.max(0, 24 - Math.clz32(magnitude));
  const mantissa = exponent === 0 ? magnitude >> 4 : (magnitude >> (exponent + 3)) & 0x0f;
  return (sign | (exponent << 4) | mantissa) ^ 0x55;
}

/** Converts 8 kHz bytes to PCM at 24 kHz, by linear interpolation. */
export function pcmOfG711(bytes: Uint8Array, law: G711): Buffer {
  const table = tables[law];
  const pcm = Buffer.alloc(bytes.length * 6);
  for (let index = 0; index < bytes.length; index += 1) {
    const now = table[bytes[index] as number] as number;
    const next = table[bytes[index + 1] ?? (bytes[index] as number)] as number;
    for (let step = 0; step < 3; step += 1)
      pcm.writeInt16LE(Math.round(now + ((next - now) * step) / 3), index * 6 + step * 2);
  }
  return pcm;
}

/** Converts PCM at 24 kHz to 8 kHz bytes: each three samples are averaged. */
export function g711OfPcm(pcm: Buffer, law: G711): Buffer {
  const encode = law === 'g711_ulaw' ? ulaw : alaw;
  const bytes = Buffer.alloc(Math.floor(pcm.length / 6));
  for (let index = 0; index < bytes.length; index += 1) {
    const at = index * 6;
    bytes[index] = encode(Math.round((pcm.readInt16LE(at) + pcm.readInt16LE(at + 2) + pcm.readInt16LE(at + 4)) / 3));
  }
  return bytes;
}
