import type { Part } from '#shared/protocol/part.ts';
import type { Dialect } from './dialect.ts';
import { isPage } from './failures/markup.ts';
import { asText, jsonText } from './intake/json-value.ts';

/**
 * Answers of custom requests, of which nobody knows the shape: each JSON document is passed on as it is, and so is text.
 * Nothing in them tells that they are whole: that is left to the transport. Files never get here.
 */
export function openAnything(): Dialect {
  const pass = (name: string | null, data: string): Part[] => [{ type: 'raw-event', name, data }];
  return {
    name: 'an answer',
    nothing: 'nothing',
    takesPages: true,
    event: (document) => pass(asText(document.type), jsonText(document) ?? ''),
    whole: (_document, text) => pass(null, text),
    text: (text) => [{ type: 'text-delta', text }, ...(isPage(text) ? [pageWarning] : [])],
    finished: false,
    failure: null,
    end: () => ({ parts: [], ended: true, holds: true, finishReason: null, usage: null, characters: 0 }),
  };
}

const pageWarning: Part = {
  type: 'warning',
  code: 'html-suspected',
  message: 'The answer is an HTML page: perhaps a login or an error page, and not what the path is for.',
};
