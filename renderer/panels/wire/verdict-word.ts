import type { ExchangeSummary } from '#shared/contract/exchanges.ts';
import type { FailureCode } from '#shared/protocol/failure.ts';
import type { Strings } from '../../lib/i18n/strings.ts';

/** What became of an exchange, in one or two words. */
export function verdictWord(
  { state, status, failureCode, firstWarning, refusedAsPlanned }: ExchangeSummary,
  t: Strings['wirePanel'],
): string {
  if (refusedAsPlanned) return t.asPlanned;
  switch (state) {
    case 'running':
      return status === null ? t.waiting : t.streaming;
    case 'done':
      return t.works;
    case 'done-with-warnings':
      return warningWord(firstWarning, t) ?? t.odd;
    case 'interrupted':
      return failureCode ? t.codes[failureCode] : t.cutOff;
    case 'failed':
      return failureCode ? t.codes[failureCode satisfies FailureCode] : t.codes.server;
    case 'cancelled':
      return t.stopped;
  }
}

/** The word for a warning; `undefined` for one that a later release may know. */
export const warningWord = (code: string | null, t: Strings['wirePanel']): string | undefined =>
  code === null ? undefined : (t.warnings as Record<string, string | undefined>)[code];
