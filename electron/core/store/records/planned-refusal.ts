import type { FailureCode } from '#shared/protocol/failure.ts';
import type { RecordedExchange } from './exchange-recording.ts';

/**
 * What a request that is made to be refused is meant to end with. A rejected key, a used-up quota, an overloaded gateway
 * or one that cannot be reached are failures of such a request as of any other.
 */
const planned: ReadonlySet<FailureCode> = new Set([
  'parameter',
  'rejected',
  'moderated',
  'unsupported-media',
  'too-big-for-server',
  'in-band',
  'not-found',
  'route-absent',
  'server',
]);

/** Whether an exchange was made to be refused, and was. */
export const isRefusedAsPlanned = ({ draft, state, failureCode }: RecordedExchange): boolean =>
  draft?.options?.expectRefusal === true && state === 'failed' && failureCode !== null && planned.has(failureCode);
