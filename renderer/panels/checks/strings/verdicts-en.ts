import { verdictMeanings } from '#shared/contract/check-words.ts';
import type { CheckLevel, CheckVerdict } from '#shared/contract/checks.ts';

/** What each verdict means, for first-time users. */
export const meanings: Record<CheckVerdict, string> = verdictMeanings;

/** What each level does and what it proves. */
export const levels: Record<CheckLevel, { name: string; does: string; proves: string }> = {
  free: {
    name: 'Free',
    does: 'Reads listings, and sends requests that a gateway refuses before any model runs.',
    proves: 'Proves that routes exist. Nothing is generated.',
  },
  cheap: {
    name: 'Cheap',
    does: 'Sends the smallest real request of each route, a few tokens long.',
    proves: 'Proves that the model behind the route answers.',
  },
  full: {
    name: 'Full',
    does: 'Sends a real request of each route, streamed where the route streams.',
    proves: 'Proves that streams end properly and answers have their usual shape.',
  },
};
