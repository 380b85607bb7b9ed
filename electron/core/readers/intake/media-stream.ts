import { Buffer } from 'node:buffer';
import { formatCount } from '#shared/format.ts';
import type { Part } from '#shared/protocol/part.ts';
import { frameForm, type MediaForm, mediaForm, signatureBytes } from './media-signature.ts';

/** The file that a media answer makes. */
export interface MediaFile extends MediaForm {
  sizeBytes: number;
  /** To be put into the written bytes at the end. */
  patches: FilePatch[];
}

interface MediaOptions {
  /** A film, and not sound. */
  isFilm: boolean;
  /** The `content-type` of the answer. */
  label: string | null;
  /** Gets the bytes of the file in order. They are only good until it returns. */
  onMedia: ((bytes: Uint8Array) => void) | undefined;
}

/** Of sound, in one part. */
const pieceBytes = 48 * 1024;
/** So much of the beginning is kept to find the sizes of a WAV file in. */
const headBytes = 4096;

/**
 * Turns the bytes of sound or of a film into a file, and sound into parts as well, so that it can be played while it
 * comes. What it is is told by its first bytes; labels are often wrong. Audio without any known mark is raw samples: they
 * stay as they are, in the file too, and whoever plays them adds a header.
 */
export class MediaStream {
  readonly #options: MediaOptions;
  #held = Buffer.alloc(0);
  #form: MediaForm | null = null;
  /** Media type of the parts. */
  #partType = '';
  #head = Buffer.alloc(0);
  #sizeBytes = 0;

  constructor(options: MediaOptions) {
    this.#options = options;
  }

  /** Nothing has come. */
  get isEmpty(): boolean {
    return this.#sizeBytes === 0 && this.#held.length === 0;
  }

  /** `null` before its form is known. */
  get file(): MediaFile | null {
    if (this.#form === null) return null;
    return { ...this.#form, sizeBytes: this.#sizeBytes, patches: wavePatches(this.#head, this.#sizeBytes) };
  }

  push(bytes: Buffer): Part[] {
    if (this.#form) return this.#pass(bytes);
    this.#held = Buffer.concat([this.#held, bytes]);
    return this.#held.length < signatureBytes ? [] : this.#begin();
  }

  /** Call once, when no byte will follow. */
  end(): Part[] {
    const last = this.#form === null && this.#held.length > 0 ? this.#begin() : [];
    const missing = missingSamples(this.#head, this.#sizeBytes);
    return missing === null ? last : [...last, incomplete(missing)];
  }

  #begin(): Part[] {
    const { isFilm, label } = this.#options;
    const held = this.#held;
    this.#held = Buffer.alloc(0);
    const known = mediaForm(held, isFilm) ?? (saysRaw(label) ? null : frameForm(held));
    if (known || isFilm) {
      this.#form = known ?? formOfLabel(label);
      this.#partType = this.#form.mediaType;
      return [...this.#pass(held), ...(known ? [] : [unknownForm(label)])];
    }
    const raw = rawAudioOf(label);
    this.#form = { mediaType: 'audio/pcm', ending: 'pcm' };
    this.#partType = `audio/pcm;rate=${raw.rate}${raw.channels === 1 ? '' : `;channels=${raw.channels}`}`;
    return [...(saysOther(label) ? [takenForRaw(label, raw)] : []), ...this.#pass(held)];
  }

  #pass(bytes: Buffer): Part[] {
    this.#write(bytes);
    if (this.#options.isFilm) return [];
    const parts: Part[] = [];
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const base64 = bytes.toString('base64', at, Math.min(at + pieceBytes, bytes.length));
      parts.push({ type: 'audio', mediaType: this.#partType, base64, streamed: true });
    }
    return parts;
  }

  #write(bytes: Buffer): void {
    if (this.#head.length < headBytes)
      this.#head = Buffer.concat([this.#head, bytes.subarray(0, headBytes - this.#head.length)]);
    this.#sizeBytes += bytes.length;
    this.#options.onMedia?.(bytes);
  }
}

/** Samples without a header: signed, 16 bits, low byte first. `rate` in Hz. */
interface RawAudio {
  rate: number;
  channels: number;
}

const rawLabel = /^audio\/(?:x-)?(?:pcm|l16|raw|basic)\b/i;
const saysRaw = (label: string | null): boolean => label !== null && rawLabel.test(label);

/** The label names another format of sound, or another rate than is known. */
const saysOther = (label: string | null): boolean => label !== null && /^audio\//i.test(label) && !saysRaw(label);

/** Samples of the compatible surface are at 24 kHz and mono, unless the label says otherwise. */
function rawAudioOf(label: string | null): RawAudio {
  const number = (name: string) => Number(new RegExp(`;\\s*${name}="?(\\d{1,6})`, 'i').exec(label ?? '')?.[1] ?? 0);
  const channels = number('channels');
  return { rate: number('rate') || 24_000, channels: channels >= 1 && channels <= 8 ? channels : 1 };
}

function formOfLabel(label: string | null): MediaForm {
  const name = /^((?:video|image|audio)\/([\w.+-]{1,40}))/.exec(label?.toLowerCase() ?? '');
  if (!name) return { mediaType: 'application/octet-stream', ending: 'bin' };
  return { mediaType: name[1] ?? '', ending: /^[a-z0-9]{2,5}$/.test(name[2] ?? '') ? (name[2] ?? '') : 'bin' };
}

const unknownForm = (label: string | null): Part => ({
  type: 'warning',
  code: 'unknown-shape',
  message: `The bytes are of no format that is known here${label === null ? '' : `, labelled ${label}`}. They were kept as they are.`,
});

const takenForRaw = (label: string | null, { rate }: RawAudio): Part => ({
  type: 'warning',
  code: 'unknown-shape',
  message: `The sound is labelled ${label} but does not begin like it. It was taken for raw samples at ${rate} Hz.`,
});

const incomplete = ({ promised, there }: { promised: number; there: number }): Part => ({
  type: 'warning',
  code: 'media-short',
  message: `The audio is incomplete: its header promises ${formatCount(promised)} bytes of samples, and ${formatCount(there)} arrived.`,
});

/** Bytes to be put at a place of a file. */
interface FilePatch {
  offset: number;
  bytes: Buffer;
}

/** Sizes that programs write when they do not know the length yet. */
const unknownSizes: ReadonlySet<number> = new Set([0, 0xffff_ffff, 0x7fff_ffff, 0x7fff_f000, 0xffff_f000]);
const largestSize = 0xffff_ffff;

const size = (offset: number, value: number): FilePatch => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(Math.min(Math.max(0, value), largestSize));
  return { offset, bytes };
};

/**
 * How many bytes of samples the header of a WAV file promises, and how many there are, where those are fewer; `null` for
 * everything else, also for a length that was not known.
 */
function missingSamples(head: Buffer, sizeBytes: number): { promised: number; there: number } | null {
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return null;
  for (let at = 12; at + 8 <= head.length; ) {
    const promised = head.readUInt32LE(at + 4);
    const there = sizeBytes - at - 8;
    if (head.toString('latin1', at, at + 4) === 'data')
      return unknownSizes.has(promised) || promised <= there ? null : { promised, there };
    at += 8 + promised + (promised % 2);
  }
  return null;
}

/**
 * What is to be changed in a WAV file that was written while its length was not known, so that every player can play and
 * seek it. Sizes that are real are left alone.
 *
 * @param head the first bytes of the file, with its chunk `data` among them.
 * @param sizeBytes of the whole file.
 */
function wavePatches(head: Buffer, sizeBytes: number): FilePatch[] {
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return [];
  const patches = unknownSizes.has(head.readUInt32LE(4)) ? [size(4, sizeBytes - 8)] : [];
  for (let at = 12; at + 8 <= head.length; ) {
    const chunkBytes = head.readUInt32LE(at + 4);
    if (head.toString('latin1', at, at + 4) === 'data') {
      if (unknownSizes.has(chunkBytes)) patches.push(size(at + 4, sizeBytes - at - 8));
      break;
    }
    at += 8 + chunkBytes + (chunkBytes % 2);
  }
  return patches;
}
