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
import { editRequest } from '../navigation/edit-request.ts';
import { openWireRecord } from '../navigation/wire-focus.ts';
import { toast } from '../notices/toasts.ts';
import { followExchange } from '../runs/follow-exchange.ts';
import { startRun } from '../runs/live-run.ts';
import { exchangeReport } from './exchange-report.ts';

/** A replay that waits for the user's confirmation, because one run of its route can be expensive. */
export const replayToConfirm = createStore<{ exchange: ExchangeDetail | null }>(() => ({ exchange: null }));

/** Exchanges that this page sent again, perhaps edited, by the id of the new one: what each was made from. */
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

/** Opens the request of an exchange in the Request panel. */
export async function editExchange(exchangeId: string): Promise<void> {
  try {
    const { draft } = await ask('exchanges', 'get', { id: exchangeId });
    if (draft) editRequest({ draft, from: exchangeId });
    else toast({ intent: 'warn', title: strings().wire.noReplay });
  } catch (thrown) {
    notifyFailure(thrown);
  }
}

/** Sends a request again only for its record, and shows the new exchange as soon as it has begun. */
export function runReplay({ id, draft }: ExchangeDetail): void {
  replayToConfirm.setState({ exchange: null });
  if (draft) sendAgain(id, draft);
}

function sendAgain(replayOf: string, draft: DraftInput): void {
  // Nothing is folded: only whether it has begun matters here.
  const run = startRun(
    // Replaying a request of a check is meant to show what it returns, refusal or not.
    followExchange({ ...draft, options: { ...draft.options, origin: 'replay', expectRefusal: false } }),
    { hasStarted: false },
    (state, part) => {
      if (part.type === 'run-start') {
        replays.setState({ [part.exchangeId]: replayOf });
        openWireRecord(part.exchangeId, 'events');
        return { hasStarted: true };
      }
      // A request that ends before it begins has no record to show.
      if (part.type === 'run-end' && part.error && !state.hasStarted) notifyFailure(new AppError(part.error));
      return state;
    },
  );
  run.subscribe(({ status, error }) => {
    if (status === 'failed') notifyFailure(error);
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
