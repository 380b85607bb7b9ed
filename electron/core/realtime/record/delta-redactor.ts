import type { Speaker } from '#shared/contract/realtime.ts';
import { serverEvents } from '#shared/protocol/realtime-events.ts';
import { type JsonFields, numberIn, readEvent, textIn } from '../../readers/session/json-fields.ts';
import type { PartBody } from '../../readers/session/session-line.ts';
import type { PieceRedactor, Redactor } from '../../redaction/redact.ts';

/** A text that grows from event to event. */
interface Growing {
  pieces: PieceRedactor;
  itemId: string;
  /** `null` for what is no words, such as the arguments of a call. */
  who: Speaker | null;
}

/** The event that brings a text as a whole: what was held back of its deltas stands in it. */
const wholeText = /\.(?:done|completed)"/;
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
    const isEnd = this.#texts.size > 0 && wholeText.test(text);
    if (!isEnd && !text.includes('delta')) return text;
    const event = readEvent(text);
    if (event === null) return text;
    if (isEnd) this.#texts.delete(channelOf(event.type.replace(/[a-z]+$/, 'delta'), event.fields));
    const delta = event.type.endsWith('delta') ? textIn(event.fields, 'delta') : null;
    if (delta === null || serverEvents.get(event.type) === 'audio-delta') return text;
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
    const channel = channelOf(type, fields);
    const known = this.#texts.get(channel);
    if (known) return known;
    const who = speakers[serverEvents.get(type) ?? ''] ?? null;
    const growing = { pieces: this.#redactor.pieces(), itemId: textIn(fields, 'item_id') ?? '', who };
    this.#texts.set(channel, growing);
    return growing;
  }
}

/** One text of one item. */
const channelOf = (type: string, fields: JsonFields): string =>
  `${type} ${textIn(fields, 'item_id') ?? ''} ${numberIn(fields, 'content_index') ?? 0}`;
