import type { Failure, SentFlag } from '#shared/protocol/failure.ts';
import { useStrings } from '../i18n/strings.ts';
import { keptAfter, retryAdvice } from './retry-advice.ts';

/** What is kept of an exchange that failed, and whether it may be sent again. */
export function AgainLine({ failure, sent }: { failure: Failure; sent: SentFlag }) {
  const t = useStrings().pieces.failure;
  return <p>{t.keptAndAgain(t.keeps[keptAfter(sent)], t.mayAgain[retryAdvice(failure, sent)])}</p>;
}
