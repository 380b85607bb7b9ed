import type { ExchangeSummary } from '#shared/contract/exchanges.ts';
import { cutWarnings, type WarningCode } from '#shared/protocol/part.ts';
import type { Intent } from '../../ui/base/intent.ts';

type Ended = Pick<ExchangeSummary, 'state'> & Partial<Pick<ExchangeSummary, 'firstWarning' | 'refusedAsPlanned'>>;

/** Work that is followed while it runs: a chat names the two halves of running, a batch what waits for its turn. */
export type Followed = Omit<Ended, 'state'> & { state: Ended['state'] | 'waiting' | 'preparing' | 'streaming' };

/**
 * Returns the color of an ending; its word is in the catalog. An incomplete reply differs from an unexpected one, and
 * an expected refusal is not a failure.
 */
export function verdictIntent({ state, firstWarning = null, refusedAsPlanned }: Followed): Intent {
  if (state === 'running' || state === 'preparing' || state === 'streaming') return 'live';
  if (state === 'done') return 'ok';
  if (state === 'done-with-warnings') return warningIntent(firstWarning);
  return state === 'cancelled' || state === 'waiting' || refusedAsPlanned ? 'neutral' : 'bad';
}

export const warningIntent = (code: string | null): Intent => (code !== null && cutWarnings.has(code) ? 'warn' : 'odd');

/** Returns the warning that says that a reply is incomplete; `undefined` when there is none. */
export const cutAmong = (warnings: readonly { code: string }[]): WarningCode | undefined =>
  warnings.find(({ code }) => cutWarnings.has(code))?.code as WarningCode | undefined;

/**
 * Returns the color of a status. A success stays neutral when something went wrong after it: the ending has the color.
 */
export function statusIntent(exchange: Ended & Pick<ExchangeSummary, 'status'>): Intent {
  const { state, status } = exchange;
  const isPlain = state === 'done' || state === 'running' || status === null || status >= 400;
  return isPlain ? verdictIntent({ ...exchange, firstWarning: null }) : 'neutral';
}
