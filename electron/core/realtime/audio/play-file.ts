import { Buffer } from 'node:buffer';
import { setTimeout as wait } from 'node:timers/promises';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import type { Clock, FilePort } from '../../ports.ts';
import { type OpenWave, openWave } from './open-wave.ts';
import { bytesPerMs } from './tracks.ts';

/** A microphone does not stop with the last word: without silence after it no VAD detects the end of the turn. */
const silenceMs = 1000;

export interface Playing {
  fileId: string;
  pace: 'real' | 'fast';
  chunkMs: number;
  signal: AbortSignal;
  clock: Clock;
  /** Receives each chunk, as base64 PCM. Resolves when there is room for the next. */
  onChunk(base64: string): Promise<void> | void;
  onProgress(progress: { name: string; playedMs: number; totalMs: number; done: boolean }): void;
}

/** Opens a stored WAV file for playing, or returns why it cannot be played. */
export async function readAudio(files: FilePort, fileId: string): Promise<OpenWave | Failure> {
  const file = await files.open(fileId);
  return file ? openWave(file) : notFound;
}

/** Plays a stored WAV file in as if it were the microphone. Resolves with the failure that prevented it, or `null`. */
export async function playFile(files: FilePort, playing: Playing): Promise<Failure | null> {
  const { fileId, pace, chunkMs, signal, clock, onChunk, onProgress } = playing;
  const wave = await readAudio(files, fileId);
  if ('code' in wave) return wave;
  const { name, totalMs } = wave;
  const report = (playedMs: number, done: boolean) =>
    onProgress({ name, playedMs: Math.min(totalMs, playedMs), totalMs, done });
  const startMs = clock.monotonic();
  let atMs = 0;
  let reportedMs = Number.NEGATIVE_INFINITY;
  for await (const chunk of chunked(withSilence(wave), chunkMs * bytesPerMs)) {
    if (signal.aborted) break;
    if (atMs - reportedMs >= 500) {
      report(atMs, false);
      reportedMs = atMs;
    }
    await onChunk(chunk.toString('base64'));
    const dueMs = pace === 'real' ? startMs + atMs + chunkMs - clock.monotonic() : 0;
    if (dueMs > 0) await wait(dueMs, undefined, { signal }).catch(() => {});
    atMs += chunk.length / bytesPerMs;
  }
  report(signal.aborted ? atMs : totalMs, true);
  return null;
}

async function* withSilence(wave: OpenWave): AsyncGenerator<Buffer, void, void> {
  yield* wave.pcm();
  yield Buffer.alloc(silenceMs * bytesPerMs);
}

/** Yields chunks of one size; the last may be smaller. */
async function* chunked(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer, void, void> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    for (; held.length >= size; held = held.subarray(size)) yield held.subarray(0, size);
  }
  if (held.length > 0) yield held;
}

const notFound = failure('not-found-here', 'The file to play no longer exists.', {
  hint: 'Select it again.',
});
