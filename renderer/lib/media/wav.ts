import { type WavHead, walkWav, wavHeader } from '#shared/media/wav.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { admitFile } from '../files/files.ts';
import { toPcm16 } from './pcm.ts';

/** Wraps raw signed 16-bit little endian audio, so that every player can play it. The bytes are not copied. */
export const wrapPcm = (pcm: Blob, sampleRate: number, channels = 1): Blob =>
  new Blob([wavHeader(pcm.size, sampleRate, channels), pcm], { type: 'audio/wav' });

/** Writes samples from -1 to 1 as a WAV of one channel. */
export const writeWav = (samples: Float32Array, sampleRate: number): Blob =>
  wrapPcm(new Blob([toPcm16(samples)]), sampleRate);

/**
 * Reads the header of a WAV file, whatever comes before its samples; `null` for any other file. Only chunk headers are
 * read.
 */
export async function readWavFile(file: Blob): Promise<WavHead | null> {
  const walk = walkWav(file.size);
  let step = walk.next();
  while (!step.done) {
    const [at, length] = step.value;
    step = walk.next(new Uint8Array(await file.slice(at, at + length).arrayBuffer()));
  }
  return step.value;
}

/**
 * Puts the same samples behind a minimal header with correct sizes: not every reader understands the sizes of a stream.
 * The bytes are not copied.
 */
export function plainWav(file: Blob, { formatAt, formatBytes, dataAt, dataBytes }: WavHead): Blob {
  const sizes = new DataView(new ArrayBuffer(8));
  // Everything after this number: the word WAVE, and two chunks with headers of 8 bytes.
  sizes.setUint32(0, 4 + 8 + formatBytes + (formatBytes % 2) + 8 + dataBytes, true);
  sizes.setUint32(4, dataBytes, true);
  const formatEnd = formatAt + formatBytes + (formatBytes % 2);
  const samples = file.slice(dataAt, dataAt + dataBytes);
  return new Blob(
    [
      'RIFF',
      sizes.buffer.slice(0, 4),
      'WAVE',
      file.slice(formatAt - 8, formatEnd),
      'data',
      sizes.buffer.slice(4),
      samples,
    ],
    { type: 'audio/wav' },
  );
}

/** Returns true for the media types of samples without a header. */
export const isRaw = (mediaType: string): boolean => /audio\/(?:x-)?(?:pcm|l16|raw)|octet-stream/i.test(mediaType);

/** Adds a header to raw samples, for the player and for transcription; the saved file has none. */
export async function wrapRaw(bytes: Blob, rate: number, name: string): Promise<{ ref: FileRef; blob: Blob }> {
  // Earlier versions stored raw responses with a header.
  const old = await readWavFile(bytes);
  const blob = wrapPcm(old ? bytes.slice(old.dataAt) : bytes, rate);
  const file = new File([blob], name.replace(/(?:\.\w+)?$/, '.wav'), { type: 'audio/wav' });
  return { ref: await admitFile(file), blob };
}
