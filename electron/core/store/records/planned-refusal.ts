import type { FailureCode } from '#shared/protocol/failure.ts';
import type { RecordedExchange } from './exchange-recording.ts';

/**
 * Failures of a gateway that examined a request and refused its content, or that has no such route: its message
 * decides.
 */
export const contentRefusals: ReadonlySet<FailureCode> = new Set([
  'parameter',
  'rejected',
  'moderated',
  'unsupported-media',
  'too-big-for-server',
  'in-band',
  'not-found',
]);

/**
 * Codes that a request with an expected refusal should end with. A rejected key, an exhausted quota, an overloaded or
 * unreachable gateway are failures of such a request as of any other.
 */
const planned: ReadonlySet<FailureCode> = new Set([...contentRefusals, 'route-absent', 'server']);

/** Returns whether an exchange was expected to be refused, and was. */
export const isRefusedAsPlanned = ({ draft, state, failureCode }: RecordedExchange): boolean =>
  draft?.options?.expectRefusal === true && state === 'failed' && failureCode !== null && planned.has(failureCode);
