import { Buffer } from 'node:buffer';
import { matcherFor, type Run, type SecretMatcher } from './secrets/secret-matcher.ts';

/** Stands wherever a secret stood. */
export const redactedKey = '[redacted key]';
const replacement = Buffer.from(redactedKey);

/**
 * Takes the secrets in force out of everything that leaves the core, by value and in every encoding. It holds them in
 * private fields only: printing it shows nothing.
 */
export class Redactor {
  readonly #matcher: SecretMatcher;

  /** Secrets too short to be told from ordinary words are left alone. */
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

  /** Where secrets stand in a text, in order. */
  find(text: string): Run[] {
    if (this.#matcher.isEmpty || !this.#matcher.suspects(text)) return [];
    return findRuns(this.#matcher, codesOf(text));
  }

  /** Header or query pairs, names included. */
  pairs(pairs: readonly (readonly [string, string])[]): [name: string, value: string][] {
    return pairs.map(([name, value]) => [this.text(name), this.text(value)]);
  }

  /** A copy of plain data with every string clean, names of members included; the same value when nothing was found. */
  value<T>(value: T): T {
    return this.#matcher.isEmpty ? value : (this.#clean(value) as T);
  }

  #clean(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      // Vectors are long and hold no text.
      if (typeof value[0] === 'number') return value;
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

  /** For the bytes of one answer, in order. */
  bytes(): ByteRedactor {
    return new ByteRedactor(this.#matcher);
  }

  /** For one text that arrives in pieces. */
  pieces(): PieceRedactor {
    return new PieceRedactor(this.#matcher);
  }
}

function codesOf(text: string): Uint16Array {
  const codes = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index += 1) codes[index] = text.charCodeAt(index);
  return codes;
}

/** Every counted piece in order, without overlap. */
function findRuns(matcher: SecretMatcher, codes: Uint16Array): Run[] {
  const runs: Run[] = [];
  let done = 0;
  for (let at = matcher.nextSuspect(codes, 0); at !== -1; ) {
    const run = matcher.runAt(codes, at, done, undefined);
    if (run !== null) {
      runs.push(run);
      done = run.end;
    }
    at = matcher.nextSuspect(codes, run?.end ?? at + 1);
  }
  return runs;
}

/**
 * Cleans bytes across chunk borders. Bytes at the end of a chunk that may begin a secret wait for the next chunk; events
 * end in line feeds, which no secret holds, so they are never delayed.
 */
export class ByteRedactor {
  readonly #matcher: SecretMatcher;
  #held: Uint8Array | null = null;
  /** The last byte given out. */
  #before: number | undefined;

  constructor(matcher: SecretMatcher) {
    this.#matcher = matcher;
  }

  /** The bytes that are clean now; shares memory with `chunk`. */
  push(chunk: Uint8Array): Uint8Array {
    if (this.#matcher.isEmpty || chunk.length === 0) return chunk;
    const bytes = this.#held ? Buffer.concat([this.#held, chunk]) : chunk;
    return this.#take(bytes, bytes.length - this.#matcher.openEnd(bytes));
  }

  /** What was held back. Call once, after the last chunk. */
  end(): Uint8Array {
    return this.#take(this.#held ?? new Uint8Array(0), Number.POSITIVE_INFINITY);
  }

  #take(bytes: Uint8Array, open: number): Uint8Array {
    const matcher = this.#matcher;
    let at = matcher.nextSuspect(bytes, 0);
    const clean: Uint8Array[] = [];
    let done = 0;
    while (at !== -1) {
      const run = matcher.runAt(bytes, at, done, this.#before);
      if (run !== null && (run.end < bytes.length || open > bytes.length)) {
        if (run.start > done) clean.push(bytes.subarray(done, run.start));
        clean.push(replacement);
        done = run.end;
        at = matcher.nextSuspect(bytes, done);
      } else at = matcher.nextSuspect(bytes, at + 1);
    }
    const end = Math.max(done, Math.min(open, bytes.length));
    if (end > done) clean.push(end - done === bytes.length ? bytes : bytes.subarray(done, end));
    this.#held = end < bytes.length ? Buffer.from(bytes.subarray(end)) : null;
    if (end > 0) this.#before = bytes[end - 1];
    return clean.length === 1 ? clean[0]! : Buffer.concat(clean);
  }
}

/**
 * Cleans a text that arrives in pieces, such as the deltas of an answer in which a key is spelled token by token. A piece
 * is held back only when its last three characters stand in a secret, so ordinary text passes at once.
 */
export class PieceRedactor {
  readonly #matcher: SecretMatcher;
  #held = '';
  /** The last two characters given out. */
  #before = '';

  constructor(matcher: SecretMatcher) {
    this.#matcher = matcher;
  }

  push(piece: string): string {
    if (this.#matcher.isEmpty) return piece;
    // A piece shorter than what is looked for is only telling together with what came before it.
    const seen = piece.length < 3 ? this.#before + piece : piece;
    if (this.#held === '' && !this.#matcher.suspects(seen)) return this.#give(piece);
    const text = this.#before + this.#held + piece;
    const codes = codesOf(text);
    const open = this.#matcher.openEnd(codes);
    return this.#clean(text, codes, open < 3 ? text.length : text.length - open, false);
  }

  /** What was held back. */
  end(): string {
    const text = this.#before + this.#held;
    return this.#held === '' ? '' : this.#clean(text, codesOf(text), text.length, true);
  }

  #clean(text: string, codes: Uint16Array, open: number, last: boolean): string {
    let clean = '';
    let done = this.#before.length;
    for (const run of findRuns(this.#matcher, codes)) {
      if (run.end <= done || (run.end === text.length && open < text.length && !last)) continue;
      clean += text.slice(done, Math.max(done, run.start)) + redactedKey;
      done = run.end;
    }
    const end = Math.max(done, open);
    this.#held = text.slice(end);
    return this.#give(clean + text.slice(done, end));
  }

  #give(text: string): string {
    this.#before = text.length < 2 ? (this.#before + text).slice(-2) : text.slice(-2);
    return text;
  }
}
