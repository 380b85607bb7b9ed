import { createStore } from 'zustand/vanilla';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { AppError } from '#shared/routes/failure.ts';
import type { Part } from '#shared/routes/part.ts';
import { client } from '../../lib/client.ts';
import { followExchange } from '../../lib/follow-exchange.ts';
import { kept } from '../../lib/kept.ts';
import { startRun } from '../../lib/live-run.ts';
import { rememberPlace } from '../../lib/made-at.ts';
import { foldAnswer, noAnswer, type RequestAnswer } from './model/fold-answer.ts';
import { freshDesk, type RequestDesk, writeDesk } from './model/request-desk.ts';

/** The request that is being written. All of it comes back after a restart. */
export const useDesk = kept<RequestDesk>('request', freshDesk, {
  read: (stored, initial) =>
    Object.fromEntries(
      Object.entries(initial).flatMap(([name, value]) => {
        const known = stored[name];
        if (name === 'savedId') return [[name, typeof known === 'string' ? known : null]];
        return typeof known === typeof value && Array.isArray(known) === Array.isArray(value) ? [[name, known]] : [];
      }),
    ),
});

/** What other requests took the place of before it was saved, newest first, and how the one on the desk was when it came there. */
export const useAside = kept<{ contents: string[]; begun: string }>('request-aside', {
  contents: [],
  begun: writeDesk(freshDesk),
});

export const changeDesk = (change: Partial<RequestDesk>): void => useDesk.setState(change);

/** The newest answer of this page, and how it is shown. */
export const answerStore = createStore<{ answer: RequestAnswer | null; view: 'build' | 'form' }>(() => ({
  answer: null,
  view: 'build',
}));

/** Sends the request and reads its answer; it goes on when the panel is left. */
export function sendRequest(draft: DraftInput): void {
  answerStore.setState({ answer: noAnswer });
  const run = startRun<Part, RequestAnswer>(followExchange(draft), noAnswer, foldAnswer, { panel: 'request' });
  run.subscribe(({ status, state, error }, before) => {
    if (state.exchangeId && state.exchangeId !== before.state.exchangeId)
      rememberPlace(state.exchangeId, { panel: 'request', documentId: '', itemId: '' });
    answerStore.setState({
      answer: status === 'failed' ? { ...state, state: 'interrupted', failure: AppError.from(error) } : state,
    });
  });
}

/** Stops what runs; it is recorded as far as it came. */
export function stopRequest(): void {
  const id = answerStore.getState().answer?.exchangeId;
  if (id) void client.exchanges.cancel({ id }).catch(() => undefined);
}
