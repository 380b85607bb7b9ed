import type { Buffer } from 'node:buffer';
import { GrowingBytes } from './growing.ts';

export type BodyForm = 'events' | 'json' | 'markup' | 'text';

const LF = 10;
const CR = 13;
const COLON = 58;
const byteOrderMark = [0xef, 0xbb, 0xbf];
const blanks: ReadonlySet<number> = new Set([9, LF, CR, 32]);
const fields = ['data', 'event', 'id', 'retry'].map((name) => [...name].map((letter) => letter.charCodeAt(0)));

/**
 * Holds the first bytes of a body until they reveal its form. The content type does not count: gateways send wrong
 * ones.
 */
export class Sniffer {
  readonly #held = new GrowingBytes();
  /** Bytes already skipped as whitespace or byte order mark. */
  #at = 0;
  form: BodyForm | null = null;

  get held(): Buffer {
    return this.#held.view;
  }

  /** Takes more bytes and returns the form once it is known. `last`: no byte will follow. */
  push(bytes: Buffer, last: boolean): BodyForm | null {
    this.form = this.#sniff(bytes, last);
    return this.form;
  }

  #sniff(bytes: Buffer, last: boolean): BodyForm | null {
    this.#held.append(bytes, 0, bytes.length);
    const held = this.#held.view;
    while (this.#at < held.length) {
      const byte = held[this.#at]!;
      const isMark = this.#at < 3 && byte === byteOrderMark[this.#at];
      if (!isMark && !blanks.has(byte)) return this.#formAt(held, this.#at, last);
      this.#at += 1;
    }
    return null;
  }

  /** The first byte that is not whitespace, `undefined` before it has arrived. */
  get firstByte(): number | undefined {
    return this.#held.view[this.#at];
  }

  #formAt(held: Buffer, at: number, last: boolean): BodyForm | null {
    const first = held[at];
    if (first === COLON) return 'events';
    if (first === 0x7b || first === 0x5b) return 'json';
    if (first === 0x3c) return 'markup';
    const length = held.length - at;
    for (const field of fields) {
      const matching = field.every((letter, index) => index >= length || held[at + index] === letter);
      if (!matching) continue;
      const next = length > field.length ? held[at + field.length] : undefined;
      if (next === COLON || next === LF || next === CR) return 'events';
      if (next === undefined && !last) return null;
    }
    return 'text';
  }
}
