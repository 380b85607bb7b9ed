import type { Failure, SentFlag } from '#shared/protocol/failure.ts';
import { type Kept, keptOf, retryOf } from '#shared/protocol/outcomes.ts';
import { type Strings, useStrings } from '../i18n/strings.ts';

/** What is kept of an exchange that failed. */
export const keptAfter = (sent: SentFlag) => keptOf('unary', sent) as Extract<Kept, 'request' | 'arrived'>;

/** Returns what a user can do with the same request. The failure itself knows best whether it may work unchanged. */
export function retryAdvice(
  { code, retryable }: Failure,
  sent: SentFlag,
): keyof Strings['pieces']['failure']['mayAgain'] {
  if (!retryable) return 'change-first';
  const retry = retryOf(code, 'unary', sent);
  return retry === 'wait-first' || retry === 'manual-may-charge-twice' ? retry : 'manual';
}

/** What is kept of an exchange that failed, and whether it can be retried. */
export function AgainLine({ failure, sent }: { failure: Failure; sent: SentFlag }) {
  const t = useStrings().pieces.failure;
  return <p>{t.keptAndAgain(t.keeps[keptAfter(sent)], t.mayAgain[retryAdvice(failure, sent)])}</p>;
}
