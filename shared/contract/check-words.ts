import type { CheckLevel, CheckVerdict } from './checks.ts';

/** Labels of the verdicts: in the cells of the page, in the terminal's table and in reports. */
export const verdictLabels: Readonly<Record<CheckVerdict, string>> = {
  works: 'works',
  'works-with-warnings': 'works, odd',
  exists: 'exists',
  'key-refused': 'key refused',
  'key-missing': 'no key sent',
  'key-style': 'wrong key style',
  forbidden: 'forbidden',
  quota: 'quota',
  'route-absent': 'no route',
  'model-not-on-route': 'not this model',
  'parameter-refused': 'request refused',
  'upstream-down': 'upstream down',
  overloaded: 'overloaded',
  'timed-out': 'timed out',
  'shape-unexpected': 'odd shape',
  unclear: 'unclear',
  'not-tried': 'not tried',
  'skipped-costly': 'costly',
};

/** What each verdict means. */
export const verdictMeanings: Readonly<Record<CheckVerdict, string>> = {
  works: 'The route returned a real response.',
  'works-with-warnings': 'The route responded, and something about the response is odd.',
  exists: 'A request made to be refused was refused in a way that proves the route. Nothing was generated.',
  'key-refused': 'The gateway rejects this key.',
  'key-missing': 'The gateway requires a key, and none was sent.',
  'key-style': 'This native route rejects the key in the way it was sent; /v1 accepts the key.',
  forbidden: 'The gateway knows this key and does not allow it here.',
  quota: 'The balance or quota of this key is used up.',
  'route-absent': 'The gateway has no such route.',
  'model-not-on-route': 'The gateway does not serve this model on this route.',
  'parameter-refused': 'The gateway refused a real request as it is.',
  'upstream-down': 'The gateway, or a service behind it, failed or could not be reached.',
  overloaded: 'Too many requests, or no capacity at the moment.',
  'timed-out': 'No complete response within the time limits.',
  'shape-unexpected': 'A response arrived that does not look like one of this route.',
  unclear: 'The response proves neither that the route works nor that it does not.',
  'not-tried': 'Nothing was sent for this cell.',
  'skipped-costly': 'Left out, because a real request can be expensive.',
};

/** Reasons why a plan skips a cell, as its record states them. */
export const skipReasons = {
  undeclared: 'Nothing says that this model serves this route.',
  'none-fits': 'None of the models listed for this key seems to serve this route.',
  'none-listed': 'The gateway lists no models for this key.',
  'not-listed': 'The models of this key have not been listed yet, so none could be selected.',
  'list-failed': 'The models of this key could not be listed, so none could be selected.',
  costly: 'A real request may cost far more than a few tokens, and it was not selected.',
} as const;
export type SkipReason = keyof typeof skipReasons;

/** Names of recorded runs that were given none. */
export const runNames = {
  free: 'Free check',
  cheap: 'Smallest real calls',
  full: 'Full check',
} as const satisfies Record<CheckLevel, string>;

/**
 * Returns which entry of `words` a recorded text is, so that it can be translated; `undefined` for names that users
 * gave and for reasons of other versions.
 */
export const wordOf = <Name extends string>(words: Readonly<Record<Name, string>>, text: string): Name | undefined =>
  (Object.keys(words) as Name[]).find((name) => words[name] === text);
