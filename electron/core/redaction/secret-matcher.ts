import { Buffer } from 'node:buffer';
import type { Codes } from './decoded-view.ts';

/** One spelling of a secret, and how much of it counts as a match. */
interface SecretPattern {
  readonly bytes: Uint8Array;
  /** Bytes per character of the secret. */
  readonly unit: number;
  /** Shorter pieces never count; a piece of at least this length counts at the edge of a word. */
  readonly minimum: number;
  /** A piece of at least this many bytes always counts; `null`: only the whole counts. */
  readonly sureRun: number | null;
  /** Pieces must look random too: a key's plain prefix (`sk-proj-`) is not secret. */
  readonly needsMixture: boolean;
}

const hasLetterAndDigit = (text: string) => /[a-z]/i.test(text) && /\d/.test(text);

/**
 * Tells whether a secret differs from ordinary text: replacing a placeholder such as `none` everywhere garbles
 * responses.
 */
const isSearchable = (secret: string) => secret.length >= 8 || (secret.length >= 6 && hasLetterAndDigit(secret));

/** Returns a secret as Markdown renders it. */
const withoutMarks = (secret: string) => secret.replace(/[*`~\\]/g, '');

/**
 * Tells whether a text has digits among letters, or capitals among small letters, as pieces of a random key nearly
 * always do.
 */
const looksMixed = (text: string) => hasLetterAndDigit(text) || (/[a-z]/.test(text) && /[A-Z]/.test(text.slice(1)));

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '');

/** Returns the characters that base64 gives a secret anywhere in a longer text: one spelling per alignment. */
function base64Spellings(secret: Uint8Array): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const text = base64(Buffer.concat([Buffer.alloc(shift), secret]));
    // The first and last characters also depend on the neighbors.
    const own = text.slice([0, 2, 3][shift], (shift + secret.length) % 3 === 0 ? undefined : -1);
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** Returns each byte as two hexadecimal digits after a prefix: in lower and in upper case. */
const inHex = (bytes: Buffer, mark: string): string[] =>
  [bytes.toString('hex'), bytes.toString('hex').toUpperCase()].map((hex) => hex.replace(/../g, `${mark}$&`));

function jsonSpellings(secret: string): string[] {
  const text = JSON.stringify(secret).slice(1, -1);
  const forHtml = text.replace(/[<>&]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [text, text.replaceAll('/', '\\/'), forHtml, secret.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)];
}

/**
 * Returns every way a secret may be spelled: plain, from its end to its start (behind a right-to-left override it is
 * displayed plain), percent-encoded, base64 in three alignments, JSON- and HTML-escaped, hex, UTF-16. Pieces of a random secret count as well, so that two halves in two events are found.
 */
function secretPatterns(secret: string): SecretPattern[] {
  const bytes = Buffer.from(secret, 'utf8');
  const wide = Buffer.from(secret, 'utf16le');
  const isRandom = secret.length >= 16 && looksMixed(secret);
  const pattern = (text: string | Uint8Array, unit: number, edge: number, sure: number): SecretPattern => {
    const spelling = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
    return {
      bytes: spelling,
      unit,
      minimum: isRandom ? Math.min(edge * unit, spelling.length) : spelling.length,
      sureRun: isRandom ? sure * unit : null,
      needsMixture: unit === 1,
    };
  };
  const all = [
    ...[secret, [...secret].reverse().join(''), encodeURIComponent(secret.toWellFormed()), ...jsonSpellings(secret)].map((text) =>
      pattern(text, 1, 6, 10),
    ),
    ...base64Spellings(bytes).map((text) => pattern(text, 1, 8, 12)),
    ...inHex(bytes, '').map((text) => pattern(text, 2, 6, 8)),
    ...inHex(bytes, '%').map((text) => pattern(text, 3, 6, 6)),
    ...inHex(bytes, '\\u00').map((text) => pattern(text, 6, 6, 6)),
    pattern(wide, 2, 6, 6),
    pattern(Buffer.from(wide).swap16(), 2, 6, 6),
  ];
  const unique = new Map(all.map((one) => [Buffer.from(one.bytes).toString('latin1'), one]));
  return [...unique.values()].filter(({ bytes: { length } }) => length >= 6);
}

interface Place {
  readonly pattern: SecretPattern;
  readonly at: number;
}

/** Half-open range of codes. */
export interface Run {
  start: number;
  end: number;
}

/** Non-zero for the codes of keys: letters, digits and the special characters of base64 and of prefixes. */
const insideWords = new Uint8Array(0x80);
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+/=')
  insideWords[sign.charCodeAt(0)] = 1;

/** A code that never occurs inside a key, so that a piece next to it is at the edge of a word. */
const isEdge = (code: number | undefined) => code === undefined || code > 0x7f || insideWords[code] === 0;

const hash = (first: number, second: number, third: number) => (first ^ (second << 5) ^ (third << 10)) & 0xffff;
const gram = (first: number, second: number, third: number) => first | (second << 8) | (third << 16);

/**
 * Every counted piece is at least six codes long, so it contains an index that is a multiple of four with two more
 * codes after it.
 */
const stride = 4;

/** Places stored for one three-byte sequence of one pattern: a repetitive secret needs no more. */
const placesPerGram = 8;

/**
 * Finds secrets in bytes and text in time that hardly depends on their number. It tests three adjacent codes at every
 * fourth index, and checks closely only where those three occur in a secret.
 */
export class SecretMatcher {
  readonly #secrets: ReadonlySet<string>;
  readonly #patterns: SecretPattern[];
  /** Codes of the longest spelling of a secret, not counting mere escapes. */
  readonly longest: number;
  /** Non-zero for the codes below 0x80 that occur in such spellings. */
  readonly signs = new Uint8Array(0x80);
  /** Non-zero for the hashes of three adjacent bytes of some pattern. */
  readonly #hints = new Uint8Array(0x10000);
  readonly #places = new Map<number, Place[]>();
  /** Every place of every byte, to find what may continue after the last byte of a chunk. */
  readonly #endings = new Map<number, Place[]>();

  constructor(secrets: readonly string[]) {
    this.#secrets = new Set(secrets);
    // A key that contains markup characters is rendered without them.
    const shown = this.#secrets.union(new Set(secrets.map(withoutMarks)));
    this.#patterns = [...shown].filter(isSearchable).flatMap(secretPatterns);
    const spellings = this.#patterns.filter(({ unit }) => unit < 3).map(({ bytes }) => bytes);
    this.longest = Math.max(0, ...spellings.map(({ length }) => length));
    for (const bytes of spellings) for (const byte of bytes) if (byte > 0x20 && byte < 0x7f) this.signs[byte] = 1;
    for (const pattern of this.#patterns) this.#index(pattern);
  }

  isFor(secrets: readonly string[]): boolean {
    const asked = new Set(secrets);
    return asked.size === this.#secrets.size && asked.isSubsetOf(this.#secrets);
  }

  get isEmpty(): boolean {
    return this.#patterns.length === 0;
  }

  #index(pattern: SecretPattern): void {
    const { bytes } = pattern;
    bytes.forEach((byte, at) => {
      const places = this.#endings.get(byte);
      if (places) places.push({ pattern, at });
      else this.#endings.set(byte, [{ pattern, at }]);
    });
    for (let at = 0; at + 2 < bytes.length; at += 1) {
      // The first half of an escape (`\u00`) is the same for every character and distinguishes nothing.
      if (at % pattern.unit < pattern.unit - 3) continue;
      const three = [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!] as const;
      this.#hints[hash(...three)] = 1;
      const places = this.#places.get(gram(...three)) ?? [];
      this.#places.set(gram(...three), places);
      if (places.filter((place) => place.pattern === pattern).length < placesPerGram) places.push({ pattern, at });
    }
  }

  /**
   * Tells whether a text needs a closer check: never false for a text that contains a secret, or whose last three codes
   * may begin one.
   */
  suspects(text: string): boolean {
    const last = text.length - 3;
    for (let at = 0; at <= last; at += stride) if (this.#isHint(text, at)) return true;
    return last >= 0 && this.#isHint(text, last);
  }

  #isHint(text: string, at: number): boolean {
    const first = text.charCodeAt(at);
    const second = text.charCodeAt(at + 1);
    const third = text.charCodeAt(at + 2);
    return this.#hints[hash(first, second, third)] !== 0 && this.#places.has(gram(first, second, third));
  }

  /**
   * Tells whether three adjacent codes occur in a secret. Otherwise it contains no counted piece, and none begins at
   * its end.
   */
  touches(codes: Codes): boolean {
    const hints = this.#hints;
    const end = codes.length - 2;
    for (let at = 0; at < end; at += 1) {
      const [first, second, third] = [codes[at]!, codes[at + 1]!, codes[at + 2]!];
      if (hints[hash(first, second, third)] !== 0 && this.#places.has(gram(first, second, third))) return true;
    }
    return false;
  }

  /** Returns the next index from `from` on that needs a closer check, or -1. */
  #nextSuspect(codes: Codes, from: number): number {
    const hints = this.#hints;
    const end = codes.length - 2;
    for (let at = from; at < end; at += stride)
      if (hints[(codes[at]! ^ (codes[at + 1]! << 5) ^ (codes[at + 2]! << 10)) & 0xffff] !== 0) return at;
    return -1;
  }

  /**
   * Returns the longest counted piece of a secret around `at`, not before `floor`. `before`: the preceding code, if
   * any.
   */
  #runAt(codes: Codes, at: number, floor: number, before: number | undefined): Run | null {
    const places = this.#places.get(gram(codes[at]!, codes[at + 1]!, codes[at + 2]!));
    if (places === undefined) return null;
    let best: Run | null = null;
    for (const { pattern, at: inside } of places) {
      const { bytes, minimum } = pattern;
      let start = at;
      while (start > floor && inside - at + start > 0 && codes[start - 1] === bytes[inside - at + start - 1])
        start -= 1;
      let end = at + 3;
      while (end < codes.length && inside - at + end < bytes.length && codes[end] === bytes[inside - at + end])
        end += 1;
      if (end - start < minimum || (best !== null && end - start <= best.end - best.start)) continue;
      if (this.#counts(codes, start, end, pattern, before)) best = { start, end };
    }
    return best;
  }

  #counts(codes: Codes, start: number, end: number, pattern: SecretPattern, before: number | undefined): boolean {
    const length = end - start;
    if (length === pattern.bytes.length) return true;
    if (pattern.sureRun === null) return false;
    const atEdge = isEdge(start === 0 ? before : codes[start - 1]) || isEdge(codes[end]);
    if (length < pattern.sureRun && !atEdge) return false;
    return !pattern.needsMixture || looksMixed(String.fromCharCode(...codes.subarray(start, end)));
  }

  /** Returns every counted piece in order, without overlap. `before` is the code before the first one. */
  runs(codes: Codes, before?: number): Run[] {
    const runs: Run[] = [];
    let done = 0;
    for (let at = this.#nextSuspect(codes, 0); at !== -1; ) {
      const run = this.#runAt(codes, at, done, before);
      if (run !== null) {
        runs.push(run);
        done = run.end;
      }
      at = this.#nextSuspect(codes, run?.end ?? at + 1);
    }
    return runs;
  }

  /** Returns how many codes at the end occur in a secret, so that only the next code decides where the piece ends. */
  openEnd(codes: Codes): number {
    const last = codes.length - 1;
    let longest = 0;
    for (const { pattern, at } of this.#endings.get(codes[last] ?? -1) ?? []) {
      let length = 1;
      while (length <= at && length <= last && codes[last - length] === pattern.bytes[at - length]) length += 1;
      longest = Math.max(longest, length);
    }
    return longest;
  }
}

/** Matchers in use. The references are weak: a secret is forgotten with the last exchange that uses it. */
const inUse = new Set<WeakRef<SecretMatcher>>();

/** Returns the matcher for these secrets. It is large and immutable, so concurrent exchanges share it. */
export function matcherFor(secrets: readonly string[]): SecretMatcher {
  for (const reference of inUse) {
    const matcher = reference.deref();
    if (matcher === undefined) inUse.delete(reference);
    else if (matcher.isFor(secrets)) return matcher;
  }
  const made = new SecretMatcher(secrets);
  inUse.add(new WeakRef(made));
  return made;
}
