import type { SessionPart } from '#shared/contract/realtime.ts';

const partLimit = 4000;
const audioLimit = 8 * 1024 ** 2;

/** The newest parts of a running session. What fell out of it is read from the record again, without its sound. */
export class PartRing {
  #parts: SessionPart[] = [];
  #sound = 0;
  #next = 0;

  /** Number of the oldest part that is held. */
  get first(): number {
    return this.#next - this.#parts.length;
  }

  /** Number that the next part will get. */
  get next(): number {
    return this.#next;
  }

  at(n: number): SessionPart | undefined {
    return this.#parts[n - this.first];
  }

  push(part: SessionPart): void {
    this.#parts.push(part);
    this.#next += 1;
    if (part.type === 'audio') this.#sound += part.base64.length;
    let surplus = Math.max(0, this.#parts.length - 2 * partLimit);
    if (surplus > 0) surplus += partLimit;
    for (let index = 0; index < this.#parts.length && (index < surplus || this.#sound > audioLimit); index += 1) {
      const oldest = this.#parts[index] as SessionPart;
      if (oldest.type === 'audio') this.#sound -= oldest.base64.length;
      surplus = Math.max(surplus, index + 1);
    }
    if (surplus > 0) this.#parts = this.#parts.slice(surplus);
  }
}
