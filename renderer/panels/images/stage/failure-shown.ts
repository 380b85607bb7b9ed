import { retryAdvice } from '../../../lib/failures/retry-advice.ts';
import type { Call } from '../model/generation.ts';

/** The call has a card that says how it failed. */
export const showsFailure = ({ state, failure }: Call): boolean =>
  failure !== null && state !== 'running' && state !== 'cancelled';

/** The same request may succeed when it is sent again. */
export const mayRepeat = ({ failure, sent }: Call): boolean =>
  failure === null || sent === null || retryAdvice(failure, sent) !== 'change-first';
