import type { ExchangeSummary } from '#shared/contract/exchanges.ts';
import { cutWarnings, type WarningCode } from '#shared/protocol/part.ts';
import type { Intent } from '../../ui/base/intent.ts';

type Ended = Pick<ExchangeSummary, 'state' | 'firstWarning' | 'refusedAsPlanned'>;

/**
 * The color of an ending; its word is in the catalogue. A reply that is not all of it differs from one that is odd, and a
 * refusal that was planned is no failure.
 */
export function verdictIntent({ state, firstWarning, refusedAsPlanned }: Ended): Intent {
  if (state === 'running') return 'live';
  if (state === 'done') return 'ok';
  if (state === 'done-with-warnings') return warningIntent(firstWarning);
  return state === 'cancelled' || refusedAsPlanned ? 'neutral' : 'bad';
}

export const warningIntent = (code: string | null): Intent => (code !== null && cutWarnings.has(code) ? 'warn' : 'odd');

/** The warning that says that a reply is not all of it; `undefined` when none does. */
export const cutAmong = (warnings: readonly { code: string }[]): WarningCode | undefined =>
  warnings.find(({ code }) => cutWarnings.has(code))?.code as WarningCode | undefined;

/** The color of a status. One that says yes stays neutral when something was wrong after it: the ending has the color. */
export function statusIntent(exchange: Ended & Pick<ExchangeSummary, 'status'>): Intent {
  const { state, status } = exchange;
  const isPlain = state === 'done' || state === 'running' || status === null || status >= 400;
  return isPlain ? verdictIntent({ ...exchange, firstWarning: null }) : 'neutral';
}
