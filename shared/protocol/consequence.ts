import type { Failure, FailureEffect, SentFlag } from './failure.ts';

/** Sentences with which hints began in failures stored by earlier versions. */
const storedEffects: readonly (readonly [start: RegExp, effect: FailureEffect])[] = [
  [/^Nothing was sent(?: to the gateway)?\. */, 'not-sent'],
  [/^The request may have been processed and billed\. */, 'maybe-processed'],
  [/^(?:What (?:arrived(?: before)?|was read)|The response) is (?:kept|recorded)[^.]*\. */, 'arrived-kept'],
  [/^Nothing was (?:saved|stored)\. */, 'not-saved'],
];

/**
 * Returns the effect of a failure and what to do next. `sent` tells what is known of the request where the failure
 * itself does not say; a request that may be billed counts more than what arrived.
 */
export function consequenceOf(
  { effect = null, hint }: Pick<Failure, 'effect' | 'hint'>,
  sent: SentFlag | null = null,
): { effect: FailureEffect | null; hint: string } {
  const stored = effect === null ? storedEffects.find(([start]) => start.test(hint)) : undefined;
  const known = stored?.[1] ?? effect;
  const ofRequest = sent === 'answered' ? null : sent;
  return {
    effect: known === null || known === 'arrived-kept' ? (ofRequest ?? known) : known,
    hint: stored ? hint.replace(stored[0], '') : hint,
  };
}
