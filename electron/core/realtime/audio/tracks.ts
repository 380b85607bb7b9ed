import { Buffer } from 'node:buffer';
import { closeSync, createReadStream, ftruncateSync, openSync, writeSync } from 'node:fs';
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SessionTracks } from '#shared/contract/realtime.ts';
import { wavHeader } from '#shared/media/wav.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { FileStorePort } from '../../ports.ts';
import type { AudioFormat } from '../../readers/session/audio-format.ts';
import { g711OfPcm, pcmRate, Resampler, samplesOf } from '../../readers/session/pcm.ts';
import { createPrivateFile } from '../../store/private-file.ts';

/** 16-bit PCM, 24 kHz, mono. */
export const bytesPerMs = 48;

const flushMs = 250;
const longestMs = 12 * 3600 * 1000;

/**
 * One side of a conversation as an audio file on disk, at most a quarter of a second behind. Places where nobody spoke
 * are holes in the file, which read as silence. A disk error costs the track and nothing else.
 */
class Track {
  readonly #file: string;
  #handle: number | null = null;
  #failed = false;
  #endBytes = 0;
  #waiting: { at: number; bytes: Buffer }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** End of the audio so far, in milliseconds. */
  get endMs(): number {
    return this.#endBytes / bytesPerMs;
  }

  /** Adds audio that begins at a time, or after the existing audio. Returns where it begins. */
  add(pcm: Buffer, atMs: number): number {
    const at = Math.max(this.#endBytes, Math.round(atMs) * bytesPerMs);
    if (this.#failed || pcm.length === 0 || atMs > longestMs) return at / bytesPerMs;
    this.#waiting.push({ at, bytes: pcm });
    this.#endBytes = at + (pcm.length & ~1);
    this.#timer ??= setTimeout(() => this.flush(), flushMs);
    return at / bytesPerMs;
  }

  /** Removes the audio after a time: it was never heard. */
  cut(atMs: number): void {
    const at = Math.round(atMs) * bytesPerMs;
    if (at >= this.#endBytes) return;
    this.flush();
    this.#endBytes = at;
    this.#guarded(() => {
      if (this.#handle !== null) ftruncateSync(this.#handle, at);
    });
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pieces = this.#waiting.splice(0);
    this.#guarded(() => {
      for (const { at, bytes } of pieces) writeSync(this.#open(), bytes, 0, bytes.length & ~1, at);
    });
  }

  close(): void {
    this.flush();
    const handle = this.#handle;
    this.#handle = null;
    this.#guarded(() => {
      if (handle !== null) closeSync(handle);
    });
  }

  #open(): number {
    if (this.#handle === null) {
      createPrivateFile(this.#file);
      this.#handle = openSync(this.#file, 'r+');
    }
    return this.#handle;
  }

  #guarded(work: () => void): void {
    if (this.#failed) return;
    try {
      work();
    } catch {
      this.#failed = true;
    }
  }
}

const trackOf = (folder: string | null, id: string, side: 'person' | 'model') =>
  folder === null ? null : new Track(path.join(folder, trackName(id, side)));

const trackName = (id: string, side: 'person' | 'model'): string => `${id}.${side}.pcm`;

/** Opens both tracks of a session. Nothing is saved without a folder. */
export function openTracks(folder: string | null, id: string) {
  const person = trackOf(folder, id, 'person');
  const model = trackOf(folder, id, 'model');
  /** Where in the model's track each item begins. */
  const itemStarts = new Map<string, number>();
  return {
    addInput(pcm: Buffer, atMs: number): void {
      // Audio that follows closely joins the stretch before it, so that it gets no small holes.
      const endMs = person?.endMs ?? 0;
      person?.add(pcm, atMs - endMs < 400 ? endMs : atMs);
    },
    /** Saves the model's audio, which arrives faster than it is played. */
    addOutput(itemId: string, base64: string, atMs: number): void {
      const at = model?.add(Buffer.from(base64, 'base64'), atMs) ?? 0;
      if (!itemStarts.has(itemId)) itemStarts.set(itemId, at);
    },
    /** A reply was truncated to what the user had heard of it. */
    cut(itemId: string, playedMs: number): void {
      const begin = itemStarts.get(itemId);
      if (begin !== undefined) model?.cut(begin + playedMs);
    },
    close(): void {
      person?.close();
      model?.close();
    },
  };
}

/** Creates a converter of the user's audio to events that append it to the buffer, in the active format. */
export function createAppender({ coding, rate }: AudioFormat): (base64: string) => string {
  const resampler = rate === pcmRate ? null : new Resampler(pcmRate, rate);
  const convert = (pcm: Buffer): Buffer => {
    if (coding === 'g711_ulaw' || coding === 'g711_alaw') return g711OfPcm(pcm, coding);
    return resampler ? resampler.push(samplesOf(pcm)) : pcm;
  };
  const isPlain = coding !== 'g711_ulaw' && coding !== 'g711_alaw' && resampler === null;
  return (base64) => {
    const audio = isPlain ? base64 : convert(Buffer.from(base64, 'base64')).toString('base64');
    return `{"type":"input_audio_buffer.append","audio":"${audio}"}`;
  };
}

/** Returns the duration of base64 PCM in milliseconds. */
export const audioMs = (base64: string): number => Math.floor((base64.length * 3) / 4) / bytesPerMs;

const sides = ['person', 'model'] as const;

/**
 * Creates WAV files from the tracks of a session, both as long as the longer one, with silence where nobody spoke. A
 * side without any audio is `null`.
 *
 * @param onFile is called with each file, so that it is deleted with its session.
 */
export async function makeWaves(
  folder: string,
  id: string,
  files: FileStorePort,
  onFile: (fileId: string) => void,
): Promise<SessionTracks> {
  const tracks = await Promise.all(
    sides.map(async (side) => {
      const file = path.join(folder, trackName(id, side));
      return { side, file, sizeBytes: await sizeOf(file) };
    }),
  );
  const length = Math.max(...tracks.map(({ sizeBytes }) => sizeBytes)) & ~1;
  const made: Record<(typeof sides)[number], FileRef | null> = { person: null, model: null };
  for (const { side, file, sizeBytes } of tracks) {
    if (sizeBytes === 0) continue;
    const sizes = { own: Math.min(sizeBytes, length), all: length };
    const named = { name: `session-${side}.wav`, type: 'audio/wav', sizeBytes: 44 + length };
    const ref = await files.admit(named, waveBytes(file, sizes));
    onFile(ref.id);
    made[side] = ref;
  }
  return made;
}

async function* waveBytes(
  file: string,
  { own, all }: { own: number; all: number },
): AsyncGenerator<Uint8Array, void, void> {
  yield wavHeader(all, 24_000);
  yield* createReadStream(file, { start: 0, end: own - 1, highWaterMark: 256 * 1024 });
  const silence = new Uint8Array(64 * 1024);
  for (let left = all - own; left > 0; left -= silence.length)
    yield silence.subarray(0, Math.min(left, silence.length));
}

const blockBytes = 64 * 1024;

/**
 * Creates one stereo WAV from the tracks of a session: the user on the left, the model on the right, both at their times
 * since the start of the session. Where a side was silent there are zeros. Resolves with `null` if nobody spoke.
 */
export async function makeStereoWave(folder: string, id: string, files: FileStorePort): Promise<FileRef | null> {
  const names = sides.map((side) => path.join(folder, trackName(id, side)));
  const length = Math.max(...(await Promise.all(names.map(sizeOf)))) & ~1;
  if (length === 0) return null;
  const named = { name: 'session-stereo.wav', type: 'audio/wav', sizeBytes: 44 + 2 * length };
  return files.admit(named, stereoBytes(names, length));
}

/** @param length bytes of each side; a shorter or missing file is continued with silence. */
async function* stereoBytes(names: readonly string[], length: number): AsyncGenerator<Uint8Array, void, void> {
  yield wavHeader(2 * length, 24_000, 2);
  const handles = await Promise.all(names.map((name) => open(name).catch(() => null)));
  try {
    for (let at = 0; at < length; at += blockBytes) {
      const size = Math.min(blockBytes, length - at);
      const [left, right] = await Promise.all(handles.map((handle) => readPadded(handle, at, size)));
      const both = Buffer.alloc(2 * size);
      for (let byte = 0; byte < size; byte += 2) {
        left?.copy(both, 2 * byte, byte, byte + 2);
        right?.copy(both, 2 * byte + 2, byte, byte + 2);
      }
      yield both;
    }
  } finally {
    await Promise.all(handles.map(async (handle) => handle?.close()));
  }
}

/** Returns `size` bytes from an offset on, with zeros after the end of the file. */
async function readPadded(handle: FileHandle | null, at: number, size: number): Promise<Buffer> {
  const block = Buffer.alloc(size);
  for (let read = 0; handle && read < size; ) {
    const { bytesRead } = await handle.read(block, read, size - read, at + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return block;
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** Removes the tracks of deleted sessions. */
export async function sweepTracks(folder: string, isKept: (id: string) => boolean): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const orphaned = names.filter((name) => !isKept(name.split('.')[0] ?? ''));
  await Promise.all(orphaned.map((name) => rm(path.join(folder, name), { force: true }).catch(() => {})));
}
