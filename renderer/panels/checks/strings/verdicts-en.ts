import { verdictMeanings } from '#shared/contract/check-words.ts';
import type { CheckLevel, CheckVerdict } from '#shared/contract/checks.ts';

/** What each verdict means, for first-time users. */
export const meanings: Record<CheckVerdict, string> = verdictMeanings;

/** What each level does and what it proves. */
export const levels: Record<CheckLevel, { name: string; does: string; proves: string }> = {
  free: {
    name: 'Free',
    does: 'Reads lists, and sends requests that a gateway rejects before any model runs.',
    proves: 'Shows which routes exist. Requests for text are limited to one token, in case one is accepted.',
  },
  cheap: {
    name: 'Cheap',
    does: 'Sends the smallest real request to each route, a few tokens long.',
    proves: 'Shows that the model behind each route responds.',
  },
  full: {
    name: 'Full',
    does: 'Sends a real request to each route, streamed if the route supports it.',
    proves: 'Shows that streams end properly and responses have the expected format.',
  },
};
