import type { Speaker } from '#shared/contract/realtime.ts';
import { serverEventOf } from '#shared/protocol/realtime-events.ts';
import {
  type JsonFields,
  numberIn,
  type PartBody,
  readServerEvent,
  textIn,
  wordsOf,
} from '../../readers/session/session-line.ts';
import type { PieceRedactor, Redactor } from '../../redaction/redact.ts';

/** A text that grows from event to event. */
interface Growing {
  pieces: PieceRedactor;
  itemId: string;
  /** `null` for what is not words, such as the arguments of a call. */
  who: Speaker | null;
}

/** Texts that are followed at a time; a session has a few, whatever names its gateway makes up. */
const maxTexts = 1000;

/** The event with the whole text: it contains what was held back of its deltas. */
const wholeText = /\.(?:done|completed)"/;
/** A text that arrives in pieces. */
const growing = /(?:delta|chunk)/;
const speakers: Readonly<Record<string, Speaker>> = {
  'heard-delta': 'person',
  'spoken-delta': 'model',
  'text-delta': 'model',
};

/**
 * Redacts secrets in texts that a gateway sends as deltas, also secrets spread over several of them. The end of a delta
 * that may begin a secret waits for the next delta of the same text; ordinary text passes unchanged.
 */
export function createDeltaRedactor(redactor: Redactor) {
  const texts = new Map<string, Growing>();
  /** Words that were held back of texts that are no longer followed. */
  let late: PartBody[] = [];

  function heldOf({ pieces, itemId, who }: Growing): PartBody[] {
    const delta = pieces.end();
    return delta !== '' && who !== null ? [{ type: 'words', itemId, who, delta }] : [];
  }

  function textOf(type: string, fields: JsonFields): Growing {
    const channel = channelOf(type, fields);
    const who = speakers[serverEventOf(type) ?? ''] ?? null;
    const growing = texts.get(channel) ?? { pieces: redactor.pieces(), itemId: textIn(fields, 'item_id') ?? '', who };
    texts.set(channel, growing);
    if (texts.size > maxTexts)
      for (const [oldest, given] of texts) {
        late.push(...heldOf(given));
        texts.delete(oldest);
        break;
      }
    return growing;
  }

  return {
    /** Returns the text of a frame with a clean delta; the same text where nothing has to change. */
    clean(text: string): string {
      const isEnd = texts.size > 0 && wholeText.test(text);
      if (!isEnd && !growing.test(text)) return text;
      const event = readServerEvent(text);
      if (event === null) return text;
      if (isEnd) texts.delete(channelOf(deltaTypeOf(event.type), event.fields));
      const delta = growing.test(event.type) ? wordsOf(event.fields) : null;
      if (delta === null || delta.field === null || serverEventOf(event.type) === 'audio-delta') return text;
      const clean = textOf(event.type, event.fields).pieces.push(delta.text);
      return clean === delta.text ? text : JSON.stringify({ ...event.fields, [delta.field]: clean });
    },
    /** Returns words that were held back and will not be completed, because the reply or the connection is over. */
    flush(): PartBody[] {
      const held = [...late, ...[...texts.values()].flatMap(heldOf)];
      texts.clear();
      late = [];
      return held;
    },
  };
}

/** Returns the type of the deltas that an event completes: `response.text.delta` for `response.text.done`. */
const deltaTypeOf = (type: string): string => `${type.slice(0, type.lastIndexOf('.') + 1)}delta`;

const channelOf = (type: string, fields: JsonFields): string =>
  `${type} ${textIn(fields, 'item_id') ?? ''} ${numberIn(fields, 'content_index') ?? 0}`;
