import type { ExchangeSummary } from '#shared/contract/exchanges.ts';
import type { FailureCode } from '#shared/protocol/failure.ts';
import type { Strings } from '../../lib/i18n/strings.ts';
import type { Intent } from '../../ui/base/intent.ts';

/** Returns the color in the list and the detail, where success has none: only what deserves a look stands out. */
export const quiet = (intent: Intent): Intent => (intent === 'ok' ? 'neutral' : intent);

/** Returns the outcome of an exchange in one or two words. */
export function verdictWord(
  { state, status, failureCode, firstWarning, refusedAsPlanned }: ExchangeSummary,
  { wirePanel: t, wire, pieces: { states }, warnings }: Strings,
): string {
  if (refusedAsPlanned) return wire.asPlanned;
  switch (state) {
    case 'running':
      return status === null ? states.preparing : states.streaming;
    case 'done':
      return states.done;
    case 'done-with-warnings':
      return warningWord(firstWarning, warnings) ?? t.odd;
    case 'interrupted':
      return failureCode ? t.codes[failureCode] : states.interrupted;
    case 'failed':
      return failureCode ? t.codes[failureCode satisfies FailureCode] : t.codes.server;
    case 'cancelled':
      return states.cancelled;
  }
}

/** Returns the word for a warning; `undefined` for a code only a later release knows. */
export const warningWord = (code: string | null, warnings: Strings['warnings']): string | undefined =>
  code === null ? undefined : (warnings as Record<string, string | undefined>)[code];
