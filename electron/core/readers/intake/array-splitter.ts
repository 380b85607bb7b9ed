import { Buffer } from 'node:buffer';
import type { StreamEvent } from '../sse.ts';
import { createDocumentScanner, type DocumentScanner } from './document-scanner.ts';
import { asBuffer, GrowingBytes } from './growing.ts';
import { addInvalid, countInvalidUtf8, type InvalidUtf8, noneInvalid } from './utf8.ts';

const OPEN_ARRAY = 91;
const OPEN_OBJECT = 123;
const strayLimit = 2000;

/**
 * Splits one JSON array that arrives in chunks into its elements, each emitted as soon as it is complete. The native
 * streaming action responds this way when no event stream was requested: `[{...}` `,` `{...}` `]`. Elements that are
 * neither objects nor arrays are skipped.
 */
export class ArraySplitter {
  readonly #onElement: (element: StreamEvent) => void;
  readonly #maxElementBytes: number;
  readonly #held = new GrowingBytes();
  #scanner: DocumentScanner | null = null;
  #opened = false;
  #offset = 0;
  #start = 0;
  #strayBytes: number[] = [];
  tooLarge = false;
  invalidUtf8: InvalidUtf8 = noneInvalid;

  /** `maxElementBytes` limits one element; beyond it the array is abandoned. */
  constructor(onElement: (element: StreamEvent) => void, maxElementBytes: number) {
    this.#onElement = onElement;
    this.#maxElementBytes = maxElementBytes;
  }

  get pendingBytes(): number {
    return this.#held.length;
  }

  /** Text between the elements and after the array, such as a proxy's sentence. */
  get stray(): string {
    return Buffer.from(this.#strayBytes)
      .toString('utf8')
      .replace(/[[\],\s]+/g, ' ')
      .trim();
  }

  push(bytes: Uint8Array): void {
    const chunk = asBuffer(bytes);
    let at = 0;
    while (at < chunk.length && !this.tooLarge) {
      if (this.#scanner === null) at = this.#findElement(chunk, at);
      else at = this.#takeElement(chunk, at, this.#scanner);
    }
    this.#offset += chunk.length;
  }

  /** Call once, after the last byte. A truncated element is emitted as it is. */
  end(): void {
    if (this.#held.length > 0 && !this.tooLarge) this.#release();
  }

  #findElement(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte !== OPEN_OBJECT && byte !== OPEN_ARRAY) {
        if (this.#strayBytes.length < strayLimit) this.#strayBytes.push(byte as number);
        continue;
      }
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
    if (this.#held.length + to - from > this.#maxElementBytes) this.tooLarge = true;
    else this.#held.append(chunk, from, to);
    if (end !== -1 && !this.tooLarge) this.#release();
    return to;
  }

  #release(): void {
    const bytes = this.#held.view;
    const data = bytes.toString('utf8');
    if (data.includes('\ufffd'))
      this.invalidUtf8 = addInvalid(this.invalidUtf8, countInvalidUtf8(bytes, 0, bytes.length), this.#start);
    this.#held.clear();
    this.#scanner = null;
    this.#onElement({ data, name: null, offset: this.#start, sizeBytes: bytes.length });
  }
}
