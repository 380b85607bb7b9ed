import { readWavHead, sampleReader, type WavHead, wavHeader } from '#shared/media/wav.ts';

/** Audio as the demo makes it: samples between -1 and 1, one channel. */
export interface AudioClip {
  samples: Float32Array;
  sampleRate: number;
}

export const toInt16 = (sample: number): number => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767)));

/** Raw 16-bit little-endian samples, as `response_format: "pcm"` promises. */
export function pcmBytes({ samples }: Pick<AudioClip, 'samples'>): Buffer {
  const bytes = Buffer.alloc(samples.length * 2);
  for (let index = 0; index < samples.length; index++) bytes.writeInt16LE(toInt16(samples[index] as number), index * 2);
  return bytes;
}

/** A whole WAV file. */
export function waveFile(audio: AudioClip): Buffer {
  const data = pcmBytes(audio);
  return Buffer.concat([wavHeader(data.length, audio.sampleRate), data]);
}

/** A WAV file that arrived. */
export interface Wave extends WavHead {
  seconds: number;
}

/** Reads the head of a WAV file; `null` for any other bytes, and for a file without samples. */
export function readWave(bytes: Buffer): Wave | null {
  const head = readWavHead(bytes, bytes.length);
  if (!head || head.fault === 'broken') return null;
  const bytesPerSecond = (head.sampleRate * head.channels * head.bits) / 8;
  return { ...head, seconds: bytesPerSecond > 0 ? head.dataBytes / bytesPerSecond : 0 };
}

/** Samples mixed down to one channel; `null` for a coding that the demo does not know. */
export function samplesOf(bytes: Buffer, { coding, bits, channels, dataAt, dataBytes }: Wave): Float32Array | null {
  const read = sampleReader(coding, bits);
  if (!read) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset + dataAt, dataBytes);
  const width = bits / 8;
  const samples = new Float32Array(Math.floor(dataBytes / (width * channels)));
  for (let index = 0; index < samples.length; index++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += read(view, (index * channels + channel) * width);
    samples[index] = sum / channels;
  }
  return samples;
}
