import { retryAdvice } from '../../../lib/failures/retry-advice.ts';
import type { Call } from './generation.ts';

/** Returns true if the end of the call is explained: it failed, was stopped, returned nothing, or came with warnings. */
export const needsWords = (call: Call): boolean =>
  call.state !== 'running' &&
  (call.failure !== null || call.state === 'cancelled' || isEmpty(call) || call.warnings.length > 0);

/** Returns true if nothing arrived, and nothing will. */
export const isEmpty = ({ state, pictures, texts, task }: Call): boolean =>
  state !== 'failed' && !task && pictures.length === 0 && texts.every((text) => text === '');

/** Returns true if a failure card is shown for the call. */
export const showsFailure = ({ state, failure }: Call): boolean =>
  failure !== null && state !== 'running' && state !== 'cancelled';

/** Returns true if the same request may succeed when it is sent again. */
export const mayRepeat = ({ failure, sent }: Call): boolean =>
  failure === null || sent === null || retryAdvice(failure, sent) !== 'change-first';
