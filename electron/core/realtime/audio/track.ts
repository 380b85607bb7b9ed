import type { Buffer } from 'node:buffer';
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { createPrivateFile } from '../../store/private-file.ts';

/** PCM, 16 bit, 24 kHz, mono. */
export const bytesPerMs = 48;

const flushMs = 250;
const longestMs = 12 * 3600 * 1000;

/**
 * One side of a conversation as sound on the disk, at most a quarter of a second behind. Places where nobody spoke are
 * holes in the file, which read as silence. A disk that refuses costs the track and nothing else.
 */
export class Track {
  readonly #file: string;
  #handle: number | null = null;
  #failed = false;
  #endBytes = 0;
  #waiting: { at: number; bytes: Buffer }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** End of the sound so far, in milliseconds. */
  get endMs(): number {
    return this.#endBytes / bytesPerMs;
  }

  /** Adds sound that begins at a time, or after what is there already. Returns where it begins. */
  add(pcm: Buffer, atMs: number): number {
    const at = Math.max(this.#endBytes, Math.round(atMs) * bytesPerMs);
    if (this.#failed || pcm.length === 0 || atMs > longestMs) return at / bytesPerMs;
    this.#waiting.push({ at, bytes: pcm });
    this.#endBytes = at + (pcm.length & ~1);
    this.#timer ??= setTimeout(() => this.flush(), flushMs);
    return at / bytesPerMs;
  }

  /** Takes away what lies behind a time: it was never heard. */
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
