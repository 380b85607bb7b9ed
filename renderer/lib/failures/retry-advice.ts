import type { Failure, SentFlag } from '#shared/protocol/failure.ts';
import { retryOf } from '#shared/protocol/outcomes.ts';

/** Returns what a user can do with the same request. The failure itself knows best whether it may work unchanged. */
export function retryAdvice(
  { code, retryable }: Failure,
  sent: SentFlag,
): 'change-first' | 'wait-first' | 'manual' | 'manual-may-charge-twice' {
  if (!retryable) return 'change-first';
  const retry = retryOf(code, 'unary', sent);
  return retry === 'wait-first' || retry === 'manual-may-charge-twice' ? retry : 'manual';
}
