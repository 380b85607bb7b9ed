import { Buffer } from 'node:buffer';
import { setTimeout as wait } from 'node:timers/promises';
import { type Failure, failure } from '#shared/routes/failure.ts';
import type { Clock, FilePort } from '../../exchange/ports.ts';
import { readWave } from './read-wave.ts';
import { bytesPerMs } from './track.ts';

/** A microphone does not stop with the last word: without silence behind it no gateway hears that a turn is over. */
const silenceMs = 1000;
const largestBytes = 200 * 1024 ** 2;

export interface Playing {
  fileId: string;
  pace: 'real' | 'fast';
  chunkMs: number;
  signal: AbortSignal;
  clock: Clock;
  /** Gets each piece, as PCM in base64. Resolves when there is room for the next. */
  give(base64: string): Promise<void> | void;
  onProgress(progress: { name: string; playedMs: number; totalMs: number; done: boolean }): void;
}

/** The sound of a stored WAV file, or why it can not be played. */
export async function readSound(files: FilePort, fileId: string): Promise<{ name: string; sound: Buffer } | Failure> {
  const file = await files.open(fileId);
  if (!file) return gone;
  if (file.sizeBytes > largestBytes) return tooLarge;
  const pieces: Uint8Array[] = [];
  for await (const piece of file.stream()) pieces.push(piece);
  const sound = readWave(Buffer.concat(pieces));
  return Buffer.isBuffer(sound) ? { name: file.name, sound } : sound;
}

/** Plays a stored WAV file in as if it were the microphone. Resolves with what kept it from being played, or `null`. */
export async function playFile(files: FilePort, playing: Playing): Promise<Failure | null> {
  const { fileId, pace, chunkMs, signal, clock, give, onProgress } = playing;
  const read = await readSound(files, fileId);
  if ('code' in read) return read;
  const { name, sound } = read;
  const pcm = Buffer.concat([sound, Buffer.alloc(silenceMs * bytesPerMs)]);
  const totalMs = sound.length / bytesPerMs;
  const report = (playedMs: number, done: boolean) =>
    onProgress({ name, playedMs: Math.min(totalMs, playedMs), totalMs, done });
  const startMs = clock.monotonic();
  const chunkBytes = chunkMs * bytesPerMs;
  let reportedMs = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < pcm.length && !signal.aborted; at += chunkBytes) {
    const atMs = at / bytesPerMs;
    if (atMs - reportedMs >= 500) {
      report(atMs, false);
      reportedMs = atMs;
    }
    await give(pcm.toString('base64', at, Math.min(pcm.length, at + chunkBytes)));
    const dueMs = pace === 'real' ? startMs + atMs + chunkMs - clock.monotonic() : 0;
    if (dueMs > 0) await wait(dueMs, undefined, { signal }).catch(() => {});
  }
  report(totalMs, true);
  return null;
}

const gone = failure('not-found-here', 'The file that was to be played is no longer there.', {
  hint: 'Choose it again.',
});
const tooLarge = failure('too-large', 'The file is larger than 200 MB, and it would take hours to play.', {
  hint: 'Cut it to the part that you need.',
});
