import type { Codes } from './character-kinds.ts';
import { isSearchable, looksMixed, type SecretPattern, secretPatterns, withoutMarks } from './secret-patterns.ts';

/** A place in a pattern. */
interface Place {
  readonly pattern: SecretPattern;
  readonly at: number;
}

/** Half-open range of codes. */
export interface Run {
  start: number;
  end: number;
}

/** Non-zero for the codes of keys: letters, digits and the signs of base64 and of prefixes. */
const insideWords = new Uint8Array(0x80);
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+/=')
  insideWords[sign.charCodeAt(0)] = 1;

/** A code that never stands inside a key, so that a piece beside it is a piece at the edge of a word. */
const isEdge = (code: number | undefined) => code === undefined || code > 0x7f || insideWords[code] === 0;

const hash = (first: number, second: number, third: number) => (first ^ (second << 5) ^ (third << 10)) & 0xffff;
const gram = (first: number, second: number, third: number) => first | (second << 8) | (third << 16);

/** Every counted piece is at least six codes long, so one of its places that is a multiple of four has two more behind it. */
const stride = 4;

/** Places kept for one three-byte sequence of one pattern: a secret that repeats itself needs no more. */
const placesPerGram = 8;

/**
 * Finds secrets in bytes and text in time that hardly depends on their number. It looks at three neighbouring
 * codes in every fourth place, and closely only where those three occur in a secret.
 */
export class SecretMatcher {
  readonly #secrets: ReadonlySet<string>;
  readonly #patterns: SecretPattern[];
  /** Codes of the longest spelling of a secret that is no mere escaping of it. */
  readonly longest: number;
  /** Non-zero for the codes below 0x80 that such spellings consist of. */
  readonly signs = new Uint8Array(0x80);
  /** Non-zero for the hashes of three neighbouring bytes of some pattern. */
  readonly #hints = new Uint8Array(0x10000);
  readonly #places = new Map<number, Place[]>();
  /** Every place of every byte, to find what may go on after the last byte of a chunk. */
  readonly #endings = new Map<number, Place[]>();

  constructor(secrets: readonly string[]) {
    this.#secrets = new Set(secrets);
    // A key that holds signs of markup is shown without them.
    const shown = this.#secrets.union(new Set(secrets.map(withoutMarks)));
    this.#patterns = [...shown].filter(isSearchable).flatMap(secretPatterns);
    const spellings = this.#patterns.filter(({ unit }) => unit < 3).map(({ bytes }) => bytes);
    this.longest = Math.max(0, ...spellings.map(({ length }) => length));
    for (const bytes of spellings) for (const byte of bytes) if (byte > 0x20 && byte < 0x7f) this.signs[byte] = 1;
    for (const pattern of this.#patterns) this.#index(pattern);
  }

  /** Whether these are the secrets it looks for. */
  isFor(secrets: readonly string[]): boolean {
    const asked = new Set(secrets);
    return asked.size === this.#secrets.size && asked.isSubsetOf(this.#secrets);
  }

  /** Nothing to look for. */
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
      // The first half of an escape (`\u00`) is the same for every character and tells nothing.
      if (at % pattern.unit < pattern.unit - 3) continue;
      const three = [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!] as const;
      this.#hints[hash(...three)] = 1;
      const places = this.#places.get(gram(...three)) ?? [];
      this.#places.set(gram(...three), places);
      if (places.filter((place) => place.pattern === pattern).length < placesPerGram) places.push({ pattern, at });
    }
  }

  /** Whether a text needs a closer look: never false for a text that holds a secret, or whose last three codes may begin one. */
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
   * Whether three neighbouring codes occur in a secret. Without them no counted piece of one is there, and the last three can
   * not begin one.
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

  /** The next place from `from` on that needs a closer look, or -1. */
  #nextSuspect(codes: Codes, from: number): number {
    const hints = this.#hints;
    const end = codes.length - 2;
    for (let at = from; at < end; at += stride)
      if (hints[(codes[at]! ^ (codes[at + 1]! << 5) ^ (codes[at + 2]! << 10)) & 0xffff] !== 0) return at;
    return -1;
  }

  /**
   * The counted piece of a secret around `at`, the longest if several. It begins at `floor` or later. `before` stands in
   * front of the first code, `undefined` where nothing does.
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

  /** Every counted piece in order, without overlap. `before` stands in front of the first code. */
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

  /** How many codes at the end stand in a secret, so that only the next code tells where the piece ends. */
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

/** Those in use. They are held weakly: a secret is forgotten with the last exchange that it could stand in. */
const inUse = new Set<WeakRef<SecretMatcher>>();

/** The matcher for these secrets. It is large and never changes, so exchanges that run at the same time share it. */
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
