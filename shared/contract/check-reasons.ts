/** Why the plan of a check leaves a cell out, as its record says it. */
export const skipReasons = {
  undeclared: 'Nothing says that this model serves this route.',
  'none-fits': 'No listed model looks as if it served this route.',
  costly: 'A real call may cost far more than a few tokens, and it was not chosen.',
} as const;

export type SkipReason = keyof typeof skipReasons;

/** Which reason a recorded sentence is, so that it can be said in another language; `undefined` for those of other versions. */
export const skipReasonOf = (sentence: string): SkipReason | undefined =>
  (Object.keys(skipReasons) as SkipReason[]).find((reason) => skipReasons[reason] === sentence);
