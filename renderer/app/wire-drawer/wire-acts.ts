import { createStore } from 'zustand/vanilla';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { routes } from '#shared/routes/table.ts';
import { client } from '../../lib/client.ts';
import { failureOf, headlineOf } from '../../lib/failures.ts';
import { followExchange } from '../../lib/follow-exchange.ts';
import { startRun } from '../../lib/live-run.ts';
import { ask } from '../../lib/query.ts';
import { strings } from '../../lib/strings.ts';
import { toast } from '../../lib/toasts.ts';
import { openWire } from '../../lib/wire-focus.ts';

/** A replay that waits for the person's word, because one run of its route can cost much. */
export const askedReplay = createStore<{ exchange: ExchangeDetail | null }>(() => ({ exchange: null }));

/** Sends the same draft once more, as a new exchange, and shows it. */
export async function replay(exchangeId: string): Promise<void> {
  try {
    const exchange = await ask('exchanges', 'get', { id: exchangeId });
    if (!exchange.draft) toast({ intent: 'warn', title: strings().wire.noReplay });
    else if (routes[exchange.routeId].costly) askedReplay.setState({ exchange });
    else runReplay(exchange);
  } catch (thrown) {
    tellFailure(thrown);
  }
}

export function runReplay({ draft }: ExchangeDetail): void {
  askedReplay.setState({ exchange: null });
  if (!draft) return;
  // The record is the result: nothing is folded, only its beginning is waited for.
  const run = startRun(followExchange(draft), null, (state, part) => {
    if (part.type === 'run-start') openWire(part.exchangeId, 'events');
    return state;
  });
  run.subscribe(({ status, error }) => status === 'failed' && tellFailure(error));
}

/** Puts the command that repeats the request on the clipboard and says so. */
export async function copyCurl(exchangeId: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(await client.exchanges.curl({ id: exchangeId }));
    toast({ intent: 'ok', title: strings().wire.curlCopied });
  } catch (thrown) {
    tellFailure(thrown);
  }
}

function tellFailure(thrown: unknown): void {
  const failure = failureOf(thrown);
  toast({ intent: 'bad', title: headlineOf(failure), body: failure.message });
}
