import { type WavHead, walkWav, wavHeader } from '#shared/media/wav.ts';

/** Wraps raw signed 16-bit little endian audio, so that every player can play it. The bytes are not copied. */
export const wrapPcm = (pcm: Blob, sampleRate: number, channels = 1): Blob =>
  new Blob([wavHeader(pcm.size, sampleRate, channels), pcm], { type: 'audio/wav' });

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
