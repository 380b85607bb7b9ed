import { Buffer } from 'node:buffer';
import { counted, formatCount } from '#shared/format.ts';
import { failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { emptyBody } from '../failures/response-failures.ts';
import { unexpectedItems, unexpectedShape, warning } from '../parts/compose.ts';
import { asBuffer } from './growing.ts';
import type { Intake, IntakeContext } from './intake.ts';
import {
  type FilePatch,
  frameForm,
  type MediaFile,
  type MediaForm,
  mediaForm,
  signatureBytes,
} from './media-signature.ts';

interface MediaOptions {
  /** Video rather than audio. */
  isVideo: boolean;
  /** The `content-type` of the response. */
  label: string | null;
  /** Receives the bytes of the file in order. They are only valid until it returns. */
  onMedia: ((bytes: Uint8Array) => void) | undefined;
}

/** Audio bytes per part. */
const pieceBytes = 48 * 1024;
/** This many bytes of the start are kept to find the sizes of a WAV file in. */
const headBytes = 4096;

/**
 * Turns the bytes of audio or video into a file, and audio into parts as well, so that it can be played while it
 * arrives. The format is detected by the first bytes; content types are often wrong. Audio without a known signature is
 * raw samples: they are saved unchanged, and the player adds a header.
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

  get isEmpty(): boolean {
    return this.#sizeBytes === 0 && this.#held.length === 0;
  }

  /** At the end: what was received cannot be the file of a video. */
  get isTooShort(): boolean {
    const held = this.#held;
    return this.#options.isVideo && held.length > 0 && held.length < signatureBytes && !mediaForm(held, true);
  }

  /** `null` until the format is known. */
  get file(): MediaFile | null {
    if (this.#form === null) return null;
    return { ...this.#form, sizeBytes: this.#sizeBytes, patches: wavePatches(this.#head, this.#sizeBytes) };
  }

  push(bytes: Buffer): Part[] {
    if (this.#form) return this.#pass(bytes);
    this.#held = Buffer.concat([this.#held, bytes]);
    return this.#held.length < signatureBytes ? [] : this.#begin();
  }

  /** Call once, after the last byte. */
  end(): Part[] {
    const last = this.#form === null && this.#held.length > 0 && !this.isTooShort ? this.#begin() : [];
    const samples = samplesIn(this.#head, this.#sizeBytes);
    const isShort = samples && !unknownSizes.has(samples.promised) && samples.promised > samples.there;
    return isShort ? [...last, incomplete(samples)] : last;
  }

  #begin(): Part[] {
    const { isVideo, label } = this.#options;
    const held = this.#held;
    this.#held = Buffer.alloc(0);
    const known = mediaForm(held, isVideo) ?? (isLabelledRaw(label) ? null : frameForm(held));
    if (known || isVideo) {
      this.#form = known ?? formOfLabel(label);
      this.#partType = this.#form.mediaType;
      return [...this.#pass(held), ...(known ? [] : [unknownForm(label)])];
    }
    const raw = rawAudioOf(label);
    this.#form = { mediaType: 'audio/pcm', ending: 'pcm' };
    this.#partType = `audio/pcm;rate=${raw.rate}${raw.channels === 1 ? '' : `;channels=${raw.channels}`}`;
    return [...(isLabelledOther(label) ? [treatedAsRaw(label, raw)] : []), ...this.#pass(held)];
  }

  #pass(bytes: Buffer): Part[] {
    this.#write(bytes);
    if (this.#options.isVideo) return [];
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

const tooShort = (bytes: number, { status }: IntakeContext['facts']) =>
  failure('wrong-type', `The response has ${counted(bytes, 'byte')}, which is not a video.`, {
    effect: 'arrived-kept',
    hint: 'See the recorded response. The video may not be ready yet: try again later.',
    status,
  });

/**
 * Reads a response whose bytes are audio or video. It has no end mark: only the transport knows whether it is complete.
 */
export function createMediaIntake({ facts }: Pick<IntakeContext, 'facts'>, media: MediaStream): Intake {
  let received = 0;
  return {
    push(bytes) {
      received += bytes.length;
      return media.push(asBuffer(bytes));
    },
    isFinished: () => false,
    activity: () => received,
    end() {
      const parts = media.end();
      if (media.isEmpty) return { parts, verdict: 'empty', finishReason: null, error: emptyBody(facts) };
      if (media.isTooShort) return { parts, verdict: 'failed', finishReason: null, error: tooShort(received, facts) };
      return { parts, verdict: 'complete', finishReason: null, error: null };
    },
  };
}

const base64Pattern = /^[A-Za-z0-9+/_\s-]*(?:={1,2}\s*)?$/;

/** Joins the audio in the events of a speech stream. `events` reads the events themselves. */
export function createSpeechIntake(events: Intake, media: MediaStream): Intake {
  const joined = (parts: readonly Part[]): Part[] =>
    parts.flatMap((part) => {
      if (part.type !== 'audio' || part.base64 === undefined) return [part];
      if (!base64Pattern.test(part.base64))
        return [unexpectedItems('A chunk of the audio is not base64 and was skipped, so the audio has a gap.')];
      return media.push(Buffer.from(part.base64, 'base64'));
    });
  return {
    push: (bytes) => joined(events.push(bytes)),
    isFinished: events.isFinished,
    activity: events.activity,
    end() {
      const ending = events.end();
      return { ...ending, parts: [...joined(ending.parts), ...media.end()] };
    },
  };
}

/** Samples without a header: signed 16-bit little endian. `rate` in Hz. */
interface RawAudio {
  rate: number;
  channels: number;
}

const rawLabel = /^audio\/(?:x-)?(?:pcm|l16|raw|basic)\b/i;
const isLabelledRaw = (label: string | null): boolean => label !== null && rawLabel.test(label);

/** The content type names another audio format. */
const isLabelledOther = (label: string | null): boolean =>
  label !== null && /^audio\//i.test(label) && !isLabelledRaw(label);

/** Samples of the compatible surface are 24 kHz mono, unless the content type says otherwise. */
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

const unknownForm = (label: string | null): Part =>
  unexpectedShape(
    `The data has an unknown format${label === null ? '' : `, labeled ${label}`}. It was stored unchanged.`,
  );

const treatedAsRaw = (label: string | null, { rate }: RawAudio): Part =>
  unexpectedShape(`The audio is labeled ${label} but doesn't begin like it. It was read as raw samples at ${rate} Hz.`);

const incomplete = ({ promised, there }: Samples): Part =>
  warning(
    'media-short',
    `The audio is incomplete: its header declares ${formatCount(promised)} bytes of samples, but ${formatCount(there)} arrived.`,
  );

/** Sizes that programs write while the length is still unknown. */
const unknownSizes: ReadonlySet<number> = new Set([0, 0xffff_ffff, 0x7fff_ffff, 0x7fff_f000, 0xffff_f000]);
const largestSize = 0xffff_ffff;

const size = (offset: number, value: number): FilePatch => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(Math.min(Math.max(0, value), largestSize));
  return { offset, bytes };
};

/** The samples of a WAV file: how many bytes its header declares, and how many arrived. */
interface Samples {
  promised: number;
  there: number;
  /** Offset of the size field in the file. */
  offset: number;
}

/** `null` when the first bytes are not those of a WAV file, or its samples begin after them. */
function samplesIn(head: Buffer, sizeBytes: number): Samples | null {
  if (!isWave(head)) return null;
  for (let at = 12; at + 8 <= head.length; ) {
    const promised = head.readUInt32LE(at + 4);
    if (head.toString('latin1', at, at + 4) === 'data') return { promised, there: sizeBytes - at - 8, offset: at + 4 };
    at += 8 + promised + (promised % 2);
  }
  return null;
}

const isWave = (head: Buffer): boolean =>
  head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WAVE';

/**
 * Returns the changes to a WAV file that was written while its length was unknown, so that every player can play and
 * seek it. Real sizes are left alone.
 *
 * @param head the first bytes of the file, including its `data` chunk.
 * @param sizeBytes of the whole file.
 */
function wavePatches(head: Buffer, sizeBytes: number): FilePatch[] {
  if (!isWave(head)) return [];
  const samples = samplesIn(head, sizeBytes);
  return [
    ...(unknownSizes.has(head.readUInt32LE(4)) ? [size(4, sizeBytes - 8)] : []),
    ...(samples && unknownSizes.has(samples.promised) ? [size(samples.offset, samples.there)] : []),
  ];
}
