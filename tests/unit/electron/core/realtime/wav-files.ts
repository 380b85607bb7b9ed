import { Buffer } from 'node:buffer';
import { wavHeader } from '#shared/media/wav.ts';

/** Bytes as a stored file. */
export const stored = (...parts: Uint8Array[]) => ({
  name: 'audio.wav',
  sizeBytes: parts.reduce((sum, { length }) => sum + length, 0),
  async *stream() {
    for (const part of parts) for (let at = 0; at < part.length; at += 65_536) yield part.subarray(at, at + 65_536);
  },
});

interface Shape {
  rate: number;
  bits?: number;
  channels?: number;
  code?: number;
  /** As the header states it. */
  dataBytes: number;
}

/** The header of a WAV of any kind. */
export function headerOf({ rate, bits = 16, channels = 1, code = 1, dataBytes }: Shape): Buffer {
  const header = Buffer.from(wavHeader(dataBytes, rate, channels));
  header.writeUInt16LE(code, 20);
  header.writeUInt32LE((rate * channels * bits) / 8, 28);
  header.writeUInt16LE((channels * bits) / 8, 32);
  header.writeUInt16LE(bits, 34);
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
