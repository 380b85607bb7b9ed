import { createElement } from 'react';
import { createStore } from 'zustand/vanilla';
import type { DraftInput, ExchangeDetail } from '#shared/contract/exchanges.ts';
import { AppError } from '#shared/protocol/failure.ts';
import { routes } from '#shared/protocol/table.ts';
import { copyText } from '../../ui/controls/copy-text.ts';
import { client } from '../client/client.ts';
import { ask } from '../client/query.ts';
import { CoreText, notifyFailure } from '../failures/failure-text.tsx';
import { strings } from '../i18n/strings.ts';
import { openWireRecord } from '../navigation/wire-focus.ts';
import { toast } from '../notices/toasts.ts';
import { followExchange } from '../runs/follow-exchange.ts';
import { startRun } from '../runs/live-run.ts';
import { exchangeReport } from './exchange-report.ts';

/** A replay that waits for the user's confirmation, because one run of its route can be expensive. */
export const replayToConfirm = createStore<{ exchange: ExchangeDetail | null }>(() => ({ exchange: null }));

/** Exchanges that this page replayed, by the id of the new one: what each is a replay of. */
export const replays = createStore<Readonly<Record<string, string>>>(() => ({}));

/** Sends the same draft again, as a new exchange, and shows it. */
export async function replay(exchangeId: string): Promise<void> {
  try {
    const exchange = await ask('exchanges', 'get', { id: exchangeId });
    if (!exchange.draft) toast({ intent: 'warn', title: strings().wire.noReplay });
    else if (routes[exchange.routeId].costly) replayToConfirm.setState({ exchange });
    else runReplay(exchange);
  } catch (thrown) {
    notifyFailure(thrown);
  }
}

export function runReplay({ id, draft }: ExchangeDetail): void {
  replayToConfirm.setState({ exchange: null });
  if (draft) sendOnWire(draft, { replayOf: id });
}

interface SendOnWire {
  /** The exchange that is replayed; `null` for a new request. */
  replayOf: string | null;
  onStart?: () => void;
  /** It ended before it began; the failure was reported. */
  onFailed?: () => void;
}

/** Sends a draft only for its record, and shows the new exchange as soon as it has begun. */
export function sendOnWire(draft: DraftInput, { replayOf, onStart, onFailed }: SendOnWire): void {
  const origin = replayOf === null ? 'panel' : 'replay';
  // Nothing is folded: only whether it has begun matters here.
  const run = startRun(
    // Replaying a request of a check is meant to show what it returns, refusal or not.
    followExchange({ ...draft, options: { ...draft.options, origin, expectRefusal: false } }),
    { hasStarted: false },
    (state, part) => {
      if (part.type === 'run-start') {
        if (replayOf) replays.setState({ [part.exchangeId]: replayOf });
        onStart?.();
        openWireRecord(part.exchangeId, 'events');
        return { hasStarted: true };
      }
      // A request that ends before it begins has no record to show.
      if (part.type === 'run-end' && part.error && !state.hasStarted) {
        notifyFailure(new AppError(part.error));
        onFailed?.();
      }
      return state;
    },
  );
  run.subscribe(({ status, error, state }) => {
    if (status !== 'failed') return;
    notifyFailure(error);
    if (!state.hasStarted) onFailed?.();
  });
}

/** Copies the command that repeats the request and reports it, with what the command does differently. */
export async function copyCurl(exchangeId: string): Promise<void> {
  try {
    const { text, notes } = await client.exchanges.snippet({ id: exchangeId, language: 'curl' });
    if (!(await copyText(text, notes.join(' ')))) return;
    toast({
      intent: notes.length > 0 ? 'warn' : 'ok',
      title: strings().wire.curlCopied,
      body: createElement(CoreText, null, notes.join(' ')),
    });
  } catch (thrown) {
    notifyFailure(thrown);
  }
}

/** Copies what the operator of the gateway needs to find the request. */
export async function copyReport(exchangeId: string): Promise<void> {
  try {
    const [exchange, { version }] = await Promise.all([
      ask('exchanges', 'get', { id: exchangeId }),
      ask('host', 'info', {}),
    ]);
    if (await copyText(exchangeReport(exchange, version))) toast({ intent: 'ok', title: strings().wire.copied });
  } catch (thrown) {
    notifyFailure(thrown);
  }
}
