/** Audio as the realtime protocol requires it: signed 16-bit, little endian. */

/** Converts samples from -1 to 1 to 16-bit PCM. Louder samples are clipped. */
export function toPcm16(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(samples.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < samples.length; at += 1) {
    const value = Math.max(-1, Math.min(1, samples[at] as number));
    view.setInt16(at * 2, Math.round(value < 0 ? value * 0x8000 : value * 0x7fff), true);
  }
  return bytes;
}

/** Converts 16-bit PCM to samples from -1 to 1. An odd last byte is dropped. */
export function fromPcm16(bytes: Uint8Array): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.floor(bytes.length / 2));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < samples.length; at += 1) samples[at] = view.getInt16(at * 2, true) / 0x8000;
  return samples;
}

/** Returns the level of samples from 0 to 1 as a meter draws it: -60 dB and less is 0, full scale is 1. */
export function levelOf(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const decibels = 10 * Math.log10(sum / samples.length);
  return Math.max(0, Math.min(1, (decibels + 60) / 60));
}
