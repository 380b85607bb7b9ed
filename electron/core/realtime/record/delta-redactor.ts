import type { Speaker } from '#shared/contract/realtime.ts';
import { serverEvents } from '#shared/routes/realtime-events.ts';
import type { PieceRedactor, Redactor } from '../../exchange/redact.ts';
import { type JsonFields, numberIn, readEvent, textIn } from '../reading/json-fields.ts';
import type { PartBody } from '../reading/session-line.ts';

/** A text that grows from event to event. */
interface Growing {
  pieces: PieceRedactor;
  itemId: string;
  /** `null` for what is no words, such as the arguments of a call. */
  who: Speaker | null;
}

/** An event that brings a piece of text; sound is none. */
const textDelta = /"type"\s*:\s*"[\w.]+(?<!\baudio)\.delta"/;
const speakers: Readonly<Record<string, Speaker>> = {
  'heard-delta': 'person',
  'spoken-delta': 'model',
  'text-delta': 'model',
};

/**
 * Takes secrets out of texts that a gateway sends in deltas, also those that are spelled over several of them. The end of
 * a delta that may begin a secret waits for the next delta of the same text; ordinary text passes as it is.
 */
export class DeltaRedactor {
  readonly #redactor: Redactor;
  readonly #texts = new Map<string, Growing>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** The text of a frame with a clean delta; the same text where nothing has to change. */
  clean(text: string): string {
    if (!textDelta.test(text)) return this.#pass(text);
    const event = readEvent(text);
    const delta = event && textIn(event.fields, 'delta');
    if (!event || delta === null) return text;
    const clean = this.#textOf(event.type, event.fields).pieces.push(delta);
    return clean === delta ? text : JSON.stringify({ ...event.fields, delta: clean });
  }

  /** Words that were held back and come to nobody any more, because the answer or the connection is over. */
  flush(): PartBody[] {
    const held: PartBody[] = [];
    for (const { pieces, itemId, who } of this.#texts.values()) {
      const delta = pieces.end();
      if (delta !== '' && who !== null) held.push({ type: 'words', itemId, who, delta });
    }
    this.#texts.clear();
    return held;
  }

  #textOf(type: string, fields: JsonFields): Growing {
    const itemId = textIn(fields, 'item_id') ?? '';
    const place = numberIn(fields, 'content_index') ?? numberIn(fields, 'output_index') ?? 0;
    const name = channelOf(type, itemId, place);
    const known = this.#texts.get(name);
    if (known) return known;
    const who = speakers[serverEvents.get(type) ?? ''] ?? null;
    const growing = { pieces: this.#redactor.pieces(), itemId, who };
    this.#texts.set(name, growing);
    return growing;
  }

  /** The event that brings a text as a whole ends its deltas: what was held back of them stands in it. */
  #pass(text: string): string {
    if (this.#texts.size === 0 || !text.includes('.done"')) return text;
    const event = readEvent(text);
    if (!event?.type.endsWith('.done')) return text;
    const itemId = textIn(event.fields, 'item_id') ?? '';
    const place = numberIn(event.fields, 'content_index') ?? numberIn(event.fields, 'output_index') ?? 0;
    this.#texts.delete(channelOf(event.type.replace(/done$/, 'delta'), itemId, place));
    return text;
  }
}

const channelOf = (type: string, itemId: string, place: number): string => `${type} ${itemId} ${place}`;
