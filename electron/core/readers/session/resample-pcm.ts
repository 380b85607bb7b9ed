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
