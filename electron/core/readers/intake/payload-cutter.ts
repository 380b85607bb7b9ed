import { Buffer } from 'node:buffer';
import { GrowingBytes } from './growing.ts';
import { words } from './json-value.ts';

/** A byte range of a recorded body: base64 inside a JSON string, escapes included. */
export interface BodyPlace {
  offset: number;
  sizeBytes: number;
}

/** Characters of the original start that are kept, so that its format can still be detected. */
export const keptCharacters = 96;

const mark = '/patchbay/body/';
const whole = /^[A-Za-z0-9+/_-]{96}\/patchbay\/body\/(\d{1,12})\/(\d{1,12})\/$/;
const anywhere = /[A-Za-z0-9+/_-]{96}\/patchbay\/body\/(\d{1,12})\/(\d{1,12})\//g;

/**
 * Returns a placeholder for megabytes of base64 that stay in the recorded body. It is valid base64 and begins like the
 * original, so every base64 reader detects the right format.
 *
 * @param start the first 96 characters of the base64.
 */
export const placeholderFor = (start: string, { offset, sizeBytes }: BodyPlace): string =>
  `${start}${mark}${offset}/${sizeBytes}/`;

/** Returns where the base64 behind a placeholder is; `null` when the text is the base64 itself. */
export function bodyPlaceOf(base64: string): BodyPlace | null {
  const found = base64.length > 200 ? null : whole.exec(base64);
  return found && { offset: Number(found[1]), sizeBytes: Number(found[2]) };
}

/** Returns the text with a readable note in place of each placeholder. */
export const withoutPlaceholders = (text: string): string =>
  text.includes(mark)
    ? text.replace(
        anywhere,
        (_, offset, sizeBytes) => `[${sizeBytes} bytes of base64, from byte ${offset} of the recorded response]`,
      )
    : text;

/** Receives bytes that are only valid during the call. */
export type Sink = (bytes: Buffer, from: number, to: number) => void;

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const COLON = 58;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** A base64-only string of at least this many bytes is cut out. */
export const payloadBytes = 256 * 1024;
const longestKey = 64;

/** Fields that hold media, or lists of media. In other fields, text that a model wrote may look like base64 too. */
const mediaKeys: ReadonlySet<string> = new Set(
  words(`b64_json base64 image_base64 b64 data bytesBase64Encoded
  partial_image_b64 audio audio_content audioContent audio_base64 audioBase64 audio_data audioData audio_hex url
  image_url image images artifacts result results output video videos video_base64 video_b64 video_data`),
);

/** Non-zero for bytes of base64 inside a JSON string: both alphabets, and the escapes of `/` and line breaks. */
const inBase64 = new Uint8Array(256);
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-=\\')
  inBase64[sign.charCodeAt(0)] = 1;

const dataAddress = /^data:[^",]{0,200};base64,/i;

/**
 * Passes JSON on with the base64 of large media replaced by placeholders, so that an image of 100 MB never becomes a
 * string. What is cut depends on the bytes alone and not on the chunking. Memory stays below 600 KiB.
 */
export class PayloadCutter {
  readonly #sink: Sink;
  cuts = 0;
  /** Offset of the first byte of the current chunk. */
  #offset = 0;
  /** The chunk is passed on up to here. */
  #from = 0;
  /** For each open bracket: the name of an array, and `null` for an object. */
  readonly #open: (string | null)[] = [];
  /** The last name; it may still be a range of the chunk. */
  #name: string | Range = '';
  #isName = false;
  #state: 'outside' | 'name' | 'plain' | 'candidate' | 'payload' = 'outside';
  /** The last byte was a backslash that escapes the next one. */
  #escaped = false;
  /** The first bytes of a name that spans two chunks, or of a string that may be a payload. */
  readonly #held = new GrowingBytes();
  /** Start of the open string in the chunk; below 0 where it began in an earlier chunk. */
  #stringFrom = 0;
  #stringOffset = 0;
  #prefix = '';
  #start = '';

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** Everything was passed on, or is still held. */
  get isUncut(): boolean {
    return this.cuts === 0 && this.#state !== 'payload';
  }

  push(bytes: Buffer): void {
    this.#from = 0;
    for (let at = 0; at < bytes.length; )
      at = this.#state === 'outside' ? this.#readOutside(bytes, at) : this.#readString(bytes, at);
    if (this.#state !== 'candidate' && this.#state !== 'payload') this.#pass(bytes, bytes.length);
    if (this.#state === 'name') this.#hold(bytes, bytes.length);
    this.#name = this.#nameIn(bytes);
    this.#stringFrom = -1;
    this.#offset += bytes.length;
  }

  /** Call once, after the last byte: a truncated string is passed on as far as it arrived. */
  end(): void {
    if (this.#state === 'candidate') this.#release();
  }

  #pass(bytes: Buffer, to: number): void {
    if (to > this.#from) this.#sink(bytes, this.#from, to);
    this.#from = to;
  }

  #nameIn(bytes: Buffer): string {
    if (typeof this.#name === 'string') return this.#name;
    const { from, to } = this.#name;
    return to - from > longestKey ? '' : bytes.toString('latin1', from, to);
  }

  #readOutside(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        this.#openString(bytes, at + 1);
        return at + 1;
      }
      if (byte === COMMA) this.#isName = this.#open.at(-1) === null;
      else if (byte === COLON) this.#isName = false;
      else if (byte === OPEN_OBJECT) {
        this.#open.push(null);
        this.#isName = true;
      } else if (byte === OPEN_ARRAY) {
        this.#open.push(this.#nameIn(bytes));
        this.#isName = false;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        this.#open.pop();
        this.#name = this.#open.at(-1) ?? '';
      }
    }
    return bytes.length;
  }

  #openString(bytes: Buffer, at: number): void {
    this.#held.clear();
    this.#stringFrom = at;
    if (this.#isName) {
      this.#state = 'name';
      return;
    }
    const isCandidate = this.#open.length > 0 && mediaKeys.has(this.#nameIn(bytes));
    this.#state = isCandidate ? 'candidate' : 'plain';
    if (!isCandidate) return;
    this.#stringOffset = this.#offset + at;
    this.#pass(bytes, at);
  }

  /** Reads to the end of the string, of the chunk, or of the bytes that decide whether the string is a payload. */
  #readString(bytes: Buffer, from: number): number {
    const limit =
      this.#state === 'candidate' ? Math.min(bytes.length, from + payloadBytes - this.#held.length) : bytes.length;
    const quote = this.#findQuote(bytes, from, limit);
    const to = quote === -1 ? limit : quote;
    if (this.#state === 'candidate') {
      this.#held.append(bytes, from, to);
      this.#from = to;
      if (this.#held.length === payloadBytes) this.#decide();
    }
    if (quote === -1) return to;
    this.#closeString(bytes, quote);
    return quote + 1;
  }

  /** Returns the index of the quote that ends the string, or -1. */
  #findQuote(bytes: Buffer, from: number, to: number): number {
    for (let search = from; ; ) {
      const quote = nextQuote(bytes, search, to);
      const end = quote === -1 ? to : quote;
      let slashes = 0;
      while (end - 1 - slashes >= from && bytes[end - 1 - slashes] === BACKSLASH) slashes += 1;
      const isAll = slashes === end - from;
      const isEscaped = (slashes + (isAll && this.#escaped ? 1 : 0)) % 2 === 1;
      if (quote === -1) {
        this.#escaped = isEscaped;
        return -1;
      }
      if (!isEscaped) {
        this.#escaped = false;
        return quote;
      }
      search = quote + 1;
    }
  }

  /** Decides whether the string, which is now long enough, is a payload. */
  #decide(): void {
    const held = this.#held.view;
    const prefix = dataAddress.exec(held.toString('latin1', 0, 256))?.[0] ?? '';
    if (!held.subarray(prefix.length).every((byte) => inBase64[byte] === 1)) {
      this.#release();
      return;
    }
    const start = unescapeBase64(held.toString('latin1', prefix.length, prefix.length + 8 * keptCharacters));
    this.#prefix = prefix;
    this.#start = start.slice(0, keptCharacters);
    this.#held.clear();
    this.#state = 'payload';
  }

  #release(): void {
    const held = this.#held.view;
    this.#sink(held, 0, held.length);
    this.#held.clear();
    this.#state = 'plain';
  }

  /** Stores the part of a name that is in this chunk. */
  #hold(bytes: Buffer, to: number): void {
    const from = Math.max(this.#stringFrom, 0);
    if (this.#held.length <= longestKey) this.#held.append(bytes, from, Math.min(to, from + longestKey + 1));
  }

  #closeString(bytes: Buffer, quote: number): void {
    if (this.#state === 'name') {
      if (this.#stringFrom >= 0) this.#name = { from: this.#stringFrom, to: quote };
      else {
        this.#hold(bytes, quote);
        this.#name = this.#held.length > longestKey ? '' : this.#held.view.toString('latin1');
      }
    } else if (this.#state === 'candidate') this.#release();
    else if (this.#state === 'payload') {
      const offset = this.#stringOffset + this.#prefix.length;
      const text = this.#prefix + placeholderFor(this.#start, { offset, sizeBytes: this.#offset + quote - offset });
      const stand = Buffer.from(text, 'latin1');
      this.#sink(stand, 0, stand.length);
      this.cuts += 1;
      this.#from = quote;
    }
    this.#state = 'outside';
  }
}

/** A range of the current chunk. */
interface Range {
  from: number;
  to: number;
}

/** Most strings are short: a native search for the next quote costs more than checking a few bytes. */
const nearBytes = 24;

function nextQuote(bytes: Buffer, from: number, to: number): number {
  const near = Math.min(to, from + nearBytes);
  for (let at = from; at < near; at += 1) if (bytes[at] === QUOTE) return at;
  const quote = near < to ? bytes.indexOf(QUOTE, near) : -1;
  return quote < to ? quote : -1;
}

const unicodeEscape = /\\u00([0-9a-f]{2})/gi;

/** Returns base64 from a JSON string with its escapes decoded and its line breaks removed. */
export const unescapeBase64 = (text: string): string =>
  text.includes('\\')
    ? text
        .replace(unicodeEscape, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        .replace(/\\[nrt]/g, '')
        .replaceAll('\\', '')
    : text;
