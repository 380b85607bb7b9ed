import { decodeChunks } from '../../../lib/media/decode.ts';
import { toPcm16 } from '../../../lib/media/pcm.ts';
import { createResampler, type Resampler } from '../../../lib/media/resample.ts';
import { wrapPcm } from '../../../lib/media/wav.ts';

/** Sample rate in Hz that speech models use. */
const wholeRate = 16_000;
/** Sample rate of parts in Hz. They keep more quality, since cutting already makes them small. */
const partRate = 24_000;
/** Of one channel. */
const sampleBytes = 2;
const headerBytes = 44;

/** How converted audio is sent: as one file, or in overlapping parts of equal length, in seconds. */
export interface PartPlan {
  count: number;
  seconds: number;
  overlap: number;
  /** Hz. */
  rate: number;
  /** Of one part. */
  bytes: number;
}

/** Share of a limit up to which parts are filled: a limit that was learned from a refusal is only an upper bound. */
const filledShare = 0.8;
const longestPart = 600;

/**
 * Plans how audio is sent below a limit: whole where it fits, otherwise in parts, so that a word at a seam is whole in
 * one of them.
 *
 * @param seconds length of the audio.
 * @param maxBytes size of a file from which the gateway refuses it.
 */
export function planParts(seconds: number, maxBytes: number): PartPlan {
  const bytesOf = (length: number, rate: number) => Math.round(length * rate) * sampleBytes + headerBytes;
  const whole = bytesOf(seconds, wholeRate);
  if (whole < maxBytes) return { count: 1, seconds, overlap: 0, rate: wholeRate, bytes: whole };
  const fitting = Math.min(longestPart, (maxBytes * filledShare - headerBytes) / (partRate * sampleBytes));
  const overlap = fitting < 20 ? 1 : 3;
  const longest = Math.max(overlap * 2 + 1, fitting);
  const count = Math.max(1, Math.ceil((seconds - overlap) / (longest - overlap)));
  const part = Math.min(seconds, (seconds - overlap) / count + overlap);
  return { count, seconds: part, overlap, rate: partRate, bytes: bytesOf(part, partRate) };
}

interface ConvertOptions {
  /** Seconds. */
  from: number;
  to: number;
  /** Hz. */
  rate: number;
  /** Receives the seconds that are done. */
  onProgress?: (seconds: number) => void;
  signal?: AbortSignal;
}

/**
 * Converts a stretch of audio to mono samples of 16 bits. Each chunk becomes a blob, which the browser keeps
 * out of memory. Rejects when the browser cannot decode the audio.
 */
export async function convertAudio(audio: Blob, { from, to, rate, onProgress, signal }: ConvertOptions): Promise<Blob> {
  const chunks: Blob[] = [];
  let resampler: Resampler | null = null;
  for await (const { samples, sampleRate, at } of decodeChunks(audio, from, to)) {
    signal?.throwIfAborted();
    resampler ??= createResampler(sampleRate, rate);
    onProgress?.(at - from + samples.length / sampleRate);
    chunks.push(new Blob([toPcm16(resampler.push(samples))]));
  }
  return new Blob(chunks);
}

interface AudioPart {
  file: File;
  /** Seconds from the beginning. */
  offset: number;
  seconds: number;
}

/** Cuts converted samples into the WAV files of a plan. */
export function cutAudio(pcm: Blob, name: string, { count, seconds, overlap, rate }: PartPlan): AudioPart[] {
  const plain = name.replace(/\.\w{1,10}$/, '') || 'sound';
  const step = Math.round((seconds - overlap) * rate) * sampleBytes;
  return Array.from({ length: count }, (_, at) => {
    const end = at === count - 1 ? pcm.size : at * step + Math.round(seconds * rate) * sampleBytes;
    const part = pcm.slice(at * step, end);
    const file = new File([wrapPcm(part, rate)], `${plain}${count === 1 ? '' : `-part-${at + 1}`}.wav`, {
      type: 'audio/wav',
    });
    return { file, offset: (at * step) / sampleBytes / rate, seconds: part.size / sampleBytes / rate };
  });
}
