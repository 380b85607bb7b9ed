import { Buffer } from 'node:buffer';
import { wavHeader } from '#shared/media/wav.ts';

const rate = 8_000;
const seconds = 0.5;

/** Half a second of a quiet tone as a WAV file: the smallest upload that every transcription route takes. */
export function probeAudio(): Buffer {
  const samples = Buffer.alloc(rate * seconds * 2);
  for (let index = 0; index * 2 < samples.length; index++)
    samples.writeInt16LE(Math.round(2_000 * Math.sin((2 * Math.PI * 440 * index) / rate)), index * 2);
  return Buffer.concat([wavHeader(samples.length, rate), samples]);
}
