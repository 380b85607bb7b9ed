import type { Buffer } from 'node:buffer';
import type { StreamEvent } from '../sse.ts';
import { createDocumentScanner, type DocumentScanner } from './document-scanner.ts';
import { asBuffer, GrowingBytes } from './growing-bytes.ts';
import { countInvalidUtf8, type InvalidUtf8 } from './utf8.ts';

const OPEN_ARRAY = 91;
const OPEN_OBJECT = 123;

/**
 * Cuts one JSON array that comes in pieces into its elements, each handed on as soon as it is whole. The native
 * streaming action answers so when it was not asked for an event stream: `[{...}` `,` `{...}` `]`. Elements that are
 * neither objects nor arrays are passed over.
 */
export class ArraySplitter {
  readonly #onElement: (element: StreamEvent) => void;
  readonly #maxElementBytes: number;
  readonly #held = new GrowingBytes();
  #scanner: DocumentScanner | null = null;
  #opened = false;
  #offset = 0;
  #start = 0;
  #tooLarge = false;
  #invalid: InvalidUtf8 = { count: 0, firstOffset: null };

  /** `maxElementBytes` bounds one element; beyond it the array is given up. */
  constructor(onElement: (element: StreamEvent) => void, maxElementBytes: number) {
    this.#onElement = onElement;
    this.#maxElementBytes = maxElementBytes;
  }

  get tooLarge(): boolean {
    return this.#tooLarge;
  }

  get pendingBytes(): number {
    return this.#held.length;
  }

  get invalidUtf8(): InvalidUtf8 {
    return this.#invalid;
  }

  push(bytes: Uint8Array): void {
    const chunk = asBuffer(bytes);
    let at = 0;
    while (at < chunk.length && !this.#tooLarge) {
      if (this.#scanner === null) at = this.#findElement(chunk, at);
      else at = this.#takeElement(chunk, at, this.#scanner);
    }
    this.#offset += chunk.length;
  }

  /** Call once, when no byte will follow. An element that was cut off is handed on as it is. */
  end(): void {
    if (this.#held.length > 0 && !this.#tooLarge) this.#release();
  }

  #findElement(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte !== OPEN_OBJECT && byte !== OPEN_ARRAY) continue;
      if (this.#opened) {
        this.#scanner = createDocumentScanner();
        this.#start = this.#offset + at;
        return at;
      }
      this.#opened = true;
    }
    return chunk.length;
  }

  #takeElement(chunk: Buffer, from: number, scanner: DocumentScanner): number {
    const end = scanner.scan(chunk, from, chunk.length);
    const to = end === -1 ? chunk.length : end;
    if (this.#held.length + to - from > this.#maxElementBytes) this.#tooLarge = true;
    else this.#held.append(chunk, from, to);
    if (end !== -1 && !this.#tooLarge) this.#release();
    return to;
  }

  #release(): void {
    const bytes = this.#held.view;
    const data = bytes.toString('utf8');
    if (data.includes('\ufffd')) {
      const found = countInvalidUtf8(bytes, 0, bytes.length);
      const first = found.firstOffset === null ? null : found.firstOffset + this.#start;
      this.#invalid = { count: this.#invalid.count + found.count, firstOffset: this.#invalid.firstOffset ?? first };
    }
    this.#held.clear();
    this.#scanner = null;
    this.#onElement({ data, name: null, id: null, offset: this.#start, sizeBytes: bytes.length });
  }
}
