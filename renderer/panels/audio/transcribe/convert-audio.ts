import { decodeChunks } from '../../../lib/media/decode.ts';
import { toPcm16 } from '../../../lib/media/pcm.ts';
import { createResampler, type Resampler } from '../../../lib/media/resample.ts';
import { wrapPcm } from '../../../lib/media/wav.ts';

/** Sample rate in Hz that speech models use; a minute takes 1.92 MB. */
const convertedRate = 16_000;
/** Sample rate of parts in Hz. They keep more quality, since splitting already makes them small. */
const partRate = 24_000;

interface ConvertOptions {
  /** Seconds; the whole audio if absent. */
  from?: number;
  to?: number;
  /** Receives the seconds that are done. */
  onProgress?: (seconds: number) => void;
  signal?: AbortSignal;
}

/** Yields mono 16-bit samples of a stretch chunk by chunk, so that the whole is never in memory. */
async function* monoChunks(audio: Blob, rate: number, { from = 0, to, onProgress, signal }: ConvertOptions) {
  let resampler: Resampler | null = null;
  for await (const { samples, sampleRate, at } of decodeChunks(audio, from, to)) {
    signal?.throwIfAborted();
    resampler ??= createResampler(sampleRate, rate);
    onProgress?.(at - from + samples.length / sampleRate);
    yield toPcm16(resampler.push(samples));
  }
}

/** Converts the audio, or a stretch of it, to a mono WAV of 16 kHz. Rejects when the browser cannot decode it. */
export async function convertAudio(audio: Blob, name: string, options: ConvertOptions = {}): Promise<File> {
  const chunks: BlobPart[] = [];
  for await (const chunk of monoChunks(audio, convertedRate, options)) chunks.push(chunk);
  return wavFile(chunks, `${nameOnly(name)}.wav`, convertedRate);
}

interface AudioPart {
  file: File;
  /** Seconds from the beginning. */
  offset: number;
  seconds: number;
}

/**
 * Cuts audio into overlapping mono WAV parts of 24 kHz, so that a word at a seam is whole in one of them. Yields each
 * part as soon as it is ready.
 *
 * @param partSeconds length of a part including its overlap.
 * @param overlap seconds shared by two neighboring parts.
 */
export async function* splitAudio(
  audio: Blob,
  name: string,
  partSeconds: number,
  overlap: number,
  options: ConvertOptions = {},
): AsyncGenerator<AudioPart> {
  const partBytes = Math.round(partSeconds * partRate) * 2;
  const overlapBytes = Math.round(overlap * partRate) * 2;
  let buffered: Blob = new Blob([]);
  let waiting: BlobPart[] = [];
  let waitingBytes = 0;
  let offset = 0;
  let number = 0;
  const made = (bytes: Blob): AudioPart => {
    number += 1;
    return {
      file: wavFile([bytes], `${nameOnly(name)}-part-${number}.wav`, partRate),
      offset,
      seconds: bytes.size / 2 / partRate,
    };
  };
  for await (const chunk of monoChunks(audio, partRate, options)) {
    waiting.push(chunk);
    waitingBytes += chunk.byteLength;
    while (buffered.size + waitingBytes >= partBytes + overlapBytes) {
      buffered = new Blob([buffered, ...waiting]);
      waiting = [];
      waitingBytes = 0;
      yield made(buffered.slice(0, partBytes));
      offset += (partBytes - overlapBytes) / 2 / partRate;
      buffered = buffered.slice(partBytes - overlapBytes);
    }
  }
  const rest = new Blob([buffered, ...waiting]);
  // The remainder is longer than the overlap, since a part is only cut where that much follows it.
  if (rest.size > 0) yield made(rest);
}

const nameOnly = (name: string) => name.replace(/\.\w{1,10}$/, '') || 'sound';

const wavFile = (pcm: BlobPart[], name: string, rate: number): File =>
  new File([wrapPcm(new Blob(pcm), rate)], name, { type: 'audio/wav' });
