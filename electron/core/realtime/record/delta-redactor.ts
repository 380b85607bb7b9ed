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

  function textOf(type: string, fields: JsonFields): Growing {
    const channel = channelOf(type, fields);
    const who = speakers[serverEventOf(type) ?? ''] ?? null;
    const growing = texts.get(channel) ?? { pieces: redactor.pieces(), itemId: textIn(fields, 'item_id') ?? '', who };
    texts.set(channel, growing);
    return growing;
  }

  return {
    /** Returns the text of a frame with a clean delta; the same text where nothing has to change. */
    clean(text: string): string {
      const isEnd = texts.size > 0 && wholeText.test(text);
      if (!isEnd && !growing.test(text)) return text;
      const event = readServerEvent(text);
      if (event === null) return text;
      if (isEnd) texts.delete(channelOf(event.type.replace(/[a-z]+$/, 'delta'), event.fields));
      const delta = growing.test(event.type) ? wordsOf(event.fields) : null;
      if (delta === null || delta.field === null || serverEventOf(event.type) === 'audio-delta') return text;
      const clean = textOf(event.type, event.fields).pieces.push(delta.text);
      return clean === delta.text ? text : JSON.stringify({ ...event.fields, [delta.field]: clean });
    },
    /** Returns words that were held back and will not be completed, because the reply or the connection is over. */
    flush(): PartBody[] {
      const held: PartBody[] = [];
      for (const { pieces, itemId, who } of texts.values()) {
        const delta = pieces.end();
        if (delta !== '' && who !== null) held.push({ type: 'words', itemId, who, delta });
      }
      texts.clear();
      return held;
    },
  };
}

const channelOf = (type: string, fields: JsonFields): string =>
  `${type} ${textIn(fields, 'item_id') ?? ''} ${numberIn(fields, 'content_index') ?? 0}`;
