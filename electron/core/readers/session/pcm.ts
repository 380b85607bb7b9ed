import { Buffer } from 'node:buffer';

/** Sample rate of PCM in sessions, in Hz. */
export const pcmRate = 24_000;

/** Resamples to 16-bit PCM, by linear interpolation, chunk by chunk. */
export class Resampler {
  readonly #from: number;
  readonly #to: number;
  /** The last samples received, and the position of the first of them in the whole input. */
  #held = new Float32Array(0);
  #base = 0;
  #made = 0;

  /** @param from Hz. @param to Hz; 24 kHz by default. */
  constructor(from: number, to = pcmRate) {
    this.#from = from;
    this.#to = to;
  }

  /** Returns the samples that can be computed now: one between two inputs waits for the second. */
  push(samples: Float32Array): Buffer {
    const held = new Float32Array(this.#held.length + samples.length);
    held.set(this.#held);
    held.set(samples, this.#held.length);
    this.#held = held;
    const last = this.#base + held.length - 1;
    return this.#make(Math.max(this.#made, Math.ceil((last * this.#to) / this.#from)));
  }

  /** Returns the rest, after the last chunk. */
  end(): Buffer {
    return this.#make(Math.floor(((this.#base + this.#held.length) * this.#to) / this.#from));
  }

  #make(until: number): Buffer {
    const pcm = Buffer.alloc(Math.max(0, until - this.#made) * 2);
    for (let at = 0; at < pcm.length; at += 2) {
      const place = (this.#made * this.#from) / this.#to - this.#base;
      const before = Math.floor(place);
      const part = place - before;
      const first = this.#held[before] ?? 0;
      const sample = first * (1 - part) + (this.#held[before + 1] ?? first) * part;
      pcm.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))), at);
      this.#made += 1;
    }
    const needed = Math.floor((this.#made * this.#from) / this.#to) - this.#base;
    const dropped = Math.max(0, Math.min(needed, this.#held.length - 1));
    this.#held = this.#held.slice(dropped);
    this.#base += dropped;
    return pcm;
  }
}

/** Returns 16-bit little-endian samples from -1 to 1; a last odd byte is not read. */
export function samplesOf(pcm: Buffer): Float32Array {
  const samples = new Float32Array(pcm.length >> 1);
  for (let at = 0; at < samples.length; at += 1) samples[at] = pcm.readInt16LE(at * 2) / 32_768;
  return samples;
}

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
