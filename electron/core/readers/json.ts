import type { Part } from '#shared/protocol/part.ts';
import type { Dialect } from './dialect.ts';
import { asText, jsonText } from './intake/json-value.ts';

/** The word with which image, transcript and speech streams end. */
const lastWord = /\.(?:completed|done)$/;

/** The fallback for answers that no other reader covers: every document, or the whole text, is passed on as it is. */
export function openJson(): Dialect {
  let count = 0;
  let ended = false;
  const pass = (name: string | null, data: string): Part[] => {
    count += 1;
    return [{ type: 'raw-event', name, data }];
  };
  return {
    name: 'JSON',
    nothing: 'nothing',
    event(document) {
      const name = asText(document.type);
      ended = name !== null && lastWord.test(name);
      return pass(name, jsonText(document) ?? '');
    },
    whole: (_document, text) => pass(null, text),
    text: (text) => pass(null, text),
    finished: false,
    failure: null,
    end: (endMark) => ({
      parts: [],
      ended: ended || endMark,
      holds: count > 0,
      finishReason: null,
      usage: null,
      characters: 0,
    }),
  };
}
