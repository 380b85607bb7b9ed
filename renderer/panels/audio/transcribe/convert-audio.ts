import { decodePieces } from '../../../lib/media/decode.ts';
import { toPcm16 } from '../../../lib/media/pcm.ts';
import { createResampler, type Resampler } from '../../../lib/media/resample.ts';
import { wrapPcm } from '../../../lib/media/wav.ts';

/** What speech models listen at, in Hz; a minute takes 1.92 MB. */
export const remadeRate = 16_000;
/** Parts of a sound keep a little more of it, for they are made to be small already. */
export const partRate = 24_000;

export interface RemakeOptions {
  /** Seconds; the whole sound without them. */
  from?: number;
  to?: number;
  /** Seconds that are done. */
  onProgress?: (seconds: number) => void;
  signal?: AbortSignal;
}

/** Mono 16-bit samples of a stretch, piece by piece, so that nothing is ever held as a whole. */
async function* monoPieces(audio: Blob, rate: number, { from = 0, to, onProgress, signal }: RemakeOptions) {
  let resampler: Resampler | null = null;
  for await (const { samples, sampleRate, at } of decodePieces(audio, from, to)) {
    signal?.throwIfAborted();
    resampler ??= createResampler(sampleRate, rate);
    onProgress?.(at - from + samples.length / sampleRate);
    yield toPcm16(resampler.push(samples));
  }
}

/** The sound, or a stretch of it, as a WAV of 16 kHz and one channel. Rejects when it can not be decoded here. */
export async function convertAudio(audio: Blob, name: string, options: RemakeOptions = {}): Promise<File> {
  const pieces: BlobPart[] = [];
  for await (const piece of monoPieces(audio, remadeRate, options)) pieces.push(piece);
  return wavFile(pieces, `${nameOnly(name)}.wav`, remadeRate);
}

export interface AudioPart {
  file: File;
  /** Seconds from the beginning. */
  offset: number;
  seconds: number;
}

/**
 * Cuts a sound into WAV parts of 24 kHz and one channel that overlap, so that a word at a seam is whole in one of them.
 * Each part is given as soon as it is there.
 *
 * @param partSeconds length of a part with its overlap, and `overlap` of the two, in seconds.
 */
export async function* splitAudio(
  audio: Blob,
  name: string,
  partSeconds: number,
  overlap: number,
  options: RemakeOptions = {},
): AsyncGenerator<AudioPart> {
  const partBytes = Math.round(partSeconds * partRate) * 2;
  const keptBytes = Math.round(overlap * partRate) * 2;
  let held: Blob = new Blob([]);
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
  for await (const piece of monoPieces(audio, partRate, options)) {
    waiting.push(piece);
    waitingBytes += piece.byteLength;
    while (held.size + waitingBytes >= partBytes + keptBytes) {
      held = new Blob([held, ...waiting]);
      waiting = [];
      waitingBytes = 0;
      yield made(held.slice(0, partBytes));
      offset += (partBytes - keptBytes) / 2 / partRate;
      held = held.slice(partBytes - keptBytes);
    }
  }
  const rest = new Blob([held, ...waiting]);
  // What is left over is more than the overlap, for a part is only cut where that much follows it.
  if (rest.size > 0) yield made(rest);
}

const nameOnly = (name: string) => name.replace(/\.\w{1,10}$/, '') || 'sound';

const wavFile = (pcm: BlobPart[], name: string, rate: number): File =>
  new File([wrapPcm(new Blob(pcm), rate)], name, { type: 'audio/wav' });
