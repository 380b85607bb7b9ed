import type { Part } from '#shared/routes/part.ts';
import { type PieceRedactor, type Redactor, redactedKey } from './redact.ts';

type Delta = Extract<Part, { type: 'text-delta' | 'reasoning-delta' | 'refusal-delta' }>;

const isDelta = (part: Part): part is Delta =>
  part.type === 'text-delta' || part.type === 'reasoning-delta' || part.type === 'refusal-delta';

/**
 * Takes secrets out of parts. The bytes they were read from are clean already; what is left are secrets spelled over
 * several deltas, and escapes that only reading undoes.
 */
export class PartRedactor {
  readonly #redactor: Redactor;
  #found = false;
  /** One for each text that grows by deltas. */
  readonly #texts = new Map<string, { pieces: PieceRedactor; like: Delta }>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** A secret was taken out: the bytes spell it in a way that only reading them shows. */
  get found(): boolean {
    return this.#found;
  }

  /** The clean parts for one part: none while its text is held back. */
  clean(part: Part): Part[] {
    if (isDelta(part)) return this.#delta(part);
    // Their base64 has no escapes, so the bytes have told all; and it is long.
    const clean = part.type === 'image' || part.type === 'audio' ? part : this.#redactor.value(part);
    this.#found ||= clean !== part;
    return [...this.flush(), clean];
  }

  #delta(part: Delta): Part[] {
    const name = part.choice === undefined ? part.type : `${part.type} ${part.choice}`;
    let text = this.#texts.get(name);
    if (!text) {
      text = { pieces: this.#redactor.pieces(), like: part };
      this.#texts.set(name, text);
    }
    const clean = text.pieces.push(part.text);
    if (clean === part.text) return [part];
    this.#found ||= clean.includes(redactedKey);
    return clean === '' ? [] : [{ ...part, text: clean }];
  }

  /** Everything that was held back. */
  flush(): Part[] {
    const held: Part[] = [];
    for (const { pieces, like } of this.#texts.values()) {
      const text = pieces.end();
      if (text === '') continue;
      held.push({ ...like, text });
      this.#found ||= text.includes(redactedKey);
    }
    return held;
  }
}
