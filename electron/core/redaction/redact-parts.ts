import type { Part } from '#shared/protocol/part.ts';
import { type PieceRedactor, type Redactor, redactedKey } from './redact.ts';

/** The text of a part that goes on in the next part of its channel; `null` when the part is whole in itself. */
export function growingText(part: Part): { channel: string; text: string } | null {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'refusal-delta':
      return { channel: part.choice === undefined ? part.type : `${part.type} ${part.choice}`, text: part.text };
    case 'tool-delta':
      if (part.arguments === undefined) return null;
      return { channel: `${part.type} ${part.choice ?? 0} ${part.index}`, text: part.arguments };
    default:
      return null;
  }
}

const withText = (part: Part, text: string): Part =>
  part.type === 'tool-delta' ? { ...part, arguments: text } : ({ ...part, text } as Part);

interface GrowingText {
  pieces: PieceRedactor;
  like: Part;
}

/**
 * Takes secrets out of parts. The bytes they were read from are clean already; what is left are secrets spelled over
 * several deltas, and escapes that only reading undoes.
 */
export class PartRedactor {
  readonly #redactor: Redactor;
  #found = false;
  /** One for each text that grows. */
  readonly #texts = new Map<string, GrowingText>();
  /** Those of them that hold something back: hardly ever more than one, of tens of thousands. */
  readonly #holding = new Set<GrowingText>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** A secret was taken out: the bytes spell it in a way that only reading them shows. */
  get found(): boolean {
    return this.#found;
  }

  /** The clean parts for one part: none while its text is held back. */
  clean(part: Part): Part[] {
    const growing = growingText(part);
    if (growing) return this.#piece(part, growing.channel, growing.text);
    const clean = part.type === 'image' || part.type === 'audio' ? this.#media(part) : this.#redactor.value(part);
    this.#found ||= clean !== part;
    return [...this.flush(), clean];
  }

  /** Base64 has no escapes, so the bytes have told all; and it is long. */
  #media(part: Extract<Part, { type: 'image' | 'audio' }>): Part {
    const { base64, ...rest } = part;
    const clean = this.#redactor.value(rest);
    if (clean === rest) return part;
    return base64 === undefined ? clean : { ...clean, base64 };
  }

  #piece(part: Part, channel: string, text: string): Part[] {
    let growing = this.#texts.get(channel);
    if (!growing) {
      growing = { pieces: this.#redactor.pieces(), like: part };
      this.#texts.set(channel, growing);
    }
    const clean = growing.pieces.push(text);
    if (growing.pieces.isHolding) this.#holding.add(growing);
    else this.#holding.delete(growing);
    if (clean === text) return [part];
    this.#found ||= clean.includes(redactedKey);
    // A call's delta may also bring its id or name.
    return clean === '' && part.type !== 'tool-delta' ? [] : [withText(part, clean)];
  }

  /** Everything that was held back. */
  flush(): Part[] {
    const held: Part[] = [];
    for (const { pieces, like } of this.#holding) {
      const text = pieces.end();
      this.#found ||= text.includes(redactedKey);
      held.push(
        like.type === 'tool-delta'
          ? { type: like.type, index: like.index, arguments: text, ...choiceOf(like) }
          : withText(like, text),
      );
    }
    this.#holding.clear();
    return held;
  }
}

const choiceOf = ({ choice }: { choice?: number }) => (choice === undefined ? {} : { choice });
