import type { Failure, FailureCode } from '#shared/protocol/failure.ts';
import { type Control, isSameRefusal } from '../control.ts';
import { absent, type Judgement, judgeFailure, statusOf, unproven, verdictOfCode } from './judge-failure.ts';
import type { Observation } from './observation.ts';

/**
 * Refusals of a handshake that may be those of every path: FastAPI refuses an unknown WebSocket with 403 and nothing
 * else, other servers with 400, 404, 426, a redirect, a page, or by closing the connection.
 */
const ambiguous: ReadonlySet<FailureCode> = new Set([
  'rejected',
  'forbidden',
  'not-found',
  'in-band',
  'parameter',
  'redirect',
  'protocol',
  'reset',
]);

/** Returns whether a session was refused in a way that a path that cannot exist may be refused as well. */
export const asksForHandshakeControl = ({ end, status }: Observation): boolean =>
  end.error !== null && status !== 101 && ambiguous.has(end.error.code);

/** Returns the verdict on a refused handshake that may be refused like every path. */
export function judgeHandshake(
  seen: Observation,
  error: Failure,
  control: Control | null,
  listFailure: Failure | null,
): Judgement {
  if (isSameRefusal(error, control) && !namesKey(error)) {
    const verdict = listFailure === null ? null : verdictOfCode(listFailure.code);
    if (verdict === 'key-refused' || verdict === 'key-missing')
      return {
        ...unproven,
        verdict,
        sentence: `The gateway refused the session (${statusOf(error)}), as it rejects this key on /v1/models.`,
      };
    return absent(error, 'A WebSocket to a path that does not exist is refused in the same way.');
  }
  if (control?.failure != null && error.status === 403 && error.gatewayMessage === null)
    return {
      ...unproven,
      verdict: 'forbidden',
      sentence:
        'The gateway refuses a session on this route (status 403), and other paths in another way: it may not allow realtime with this key or model.',
    };
  return judgeFailure(seen, error);
}

/** A refusal with more than the name of its status: the gateway says what it does not allow. */
const namesKey = ({ code, gatewayMessage }: Failure): boolean =>
  code === 'forbidden' && !/^(?:403 ?)?(?:forbidden|access denied)?\.?$/i.test(gatewayMessage?.trim() ?? '');
