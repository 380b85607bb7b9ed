import type { Part } from '#shared/protocol/part.ts';
import type { Dialect } from './dialect.ts';
import { isPage } from './failures/sentences.ts';
import { asText, jsonText } from './intake/json-value.ts';
import { warning } from './parts/compose.ts';

/**
 * Reads responses to custom requests, whose shape is unknown: each JSON document is passed on unchanged, and so is
 * text. Nothing in them marks completeness: that is left to the transport. Files never get here.
 */
export function openAnything(): Dialect {
  const pass = (name: string | null, data: string): Part[] => [{ type: 'raw-event', name, data }];
  return {
    name: 'a response',
    nothing: 'nothing',
    takesPages: true,
    event: (document) => pass(asText(document.type), jsonText(document) ?? ''),
    whole: (_document, text) => pass(null, text),
    text: (text) => [{ type: 'text-delta', text }, ...(isPage(text) ? [pageWarning] : [])],
    end: () => ({ ended: true, holds: true }),
  };
}

const pageWarning = warning('html-suspected', 'The response is an HTML page, perhaps a login or error page.');

/** The suffix of the event type with which image, transcript and speech streams end. */
const lastEventType = /\.(?:completed|done)$/;

/**
 * The fallback for responses that no other reader covers: every document, or the whole text, is passed on unchanged.
 */
export function openJson(): Dialect {
  let holds = false;
  let ended = false;
  const pass = (name: string | null, data: string): Part[] => {
    holds = true;
    return [{ type: 'raw-event', name, data }];
  };
  return {
    name: 'JSON',
    nothing: 'nothing',
    event(document) {
      const name = asText(document.type);
      ended = name !== null && lastEventType.test(name);
      return pass(name, jsonText(document) ?? '');
    },
    whole: (_document, text) => pass(null, text),
    text: (text) => pass(null, text),
    end: (endMark) => ({ ended: ended || endMark, holds }),
  };
}
