import { Buffer } from 'node:buffer';
import { codesOf } from './decoded-view.ts';
import { allRuns, harmlessEnd, hides, mayHide, openFrom, openLimit, shownEnd } from './hidden-runs.ts';
import { matcherFor, type Run, type SecretMatcher } from './secret-matcher.ts';

/** Replaces every secret. */
export const redactedKey = '[redacted key]';
const replacement = Buffer.from(redactedKey);

/** This many characters of a secret at the end of a piece hold it back until the next piece. */
const leastOpen = 3;

/**
 * Redacts the secrets in use from everything that leaves the core, by value and in every encoding. It stores them in
 * private fields only: printing it shows nothing.
 */
export class Redactor {
  readonly #matcher: SecretMatcher;

  /** Secrets too short to be distinguished from ordinary words are not redacted. */
  constructor(secrets: readonly string[]) {
    this.#matcher = matcherFor(secrets);
  }

  text(text: string): string {
    let clean = '';
    let done = 0;
    for (const { start, end } of this.find(text)) {
      clean += text.slice(done, start) + redactedKey;
      done = end;
    }
    return done === 0 ? text : clean + text.slice(done);
  }

  /** Returns where secrets are in a text, in order; also those that only decoding reveals. */
  find(text: string): Run[] {
    if (this.#matcher.isEmpty || !(this.#matcher.suspects(text) || hides(this.#matcher, text))) return [];
    return allRuns(this.#matcher, codesOf(text), 'text');
  }

  /** Redacts header or query pairs, names included. */
  pairs(pairs: readonly (readonly [string, string])[]): [name: string, value: string][] {
    return pairs.map(([name, value]) => [this.text(name), this.text(value)]);
  }

  /**
   * Returns a copy of plain data with every string clean, property names included; the same value when nothing was
   * found.
   */
  value<T>(value: T): T {
    return this.#matcher.isEmpty ? value : (this.#clean(value) as T);
  }

  #clean(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    if (Array.isArray(value)) {
      // Vectors are long; a list that only begins with numbers is not one.
      if (value.every((one) => typeof one === 'number')) return value;
      const clean = value.map((one) => this.#clean(one));
      return clean.some((one, index) => one !== value[index]) ? clean : value;
    }
    let changed = false;
    const entries = Object.entries(value).map(([name, inner]): [string, unknown] => {
      const entry: [string, unknown] = [this.text(name), this.#clean(inner)];
      changed ||= entry[0] !== name || entry[1] !== inner;
      return entry;
    });
    return changed ? Object.fromEntries(entries) : value;
  }

  bytes(): ByteRedactor {
    return new ByteRedactor(this.#matcher);
  }

  pieces(): PieceRedactor {
    return new PieceRedactor(this.#matcher);
  }
}

/**
 * Redacts bytes across chunk borders. Bytes at the end of a chunk that may begin a secret wait for the next chunk;
 * events end in line feeds, which no secret contains, so they are never delayed.
 */
export class ByteRedactor {
  readonly #matcher: SecretMatcher;
  #held: Uint8Array | null = null;
  #before: number | undefined;

  constructor(matcher: SecretMatcher) {
    this.#matcher = matcher;
  }

  /** Returns the bytes that are clean now; shares memory with `chunk`. */
  push(chunk: Uint8Array): Uint8Array {
    if (this.#matcher.isEmpty || chunk.length === 0) return chunk;
    const bytes = this.#held ? Buffer.concat([this.#held, chunk]) : chunk;
    const open = openFrom(this.#matcher, bytes, 'bytes', 1);
    return this.#take(bytes, bytes.length - open > openLimit(this.#matcher) ? bytes.length : open);
  }

  /** Returns what was held back. Call once, after the last chunk. */
  end(): Uint8Array {
    const bytes = this.#held ?? new Uint8Array(0);
    return this.#take(bytes, bytes.length);
  }

  #take(bytes: Uint8Array, open: number): Uint8Array {
    const clean: Uint8Array[] = [];
    let done = 0;
    for (const { start, end } of allRuns(this.#matcher, bytes, 'bytes', this.#before)) {
      if (start >= open) break;
      if (start > done) clean.push(bytes.subarray(done, start));
      clean.push(replacement);
      done = end;
    }
    const end = Math.max(done, open);
    if (end > done) clean.push(end - done === bytes.length ? bytes : bytes.subarray(done, end));
    this.#held = end < bytes.length ? Buffer.from(bytes.subarray(end)) : null;
    if (end > 0) this.#before = bytes[end - 1];
    return clean.length === 1 ? clean[0]! : Buffer.concat(clean);
  }
}

/**
 * Redacts a text that arrives in pieces, such as the deltas of a reply in which a key is spelled token by token. A
 * piece is held back only when its last three characters occur in a secret, so ordinary text passes at once.
 */
export class PieceRedactor {
  readonly #matcher: SecretMatcher;
  #held = '';
  /** The end of the emitted text, as rendered. */
  #before = '';

  constructor(matcher: SecretMatcher) {
    this.#matcher = matcher;
  }

  push(piece: string): string {
    if (this.#matcher.isEmpty) return piece;
    if (this.#held === '' && this.#isOrdinary(piece)) return this.#emit(piece);
    const text = this.#before + this.#held + piece;
    const end = this.#held === '' ? harmlessEnd(this.#matcher, text) : null;
    if (end !== null) {
      this.#before = end;
      return piece;
    }
    const codes = codesOf(text);
    return this.#clean(text, codes, openFrom(this.#matcher, codes, 'text', leastOpen));
  }

  #isOrdinary(piece: string): boolean {
    // A piece shorter than the search pattern is only conclusive together with what came before it.
    if (this.#matcher.suspects(piece.length < leastOpen ? this.#before + piece : piece)) return false;
    return !hides(this.#matcher, this.#before + piece);
  }

  get isHolding(): boolean {
    return this.#held !== '';
  }

  end(): string {
    if (this.#held === '') return '';
    const text = this.#before + this.#held;
    return this.#clean(text, codesOf(text), text.length);
  }

  #clean(text: string, codes: Uint16Array, open: number): string {
    let clean = '';
    let done = this.#before.length;
    for (const { start, end } of allRuns(this.#matcher, codes, 'text')) {
      if (start >= open) break;
      if (end <= done) continue;
      clean += text.slice(done, Math.max(done, start)) + redactedKey;
      done = end;
    }
    const end = Math.max(done, open);
    this.#held = text.slice(end);
    clean += text.slice(done, end);
    if (this.#held.length > openLimit(this.#matcher)) {
      // The beginning of a key with thousands of invisible characters in it.
      this.#held = '';
      clean += redactedKey;
    }
    return this.#emit(clean);
  }

  #emit(text: string): string {
    const given = this.#before + text;
    this.#before = mayHide(given) ? shownEnd(given.slice(-openLimit(this.#matcher))) : given.slice(-2);
    return text;
  }
}
