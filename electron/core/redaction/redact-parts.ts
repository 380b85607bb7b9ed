import type { Part } from '#shared/protocol/part.ts';
import { type PieceRedactor, type Redactor, redactedKey } from './redact.ts';

/** Returns the text of a part that continues in the next part of its channel; `null` when the part is complete. */
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

/** Redacts secrets in parts: those spread over several deltas, or in escapes that only parsing decodes. */
export class PartRedactor {
  readonly #redactor: Redactor;
  /** A secret was redacted: the bytes spell it in a way that only parsing reveals. */
  found = false;
  /** One for each growing text. */
  readonly #texts = new Map<string, GrowingText>();
  /** Those of them that hold something back: hardly ever more than one, of tens of thousands. */
  readonly #holding = new Set<GrowingText>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** Returns the clean parts for one part: none while its text is held back. */
  clean(part: Part): Part[] {
    const growing = growingText(part);
    if (growing) return this.#piece(part, growing.channel, growing.text);
    const clean = this.#whole(part);
    this.found ||= clean !== part;
    return [...this.flush(), clean];
  }

  #whole(part: Part): Part {
    if (part.type === 'image' || part.type === 'audio') return this.#media(part);
    return this.#redactor.value(part.type === 'logprobs' ? this.#tokens(part) : part);
  }

  /** A secret that is spelled token by token is redacted with all the tokens beside it. */
  #tokens(part: Extract<Part, { type: 'logprobs' }>): Part {
    const text = part.tokens.map((token) => token.text).join('');
    const clean = this.#redactor.text(text);
    return clean === text ? part : { ...part, tokens: [{ text: clean, logprob: null, alternatives: [] }] };
  }

  /** Base64 has no escapes, so redacting the bytes was enough; and it is long. */
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
    this.found ||= clean.includes(redactedKey);
    // A call's delta may also carry its id or name.
    return clean === '' && part.type !== 'tool-delta' ? [] : [withText(part, clean)];
  }

  flush(): Part[] {
    const held: Part[] = [];
    for (const { pieces, like } of this.#holding) {
      const text = pieces.end();
      this.found ||= text.includes(redactedKey);
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
