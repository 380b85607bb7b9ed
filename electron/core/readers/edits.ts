import { openChat } from './chat.ts';
import type { Dialect } from './dialect.ts';
import type { ResponseFacts } from './failures/answers.ts';
import { openImages } from './images.ts';
import { asObject, type JsonObject } from './intake/json-value.ts';

/**
 * Reads `/v1/edits`. Its own answer has `choices` with `text`; gateways that still serve the route may answer as for a
 * chat, and those that took it over for pictures with `data`.
 */
export function openEdits(facts: ResponseFacts): Dialect {
  const text = openChat(facts);
  const images = openImages(facts);
  let chosen: Dialect = text;

  const choose = (document: JsonObject | null): Dialect => {
    if (document?.choices === undefined && document?.data !== undefined) chosen = images;
    return chosen;
  };

  return {
    name: 'an edited text',
    get nothing() {
      return chosen === text ? 'no text' : images.nothing;
    },
    event: (document) => choose(document).event(document),
    whole: (value, source) => choose(asObject(value)).whole(value, source),
    get finished() {
      return chosen.finished;
    },
    get failure() {
      return chosen.failure;
    },
    end: (endMark) => chosen.end(endMark),
  };
}
