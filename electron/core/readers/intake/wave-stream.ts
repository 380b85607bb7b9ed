import { Buffer } from 'node:buffer';
import type { FilePatch } from './media-signature.ts';

/** From this size on, a length is a placeholder of a program that did not know it yet; no WAV file has 2 GB. */
const placeholderSize = 0x7f00_0000;
const largestSize = 0xffff_ffff;
/** A chunk behind the samples (a title, a list) is shorter than this. */
const longestTail = 1024 * 1024;
const chunkName = /^[A-Za-z0-9_ ]{4}$/;
const riff = Buffer.from('RIFF');

/** A WAV file whose header declares more samples than it has. Bytes. */
export interface ShortWave {
  promised: number;
  there: number;
}

/** True when the first 12 bytes are those of a WAV file. */
export const isWave = (head: Buffer): boolean =>
  head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WAVE';

/**
 * Passes on a WAV file that arrives in chunks of any size. Some services send one whole file per sentence, one after
 * the other: the headers in between are removed, so all of it is one file. The lengths in its
 * header become true through `patches`: servers that stream write 0, the largest number or any other guess there.
 */
export class WaveStream {
  /** `tail`: after the samples that the header declares. */
  #state: 'file' | 'chunk' | 'content' | 'samples' | 'tail' = 'file';
  #held: Buffer = Buffer.alloc(0);
  #isFirst = true;
  /** Bytes to read of the current chunk; for samples those that its header declares, `Infinity` where it is a guess. */
  #left = 0;
  #chunk = '';
  /** Chunks behind the samples: they are dropped when another file follows. */
  #tail: Buffer[] = [];
  #format = '';
  #promised = 0;
  #samples = 0;
  #samplesOfFile = 0;
  #sizeBytes = 0;
  /** Offset of the size of the samples in the file; `null` before it arrived. */
  #sizeAt: number | null = null;
  #declared = { riff: 0, samples: 0 };
  /** WAV files so far. */
  files = 0;
  /** A later file has another sample rate, number of channels or encoding. */
  isMixed = false;

  push(bytes: Buffer): Buffer {
    const out: Buffer[] = [];
    this.#held = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    while (this.#step(out));
    // The caller's bytes are only valid during the call.
    if (this.#held.length > 0) this.#held = Buffer.from(this.#held);
    return this.#passed(out);
  }

  /** Call once, after the last byte. */
  end(): Buffer {
    const out = [...this.#tail, this.#held];
    const isRest = this.#state === 'tail' && this.#tail.length === 0 && !this.#isBehindSamples(this.#held);
    if (this.#state === 'samples' || isRest) this.#count(this.#held.length);
    this.#held = Buffer.alloc(0);
    this.#tail = [];
    return this.#passed(out);
  }

  /** Changes to what was passed on, so that the lengths in its header are those of the file. */
  get patches(): FilePatch[] {
    if (this.#sizeAt === null) return [];
    const sizes = [
      { offset: 4, was: this.#declared.riff, is: this.#sizeBytes - 8 },
      { offset: this.#sizeAt, was: this.#declared.samples, is: this.#samples },
    ];
    return sizes.filter(({ was, is }) => was !== is).map(({ offset, is }) => size(offset, is));
  }

  /** `null` when every sample arrived that the last header declares, or when it declares none. */
  get short(): ShortWave | null {
    const isShort = this.#sizeAt !== null && this.#promised > this.#samplesOfFile && this.#promised < placeholderSize;
    return isShort ? { promised: this.#promised, there: this.#samplesOfFile } : null;
  }

  /** Reads the next piece of the held bytes. Returns false when more bytes are needed. */
  #step(out: Buffer[]): boolean {
    switch (this.#state) {
      case 'file':
        return this.#readFile(out);
      case 'chunk':
        return this.#readChunk(out);
      case 'content':
        return this.#readContent(out);
      case 'samples':
        return this.#readSamples(out);
      case 'tail':
        return this.#readTail(out);
    }
  }

  #readFile(out: Buffer[]): boolean {
    const head = this.#take(12);
    if (head === null) return false;
    this.#isFirst = this.files === 0;
    this.files += 1;
    if (this.#isFirst) {
      this.#declared.riff = head.readUInt32LE(4);
      out.push(head);
    }
    this.#tail = [];
    this.#state = 'chunk';
    return true;
  }

  #readChunk(out: Buffer[]): boolean {
    const head = this.#take(8);
    if (head === null) return false;
    const length = head.readUInt32LE(4);
    this.#chunk = head.toString('latin1', 0, 4);
    const isData = this.#chunk === 'data';
    if (this.#isFirst && isData) {
      this.#declared.samples = length;
      this.#sizeAt = this.#sizeBytes + out.reduce((sum, { length: one }) => sum + one, 0) + 4;
    }
    if (this.#isFirst) out.push(head);
    if (isData) {
      this.#promised = length;
      this.#samplesOfFile = 0;
      this.#left = length === 0 || length >= placeholderSize ? Number.POSITIVE_INFINITY : length;
    } else this.#left = length + (length % 2);
    this.#state = isData ? 'samples' : 'content';
    return true;
  }

  #readContent(out: Buffer[]): boolean {
    if (this.#chunk === 'fmt ' && this.#held.length < Math.min(this.#left, 16)) return false;
    const content = this.#take(Math.min(this.#left, this.#held.length)) ?? Buffer.alloc(0);
    if (this.#chunk === 'fmt ' && content.length > 0) {
      const format = content.toString('latin1', 0, 16);
      if (this.#isFirst) this.#format ||= format;
      else this.isMixed ||= format !== this.#format;
      this.#chunk = '';
    }
    if (this.#isFirst) out.push(content);
    this.#left -= content.length;
    if (this.#left === 0) this.#state = 'chunk';
    return this.#left === 0;
  }

  #readSamples(out: Buffer[]): boolean {
    const { end, isFile } = nextFile(this.#held);
    const taken = this.#take(Math.min(end, this.#left)) ?? Buffer.alloc(0);
    this.#left -= taken.length;
    this.#count(taken.length);
    out.push(taken);
    if (this.#left === 0) this.#state = 'tail';
    else if (isFile) this.#state = 'file';
    return this.#left === 0 || isFile;
  }

  /** Decides by the bytes behind the declared samples: another file, another chunk, or more samples. */
  #readTail(out: Buffer[]): boolean {
    const held = this.#held;
    const padding = this.#paddingOf(held);
    if (held.length < padding + 12) return false;
    if (isWave(held.subarray(padding))) {
      this.#take(padding);
      this.#state = 'file';
      return true;
    }
    const length = chunkLength(held.subarray(padding));
    if (length !== null) {
      const chunk = this.#take(padding + length);
      if (chunk === null) return false;
      this.#tail.push(Buffer.from(chunk));
      return true;
    }
    // The length was a guess, and what looked like chunks are samples.
    for (const chunk of this.#tail.splice(0)) {
      this.#count(chunk.length);
      out.push(chunk);
    }
    this.#left = Number.POSITIVE_INFINITY;
    this.#state = 'samples';
    return true;
  }

  /** Samples of an odd length are followed by a zero. */
  #paddingOf(held: Buffer): number {
    return this.#tail.length === 0 && this.#promised % 2 === 1 && held[0] === 0 ? 1 : 0;
  }

  #isBehindSamples(held: Buffer): boolean {
    const padding = this.#paddingOf(held);
    return held.length === padding || chunkLength(held.subarray(padding)) !== null;
  }

  #take(length: number): Buffer | null {
    if (this.#held.length < length) return null;
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }

  #count(length: number): void {
    this.#samples += length;
    this.#samplesOfFile += length;
  }

  #passed(out: readonly Buffer[]): Buffer {
    const bytes = Buffer.concat(out);
    this.#sizeBytes += bytes.length;
    return bytes;
  }
}

/** Returns the length of the chunk that these bytes begin, its header included; `null` when they begin none. */
function chunkLength(bytes: Buffer): number | null {
  if (bytes.length < 8 || !chunkName.test(bytes.toString('latin1', 0, 4))) return null;
  const length = bytes.readUInt32LE(4);
  return length <= longestTail ? 8 + length + (length % 2) : null;
}

/**
 * Returns where the header of another WAV file begins in samples, or may begin at their end. Samples never look like
 * its 8 fixed bytes by chance.
 */
function nextFile(bytes: Buffer): { end: number; isFile: boolean } {
  for (let at = bytes.indexOf(riff); at !== -1; at = bytes.indexOf(riff, at + 1)) {
    const kind = bytes.toString('latin1', at + 8, at + 12);
    if (kind === 'WAVE') return { end: at, isFile: true };
    if (kind.length < 4 && 'WAVE'.startsWith(kind)) return { end: at, isFile: false };
  }
  for (let length = Math.min(3, bytes.length); length > 0; length -= 1)
    if (riff.subarray(0, length).equals(bytes.subarray(bytes.length - length)))
      return { end: bytes.length - length, isFile: false };
  return { end: bytes.length, isFile: false };
}

const size = (offset: number, value: number): FilePatch => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(Math.min(Math.max(0, value), largestSize));
  return { offset, bytes };
};
