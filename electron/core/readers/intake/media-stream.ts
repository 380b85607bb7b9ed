import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { counted, formatCount } from '#shared/format.ts';
import { failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { emptyBody, type ResponseFacts } from '../failures/response-failures.ts';
import { unexpectedItems, unexpectedShape, warning } from '../parts/compose.ts';
import { decodedText } from '../parts/media.ts';
import { asBuffer } from './growing.ts';
import type { Intake, IntakeContext } from './intake.ts';
import { frameForm, type MediaFile, type MediaForm, mediaForm, signatureBytes } from './media-signature.ts';
import { isWave, type ShortWave, WaveStream } from './wave-stream.ts';

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

/**
 * Turns the bytes of audio or video into a file, and audio into parts as well, so that it can be played while it
 * arrives. The format is detected by the first bytes; content types are often wrong. Audio without a known signature is
 * raw samples: they are saved unchanged, and the player adds a header.
 */
export class MediaStream {
  readonly #options: MediaOptions;
  #label: string | null;
  #held = Buffer.alloc(0);
  #form: MediaForm | null = null;
  /** Media type of the parts. */
  #partType = '';
  #wave: WaveStream | null = null;
  #sizeBytes = 0;

  constructor(options: MediaOptions) {
    this.#options = options;
    this.#label = options.label;
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
    // The headers inside a file that is not played stay where they are.
    const wave = this.#options.isVideo && (this.#wave?.files ?? 0) > 1 ? null : this.#wave;
    return { ...this.#form, sizeBytes: this.#sizeBytes, patches: wave?.patches ?? [] };
  }

  /** @param label of the bytes themselves, where a document names one; the first one counts. */
  push(bytes: Buffer, label = 'audio/*'): Part[] {
    if (this.#form) return this.#pass(bytes);
    if (label !== 'audio/*') this.#label = label;
    this.#held = Buffer.concat([this.#held, bytes]);
    return this.#held.length < signatureBytes ? [] : this.#begin();
  }

  /** Call once, after the last byte. */
  end(): Part[] {
    const last = this.#form === null && this.#held.length > 0 && !this.isTooShort ? this.#begin() : [];
    const wave = this.#wave;
    if (wave === null) return last;
    const rest = wave.end();
    const { short, isMixed } = wave;
    return [
      ...last,
      ...(this.#options.isVideo ? [] : this.#write(rest)),
      ...(short ? [incomplete(short)] : []),
      ...(isMixed ? [mixed] : []),
    ];
  }

  #begin(): Part[] {
    const { isVideo } = this.#options;
    const label = this.#label;
    const held = this.#held;
    this.#held = Buffer.alloc(0);
    const known = mediaForm(held, isVideo) ?? (isLabelledRaw(label) ? null : frameForm(held));
    if (known || isVideo) {
      this.#form = known ?? formOfLabel(label);
      this.#partType = this.#form.mediaType;
      this.#wave = isWave(held) ? new WaveStream() : null;
      const isKnown = known !== null || this.#form.mediaType === svgType;
      return [...this.#pass(held), ...(isKnown ? [] : [unknownForm(label)])];
    }
    const raw = rawAudioOf(label);
    this.#form = { mediaType: 'audio/pcm', ending: 'pcm' };
    this.#partType = `audio/pcm;rate=${raw.rate}${raw.channels === 1 ? '' : `;channels=${raw.channels}`}`;
    return [...(isLabelledOther(label) ? [treatedAsRaw(label, raw)] : []), ...this.#pass(held)];
  }

  #pass(bytes: Buffer): Part[] {
    const joined = this.#wave?.push(bytes) ?? bytes;
    return this.#write(this.#options.isVideo ? bytes : joined);
  }

  #write(bytes: Buffer): Part[] {
    this.#sizeBytes += bytes.length;
    if (bytes.length > 0) this.#options.onMedia?.(bytes);
    if (this.#options.isVideo) return [];
    const parts: Part[] = [];
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const base64 = bytes.toString('base64', at, Math.min(at + pieceBytes, bytes.length));
      parts.push({ type: 'audio', mediaType: this.#partType, base64, streamed: true });
    }
    return parts;
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

/** Joins the audio in the documents of a speech response. `documents` reads the documents themselves. */
export function createSpeechIntake(documents: Intake, media: MediaStream): Intake {
  const repeats = createRepeats();
  const joined = (parts: readonly Part[]): Part[] =>
    parts.flatMap((part) => {
      if (part.type !== 'audio' || part.base64 === undefined || part.streamed === undefined) return [part];
      const bytes = decodedText(part.base64);
      if (bytes === null)
        return [unexpectedItems('A chunk of the audio is not base64 and was skipped, so the audio has a gap.')];
      return media.push(repeats.newIn(bytes), part.mediaType);
    });
  return {
    push: (bytes) => joined(documents.push(bytes)),
    isFinished: documents.isFinished,
    activity: documents.activity,
    end() {
      const ending = documents.end();
      return { ...ending, parts: [...joined(ending.parts), ...media.end()] };
    },
  };
}

/** Shorter audio may be the same twice. */
const tellingBytes = 512;

/** Finds chunks that repeat all audio before them: the last event of some services contains the whole (MiniMax). */
function createRepeats() {
  const all = createHash('sha256');
  let total = 0;
  return {
    /** Returns the bytes of a chunk that did not arrive yet. */
    newIn(bytes: Buffer): Buffer {
      const isLonger = total >= tellingBytes && bytes.length >= total;
      const isRepeat =
        isLonger &&
        all
          .copy()
          .digest()
          .equals(createHash('sha256').update(bytes.subarray(0, total)).digest());
      const added = isRepeat ? bytes.subarray(total) : bytes;
      all.update(added);
      total += added.length;
      return added;
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

/** Headers in which speech servers state the samples of raw audio, in Hz. */
const rateHeader = /^x-(?:audio-)?sample-?rate(?:-hz)?$/i;
const channelHeader = /^x-(?:audio-)?channels$/i;

/** Returns the content type of a response, with the sample rate and channels that other headers state. */
export function audioLabelOf(label: string | null, headers: ResponseFacts['headers']): string | null {
  const stated = (header: RegExp) =>
    headers.find(([name, value]) => header.test(name) && /^\d{1,6}$/.test(value.trim()))?.[1];
  const rate = stated(rateHeader);
  if (rate === undefined || /;\s*rate=/i.test(label ?? '')) return label;
  const channels = stated(channelHeader);
  return `${label ?? 'audio/pcm'};rate=${rate.trim()}${channels === undefined ? '' : `;channels=${channels.trim()}`}`;
}

/** Samples of the compatible surface are 24 kHz mono, unless the content type says otherwise. */
function rawAudioOf(label: string | null): RawAudio {
  const number = (name: string) => Number(new RegExp(`;\\s*${name}="?(\\d{1,6})`, 'i').exec(label ?? '')?.[1] ?? 0);
  const channels = number('channels');
  return { rate: number('rate') || 24_000, channels: channels >= 1 && channels <= 8 ? channels : 1 };
}

const svgType = 'image/svg+xml';

function formOfLabel(label: string | null): MediaForm {
  const name = /^((?:video|image|audio)\/([\w.+-]{1,40}))/.exec(label?.toLowerCase() ?? '');
  if (!name) return { mediaType: 'application/octet-stream', ending: 'bin' };
  if (name[1] === svgType) return { mediaType: svgType, ending: 'svg' };
  return { mediaType: name[1] ?? '', ending: /^[a-z0-9]{2,5}$/.test(name[2] ?? '') ? (name[2] ?? '') : 'bin' };
}

const unknownForm = (label: string | null): Part =>
  unexpectedShape(
    `The data has an unknown format${label === null ? '' : `, labeled ${label}`}. It was stored unchanged.`,
  );

const treatedAsRaw = (label: string | null, { rate }: RawAudio): Part =>
  unexpectedShape(`The audio is labeled ${label} but doesn't begin like it. It was read as raw samples at ${rate} Hz.`);

const incomplete = ({ promised, there }: ShortWave): Part =>
  warning(
    'media-short',
    `The audio is incomplete: its header declares ${formatCount(promised)} bytes of samples, but ${formatCount(there)} arrived.`,
  );

const mixed = unexpectedItems(
  'The audio is several WAV files with different sample rates or channels, played as one: parts of it sound wrong. The recorded response has them as they arrived.',
);
