import type { ExchangeState } from '#shared/contract/exchanges.ts';
import type { Intent } from '../ui/intent.ts';

/** What colour the state of an exchange has; its word is in the catalogue. */
export function verdictIntent(state: ExchangeState): Intent {
  if (state === 'running') return 'live';
  if (state === 'done') return 'ok';
  if (state === 'done-with-warnings') return 'odd';
  return state === 'cancelled' ? 'neutral' : 'bad';
}
