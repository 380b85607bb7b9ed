import type { Buffer } from 'node:buffer';
import { GrowingBytes } from './growing.ts';

/** What the first bytes indicate: a media type and its file extension. */
export interface MediaForm {
  mediaType: string;
  ending: string;
}

export interface MediaFile extends MediaForm {
  sizeBytes: number;
  /** To be written into the file at the end. */
  patches: FilePatch[];
}

/** Bytes to be written at an offset of a file. */
export interface FilePatch {
  offset: number;
  bytes: Buffer;
}

/** This many bytes identify every known format. */
export const signatureBytes = 12;

const SPACE = 32;

const form = (mediaType: string, ending: string): MediaForm => ({ mediaType, ending });

/** Detects formats with an unambiguous signature. `isVideo` decides how containers for both kinds are named. */
export function mediaForm(bytes: Buffer, isVideo: boolean): MediaForm | null {
  const at = (start: number, end: number) => bytes.toString('latin1', start, end);
  switch (at(0, 4)) {
    case 'RIFF':
    case 'RF64':
      return containerInRiff(at(8, 12));
    case 'OggS':
      return isVideo ? form('video/ogg', 'ogv') : form('audio/ogg', 'ogg');
    case 'fLaC':
      return form('audio/flac', 'flac');
    case '\x1a\x45\xdf\xa3':
      return isVideo ? form('video/webm', 'webm') : form('audio/webm', 'weba');
    case 'GIF8':
      return form('image/gif', 'gif');
    case '\x89PNG':
      return form('image/png', 'png');
    case 'FORM':
      return /^AIF[FC]$/.test(at(8, 12)) ? form('audio/aiff', 'aiff') : null;
  }
  if (at(0, 3) === 'ID3' && (bytes[3] ?? 0) < SPACE) return form('audio/mpeg', 'mp3');
  if (at(0, 3) === '\xff\xd8\xff') return form('image/jpeg', 'jpg');
  if (at(0, 2) === 'BM' && at(6, 10) === '\0\0\0\0') return form('image/bmp', 'bmp');
  if (at(4, 8) !== 'ftyp') return null;
  if (/^avi[fs]$/.test(at(8, 12))) return form('image/avif', 'avif');
  if (/^(?:hei[cxms]|mif1)$/.test(at(8, 12))) return form('image/heic', 'heic');
  if (at(8, 10) === 'qt') return form('video/quicktime', 'mov');
  return isVideo && at(8, 11) !== 'M4A' ? form('video/mp4', 'mp4') : form('audio/mp4', 'm4a');
}

function containerInRiff(kind: string): MediaForm | null {
  if (kind === 'WAVE') return form('audio/wav', 'wav');
  if (kind === 'WEBP') return form('image/webp', 'webp');
  return kind === 'AVI ' ? form('video/x-msvideo', 'avi') : null;
}

/** Detects formats whose frames begin with a sync word of a few bits, which raw audio samples may resemble. */
export function frameForm(bytes: Buffer): MediaForm | null {
  const [first, second = 0, third = 0] = bytes;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  if ((second & 0xf6) === 0xf0) return form('audio/aac', 'aac');
  const isFrame =
    (second & 0x18) !== 0x08 && (second & 0x06) !== 0 && (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c;
  return isFrame ? form('audio/mpeg', 'mp3') : null;
}

/** A response that reads as text up to here is text: sound and video have other bytes long before. */
const mostText = 64 * 1024;

/** Content types under which audio and video never arrive. */
const textLabel = /^(?:text\/|application\/(?:json|problem\+json|xml|xhtml))/i;
/** Content types of text formats outside `text/`. */
const textForm = /[/+](?:json|x-ndjson|jsonl|xml|yaml|x-yaml|javascript|x-www-form-urlencoded)\b/i;
const audioLabel = /^audio\//i;
const mediaLabel = /^(?:audio|video|image)\//i;
/** Events of a speech stream, whatever their content type. */
const events = /^\s*(?:data: ?\{|event: ?\w|: ?\w)/;
const document = /^\s*[{[<]/;
const svgLabel = /^image\/svg\+xml/i;
const svgStart = /^\s*<(?:svg|\?xml|!--|!doctype s)/i;

interface DecisionInput {
  /** The `content-type` of the response. */
  label: string | null;
  /** `any`: of a request whose response may be anything. */
  expected: 'audio' | 'video' | 'any';
}

/**
 * Tells media from text by the bytes of a response. Errors arrive as JSON, as a page or as a sentence with a 2xx status,
 * some of them labeled as the media that was requested (BerriAI/litellm#4332); raw samples may begin with any byte.
 * Under a label of media, the bytes are therefore held back as long as all of them are text.
 */
export class MediaDecision {
  readonly #input: DecisionInput;
  readonly #held = new GrowingBytes();
  readonly #text = new TextDecoder('utf-8', { fatal: true });
  #isText = true;

  constructor(input: DecisionInput) {
    this.#input = input;
  }

  /** All bytes so far. Only valid until the next `push`. */
  get held(): Buffer {
    return this.#held.view;
  }

  /** Takes more bytes and returns whether they are media, `null` while undecided. `last`: no byte will follow. */
  push(bytes: Buffer, last: boolean): boolean | null {
    this.#held.append(bytes, 0, bytes.length);
    this.#isText &&= this.#reads(bytes);
    const { view } = this.#held;
    if (view.length < signatureBytes && !last) return null;
    if (view.length === 0) return false;
    const decided = this.#input.expected === 'any' ? this.#isFile(view) : this.#isMedia(view);
    if (decided !== null) return decided;
    return !this.#isText ? true : last || view.length > mostText ? false : null;
  }

  #reads(bytes: Buffer): boolean {
    if (bytes.some(isControl)) return false;
    try {
      this.#text.decode(bytes, { stream: true });
      return true;
    } catch {
      return false;
    }
  }

  /** Returns `null` when only the bytes that follow can tell. */
  #isMedia(held: Buffer): boolean | null {
    const { label, expected } = this.#input;
    if (mediaForm(held, expected === 'video')) return true;
    const text = held.toString('latin1', 0, signatureBytes);
    if (expected === 'video' && label !== null && svgLabel.test(label) && svgStart.test(text)) return true;
    if (held.length >= signatureBytes && events.test(text)) return false;
    if (label !== null && audioLabel.test(label) && expected === 'audio') return null;
    if (frameForm(held)) return true;
    if (label !== null && textLabel.test(label)) return false;
    return document.test(text) ? false : null;
  }

  #isFile(held: Buffer): boolean | null {
    const { label } = this.#input;
    if (mediaForm(held, true)) return true;
    if (label !== null && (textLabel.test(label) || textForm.test(label))) return false;
    const start = held.subarray(0, signatureBytes);
    if (document.test(start.toString('latin1'))) return false;
    if (label !== null && mediaLabel.test(label)) return null;
    if (label !== null && /^application\/(?!octet-stream)/i.test(label)) return true;
    return start.some(isControl);
  }
}

/** A byte that does not occur in text; an escape begins the color of a terminal. */
const isControl = (byte: number): boolean => byte < 9 || (byte > 13 && byte < 32 && byte !== 27);
