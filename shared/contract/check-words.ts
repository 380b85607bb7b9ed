import type { CheckLevel, CheckVerdict } from './checks.ts';

/** Labels of the verdicts: in the cells of the page, in the terminal's table and in reports. */
export const verdictLabels: Readonly<Record<CheckVerdict, string>> = {
  works: 'works',
  'works-with-warnings': 'warnings',
  exists: 'exists',
  'key-refused': 'key rejected',
  'key-missing': 'no key sent',
  'key-style': 'wrong key style',
  forbidden: 'forbidden',
  quota: 'quota exceeded',
  'route-absent': 'route not found',
  'model-not-on-route': 'model not found',
  unsupported: 'not supported',
  'parameter-refused': 'request rejected',
  'upstream-down': 'unavailable',
  overloaded: 'overloaded',
  'timed-out': 'timed out',
  'shape-unexpected': 'unexpected format',
  unclear: 'inconclusive',
  'not-tried': 'not tested',
  'skipped-costly': 'costly',
};

/** What each verdict means. */
export const verdictMeanings: Readonly<Record<CheckVerdict, string>> = {
  works: 'The route returned a real response.',
  'works-with-warnings': 'The route responded, but something in the response is unexpected.',
  exists: 'A deliberately invalid request was rejected in a way that proves the route. Nothing was generated.',
  'key-refused': 'The gateway rejected this key.',
  'key-missing': 'The gateway requires a key, but none was sent.',
  'key-style': 'This native route rejected the way the key was sent; /v1 accepts the key.',
  forbidden: 'The gateway knows this key but does not allow this request.',
  quota: 'The balance or quota of this key is used up.',
  'route-absent': 'The gateway does not have this route.',
  'model-not-on-route': 'The gateway does not serve this model on this route.',
  unsupported: 'The gateway has this route, but it is switched off on this server, or works with no model.',
  'parameter-refused': 'The gateway rejected something in a real request, such as a parameter.',
  'upstream-down': 'The gateway or its upstream failed or could not be reached.',
  overloaded: 'Rate limited, or no capacity at the moment.',
  'timed-out': 'No complete response arrived within the timeouts.',
  'shape-unexpected': 'The response does not have the format of this route.',
  unclear: 'The response does not show whether the route works.',
  'not-tried': 'Nothing was sent for this cell.',
  'skipped-costly': 'Skipped because a real request can be expensive.',
};

/** Reasons why a plan skips a cell, as its record states them. */
export const skipReasons = {
  undeclared: 'Nothing indicates that this model supports this route.',
  'none-fits': 'None of the models listed for this key seems to support this route.',
  'none-listed': 'The gateway lists no models for this key.',
  'not-listed': 'The models of this key are not loaded yet, so none could be selected.',
  'list-failed': 'The models of this key could not be loaded, so none could be selected. Select models by name.',
  costly: 'A real request can be expensive, and it was not selected.',
} as const;
export type SkipReason = keyof typeof skipReasons;

/** Names of recorded runs that were given none. */
export const runNames = {
  free: 'Free check',
  cheap: 'Cheap check',
  full: 'Full check',
} as const satisfies Record<CheckLevel, string>;

/**
 * Returns which entry of `words` a recorded text is, so that it can be translated; `undefined` for names that users
 * gave and for reasons of other versions.
 */
export const wordOf = <Name extends string>(words: Readonly<Record<Name, string>>, text: string): Name | undefined =>
  (Object.keys(words) as Name[]).find((name) => words[name] === text);
