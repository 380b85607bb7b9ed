import { Buffer } from 'node:buffer';
import path from 'node:path';
import { g711OfPcm } from '../../readers/session/g711.ts';
import type { AudioFormat } from '../../readers/session/output-format.ts';
import { bytesPerMs, Track } from './track.ts';

const trackOf = (folder: string | null, id: string, side: 'person' | 'model') =>
  folder === null ? null : new Track(path.join(folder, trackName(id, side)));

/** Name of the file of one side. */
export const trackName = (id: string, side: 'person' | 'model'): string => `${id}.${side}.pcm`;

/** The sound of a session: both tracks, and what becomes of the person's on its way out. */
export class Voice {
  readonly #person: Track | null;
  readonly #model: Track | null;
  /** Where in the track of the model each item begins. */
  readonly #begins = new Map<string, number>();

  constructor(folder: string | null, id: string) {
    this.#person = trackOf(folder, id, 'person');
    this.#model = trackOf(folder, id, 'model');
  }

  /** Keeps sound of the person. */
  heard(pcm: Buffer, atMs: number): void {
    // What follows closely is one stretch, and not a stretch with small holes in it.
    const endMs = this.#person?.endMs ?? 0;
    this.#person?.add(pcm, atMs - endMs < 400 ? endMs : atMs);
  }

  /** Keeps sound of the model, which comes faster than it is heard. */
  spoken(itemId: string, base64: string, atMs: number): void {
    const at = this.#model?.add(Buffer.from(base64, 'base64'), atMs) ?? 0;
    if (!this.#begins.has(itemId)) this.#begins.set(itemId, at);
  }

  /** An answer was cut to what had been heard of it. */
  cut(itemId: string, playedMs: number): void {
    const begin = this.#begins.get(itemId);
    if (begin !== undefined) this.#model?.cut(begin + playedMs);
  }

  close(): void {
    this.#person?.close();
    this.#model?.close();
  }
}

/** An event that adds sound of the person to the buffer, in the format in force. */
export function appendEvent(base64: string, format: AudioFormat): string {
  const audio = format === 'pcm16' ? base64 : g711OfPcm(Buffer.from(base64, 'base64'), format).toString('base64');
  return `{"type":"input_audio_buffer.append","audio":"${audio}"}`;
}

/** Milliseconds of PCM in base64. */
export const audioMs = (base64: string): number => Math.floor((base64.length * 3) / 4) / bytesPerMs;
