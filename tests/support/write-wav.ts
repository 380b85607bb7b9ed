import { toPcm16 } from '../../renderer/lib/media/pcm.ts';
import { wrapPcm } from '../../renderer/lib/media/wav.ts';

/** Writes samples from -1 to 1 as a WAV of one channel. */
export const writeWav = (samples: Float32Array, sampleRate: number): Blob =>
  wrapPcm(new Blob([toPcm16(samples)]), sampleRate);
