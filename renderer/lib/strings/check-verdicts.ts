import type { CheckLevel, CheckVerdict } from '#shared/contract/checks.ts';

/** One short word for each verdict, as a cell has room for it. */
export const verdicts: Record<CheckVerdict, string> = {
  works: 'works',
  'works-with-warnings': 'works, odd',
  'key-refused': 'key refused',
  forbidden: 'forbidden',
  quota: 'quota',
  'route-absent': 'no route',
  'model-not-on-route': 'not this model',
  'parameter-refused': 'field refused',
  'upstream-down': 'upstream down',
  overloaded: 'overloaded',
  'timed-out': 'timed out',
  'shape-unexpected': 'odd shape',
  'not-tried': 'not tried',
  'skipped-costly': 'costly',
};

/** What each verdict means, for people who meet it the first time. */
export const meanings: Record<CheckVerdict, string> = {
  works: 'Route, key and model belong together.',
  'works-with-warnings': 'It answered, and something about the answer was odd.',
  'key-refused': 'The gateway does not know this key, or it has expired.',
  forbidden: 'The gateway knows this key and does not let it in here.',
  quota: 'The key is good; its allowance is used up.',
  'route-absent': 'The gateway has no such route.',
  'model-not-on-route': 'The route is there; this model is not behind it.',
  'parameter-refused': 'The route answered, and refused a field of the request.',
  'upstream-down': 'The gateway, or what stands behind it, is down.',
  overloaded: 'The gateway asks to come back later.',
  'timed-out': 'No answer within the limits of this run.',
  'shape-unexpected': 'It answered in a shape that most clients do not read.',
  'not-tried': 'It was not asked, so nothing is known.',
  'skipped-costly': 'One call can cost much, so it is only asked when you say so.',
};

/** What each level does and what it proves. */
export const levels: Record<CheckLevel, { name: string; does: string; proves: string }> = {
  free: {
    name: 'Free',
    does: 'Reads listings, and sends requests that a gateway refuses before any model runs.',
    proves: 'Proves that key and route exist. Nothing is generated.',
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
