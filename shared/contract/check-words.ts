import type { CheckLevel } from './checks.ts';

/** Why the plan of a check leaves a cell out, as its record says it. */
export const skipReasons = {
  undeclared: 'Nothing says that this model serves this route.',
  'none-fits': 'No listed model looks as if it served this route.',
  costly: 'A real call may cost far more than a few tokens, and it was not chosen.',
} as const;
export type SkipReason = keyof typeof skipReasons;

/** What the record of a run is called that was given no name. */
export const runNames = {
  free: 'Free check',
  cheap: 'Smallest real calls',
  full: 'Full check',
} as const satisfies Record<CheckLevel, string>;

/**
 * Which of them a recorded text is, so that it can be said in another language; `undefined` for names that people gave
 * and for reasons of other versions.
 */
export const wordOf = <Name extends string>(words: Readonly<Record<Name, string>>, text: string): Name | undefined =>
  (Object.keys(words) as Name[]).find((name) => words[name] === text);
